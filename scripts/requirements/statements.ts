/**
 * Finds the statements with MUST, MUST NOT, SHOULD or SHOULD NOT on a page of
 * the specification.
 */
import { hash } from "node:crypto";

/** Sentence that contains a requirement. */
export interface Statement {
  /** Page and heading of the statement, such as `basic/lifecycle#Timeouts`. */
  readonly place: string;
  /**
   * Identifier of the statement: a hash of the page's name and the words of the
   * sentence. Equal sentences of two revisions have the same identifier.
   */
  readonly id: string;
  readonly level: string;
  readonly text: string;
}

const LEVEL = /\b(MUST NOT|SHOULD NOT|MUST|SHOULD)\b/;
const BLOCK = /^\s*(?:[-*]|\d+\.)\s|^\s*\|/;

/** Returns the statements of a page; `source` is its Markdown text. */
export function* findStatements(
  page: string,
  source: string,
): Generator<Statement> {
  const name = page.split("/").at(-1) ?? page;
  for (const { heading, text } of splitBlocks(source)) {
    for (const sentence of plain(text).split(/(?<=[.!?:])\s+(?=[A-Z])/)) {
      const level = LEVEL.exec(sentence)?.[0];
      if (level === undefined) continue;
      const words = sentence.replace(/^(?:[-*]|\d+\.)\s*/, "");
      const plainWords = words.toLowerCase().replace(/[^a-z0-9 ]/g, "");
      const id = hash("sha256", `${name} ${plainWords}`, "hex").slice(0, 12);
      yield { place: `${page}#${plain(heading)}`, id, level, text: words };
    }
  }
}

/**
 * Returns the paragraphs, list items and table rows of a page, each with its
 * heading.
 */
function* splitBlocks(
  source: string,
): Generator<{ heading: string; text: string }> {
  let heading = "";
  let lines: string[] = [];
  const block = (): { heading: string; text: string }[] => {
    const text = lines.join(" ");
    lines = [];
    return text === "" ? [] : [{ heading, text }];
  };
  for (const line of source.replace(/```.*?```/gs, "").split("\n")) {
    const title = /^#+\s+(.*)/.exec(line)?.[1];
    if (title !== undefined || line.trim() === "" || BLOCK.test(line))
      yield* block();
    if (title !== undefined) heading = title;
    else if (line.trim() !== "") lines.push(line.trim());
  }
  yield* block();
}

function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
