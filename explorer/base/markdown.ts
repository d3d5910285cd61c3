/**
 * Renders the Markdown of doc comments: headings, paragraphs, lists, code,
 * emphasis and links. Other syntax stays plain text.
 */
import { h, type Child } from "./dom.js";

/**
 * Function that returns the link for `{@link Name}`, or undefined if the page
 * shows nothing with this name.
 */
export type Resolve = (name: string) => string | undefined;

/**
 * Maximum length of a text in characters. A longer text is shown without
 * markup.
 */
const MAX_LENGTH = 50_000;

/** Renders a Markdown text as paragraphs, lists and code blocks. */
export function markdown(text: string, resolve: Resolve): Child[] {
  if (text.trim() === "") return [];
  if (text.length > MAX_LENGTH) return [h("pre", {}, text)];
  const blocks: Child[] = [];
  const lines = text.split("\n");
  while (lines.length > 0) blocks.push(block(lines, resolve));
  return blocks;
}

/**
 * Removes the lines of the first Markdown block from `lines` and renders the
 * block.
 */
function block(lines: string[], resolve: Resolve): Child {
  const first = lines.shift() ?? "";
  if (first.trim() === "") return null;
  const fence = /^\s*(```+|~~~+)/.exec(first)?.[1];
  if (fence !== undefined) {
    const code = takeWhile(lines, (line) => !line.trim().startsWith(fence));
    lines.shift();
    return h("pre", {}, h("code", {}, code.join("\n")));
  }
  const heading = /^#{1,6}\s+(.*)$/.exec(first)?.[1];
  if (heading !== undefined)
    return h(
      "p",
      { class: "heading" },
      h("strong", {}, inline(heading, resolve)),
    );
  if (isItem(first)) {
    const items = [[itemText(first)]];
    const rest = takeWhile(
      lines,
      (line) => isItem(line) || /^\s+\S/.test(line),
    );
    for (const line of rest)
      if (isItem(line)) items.push([itemText(line)]);
      else items.at(-1)?.push(line.trim());
    return h(
      /^\s*\d/.test(first) ? "ol" : "ul",
      {},
      items.map((item) =>
        h("li", { dir: "auto" }, inline(item.join(" "), resolve)),
      ),
    );
  }
  const more = takeWhile(
    lines,
    (line) =>
      line.trim() !== "" &&
      !isItem(line) &&
      !/^\s*(```|~~~|#{1,6}\s)/.test(line),
  );
  return h("p", { dir: "auto" }, inline([first, ...more].join("\n"), resolve));
}

const isItem = (line: string): boolean =>
  /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S/.test(line);

function itemText(line: string): string {
  return line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, "");
}

function takeWhile(lines: string[], test: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !test(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

/**
 * Pattern of inline syntax: code, `{@link}`, links, URLs, strong and emphasis.
 * Nested syntax is not recognized.
 */
const SPAN =
  /`([^`\n]+)`|\{@(?:link|linkcode|see)\s+([^\s|}]{1,200})\s*(?:\|\s*)?([^}]{0,200})\}|\[([^\][]{1,300})\]\(([^()\s]{1,1000})\)|(https?:\/\/[^\s<>()"'`]{1,1000}[^\s<>()"'`.,;:!?])|\*\*([^*]{1,500})\*\*|(?<![\w*])[*_]([^*_\s][^*_\n]{0,300})[*_](?![\w*])/g;

/** Renders inline syntax in a line of text. */
export function inline(text: string, resolve: Resolve): Child[] {
  const found: Child[] = [];
  let place = 0;
  for (const match of text.matchAll(SPAN)) {
    const [whole, code, name, label, words, target, address, strong, emphasis] =
      match;
    found.push(text.slice(place, match.index));
    place = match.index + whole.length;
    if (code !== undefined) {
      const href = resolve(code);
      const shown = h("code", {}, code);
      found.push(href === undefined ? shown : h("a", { href }, shown));
    } else if (name !== undefined) {
      const shown = h("code", {}, label?.trim() || name);
      const href = resolve(name);
      found.push(href === undefined ? shown : h("a", { href }, shown));
    } else if (words !== undefined && target !== undefined)
      found.push(outside(words, target));
    else if (address !== undefined) found.push(outside(address, address));
    else if (strong !== undefined) found.push(h("strong", {}, strong));
    else if (emphasis !== undefined) found.push(h("em", {}, emphasis));
  }
  found.push(text.slice(place));
  return found;
}

/**
 * Returns a link to a web address. For other targets, such as `javascript:`,
 * returns plain text.
 */
export function outside(words: string, target: string): Child {
  return /^https?:\/\//i.test(target)
    ? h("a", { href: target, rel: "noreferrer noopener" }, words)
    : words;
}
