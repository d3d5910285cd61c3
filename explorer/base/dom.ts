/**
 * Functions that create HTML and SVG elements. Text is never parsed as HTML.
 * Links lead only to the page itself or to web addresses.
 */

/** Content of an HTML or SVG element. Empty values are skipped. */
export type Child = Node | string | null | undefined | false | readonly Child[];

/** Attributes of an element, and its `on…` event listeners. */
export type Attributes = Readonly<
  Record<
    string,
    string | number | boolean | undefined | ((event: never) => void)
  >
>;

/** Creates an HTML element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return fillElement(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return fillElement(made, attributes, children);
}

/** Replaces the children of an element. */
export function replace(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  append(element, children);
}

function fillElement<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function")
      element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (typeof child === "string" || child instanceof Node)
      parent.append(child);
    else append(parent, child);
  }
}

/**
 * Returns the element with the given id. Throws an error if the page has no
 * such element.
 */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}`);
  return found;
}

let ids = 0;

/** Returns a new unique id. */
export function newId(): string {
  return `e${++ids}`;
}

/**
 * Inserts line break opportunities into a name, after slashes and before
 * capital letters.
 */
export function breakable(name: string): Child {
  return name
    .split(/(?<=[/_])|(?<=[a-z])(?=[A-Z])/)
    .map((part, index) => [index > 0 && h("wbr"), part]);
}
