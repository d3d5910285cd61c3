/**
 * Replacement for the DOM, so that unit tests of the explorer's script need no
 * browser.
 */
import { runInThisContext } from "node:vm";

type Listener = (event: object) => void;

class FakeNode {}

export class FakeElement extends FakeNode {
  readonly tagName: string;
  readonly attributes = new Map<string, string>();
  readonly children: (FakeElement | string)[] = [];
  readonly #listeners = new Map<string, Listener>();
  #value: string | undefined;

  constructor(tag: string) {
    super();
    this.tagName = tag.toUpperCase();
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  append(...children: readonly (FakeElement | string)[]): void {
    this.children.push(...children);
    // Run added scripts, as a browser does when a script is added to the page.
    if (this.tagName !== "HEAD") return;
    for (const child of children)
      if (child instanceof FakeElement) runInThisContext(child.textContent);
  }

  replaceChildren(): void {
    this.children.length = 0;
  }

  remove(): void {}

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  get textContent(): string {
    return this.children
      .map((child) => (typeof child === "string" ? child : child.textContent))
      .join("");
  }

  get value(): string {
    if (this.#value !== undefined) return this.#value;
    if (this.tagName !== "SELECT") return "";
    const options = this.findAll("option");
    const chosen =
      options.find((option) => option.attributes.has("selected")) ?? options[0];
    return chosen?.attributes.get("value") ?? "";
  }

  /**
   * Sets the value of this form control and calls its listener, as if a user
   * had typed the value.
   */
  enter(value: string): void {
    this.#value = value;
    const type = this.tagName === "SELECT" ? "change" : "input";
    this.#listeners.get(type)?.({});
  }

  /**
   * Returns all descendants of this element that have the given tag and class.
   */
  findAll(tag: string, name = ""): FakeElement[] {
    return this.children.flatMap((child) => {
      if (typeof child === "string") return [];
      const classes = (child.attributes.get("class") ?? "").split(" ");
      const isFound =
        child.tagName === tag.toUpperCase() &&
        (name === "" || classes.includes(name));
      return [...(isFound ? [child] : []), ...child.findAll(tag, name)];
    });
  }

  /** Returns the element and its content as HTML, for assertions. */
  get html(): string {
    const tag = this.tagName.toLowerCase();
    const attributes = [...this.attributes].map(
      ([name, value]) => ` ${name}="${value}"`,
    );
    const content = this.children.map((child) =>
      typeof child === "string" ? child : child.html,
    );
    return `<${tag}${attributes.join("")}>${content.join("")}</${tag}>`;
  }
}

/**
 * Sets the global variables of a page. The page has one element, which contains
 * `text`.
 */
export function installDocument(id: string, text: string): void {
  const holder = new FakeElement("script");
  holder.append(text);
  Object.assign(globalThis, {
    Node: FakeNode,
    document: {
      createElement: (tag: string) => new FakeElement(tag),
      createElementNS: (_: string, tag: string) => new FakeElement(tag),
      getElementById: (name: string) => (name === id ? holder : null),
      head: new FakeElement("head"),
    },
  });
}
