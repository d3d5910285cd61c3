/**
 * Readable outline of the elements of a browser page. Tests compare it with the
 * expected outline.
 */
import type { Page } from "puppeteer-core";

/** Text, or an element with its attributes and its content. */
type Node = string | Element;

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly Node[];
}

/**
 * Maximum length of a line of the outline, in characters. It applies to
 * elements and to joined lines of code.
 */
const WIDTH = 320;

/**
 * Source of a function that runs in the browser and reads elements. It returns
 * the value of a form control as an attribute.
 */
const READ = `(selector) => {
  const read = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.data;
    const attributes = Object.fromEntries(
      [...node.attributes].map(({ name, value }) => [name, value]),
    );
    if (node.matches("input, select, textarea")) attributes.value = node.value;
    return {
      tag: node.localName,
      attributes,
      content: [...node.childNodes].map(read),
    };
  };
  return [...document.querySelectorAll(selector)].map(read);
}`;

/**
 * Returns the outline of the elements that match a selector. A short element
 * takes one line. The content of a longer element follows, indented.
 */
export async function readOutline(on: Page, selector: string): Promise<string> {
  const nodes = (await on.evaluate(
    `(${READ})(${JSON.stringify(selector)})`,
  )) as readonly Element[];
  return nodes.flatMap((node) => printLines(node, "")).join("\n");
}

function printLines(node: Node, margin: string): string[] {
  const line = printNode(node);
  if (typeof node === "string") return [`${margin}${JSON.stringify(node)}`];
  const open = `${margin}${printTag(node)}`;
  if (node.tag === "pre")
    return [open, ...foldCode(line).map((part) => `${margin}| ${part}|`)];
  if (line.length <= WIDTH && !line.includes("\n")) return [margin + line];
  return [
    open,
    ...node.content.flatMap((inner) => printLines(inner, `${margin}  `)),
  ];
}

/** Joins lines of code, with `⏎` between them, into longer lines. */
function foldCode(code: string): string[] {
  const lines: string[] = [];
  for (const part of code.split("\n")) {
    const longer = `${lines.at(-1) ?? ""}⏎${part}`;
    if (lines.length === 0 || longer.length > WIDTH) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function printTag({ tag, attributes }: Element): string {
  const shown = Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) =>
      value === "" ? ` ${name}` : ` ${name}="${value}"`,
    );
  return `<${tag}${shown.join("")}>`;
}

function printNode(node: Node): string {
  if (typeof node === "string") return node;
  const inner = node.content.map(printNode).join("");
  return node.tag === "pre"
    ? inner
    : `${printTag(node)}${inner}${inner === "" ? "" : `</${node.tag}>`}`;
}
