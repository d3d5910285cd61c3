/** Where a page of the specification says MUST, MUST NOT, SHOULD or SHOULD NOT. */
import { createHash } from "node:crypto";

/** One sentence that asks for something. */
export interface Statement {
  /** Page and heading: `basic/lifecycle#Timeouts`. */
  readonly place: string;
  /**
   * What it is known by: a hash of the page's name and of the sentence's words,
   * so that the same sentence in two revisions is one statement.
   */
  readonly id: string;
  readonly level: string;
  readonly text: string;
}

const LEVEL = /\b(MUST NOT|SHOULD NOT|MUST|SHOULD)\b/;
const BLOCK = /^\s*(?:[-*]|\d+\.)\s|^\s*\|/;

/** The statements of `source`, the text of a page in Markdown. */
export function* statementsOf(
  page: string,
  source: string,
): Generator<Statement> {
  const name = page.split("/").at(-1) ?? page;
  for (const { heading, text } of blocksOf(source)) {
    for (const sentence of plain(text).split(/(?<=[.!?:])\s+(?=[A-Z])/)) {
      const level = LEVEL.exec(sentence)?.[0];
      if (level === undefined) continue;
      const words = sentence.replace(/^(?:[-*]|\d+\.)\s*/, "");
      const id = createHash("sha256")
        .update(`${name} ${words.toLowerCase().replace(/[^a-z0-9 ]/g, "")}`)
        .digest("hex")
        .slice(0, 12);
      yield { place: `${page}#${plain(heading)}`, id, level, text: words };
    }
  }
}

/** Paragraphs, items and rows, each with the heading that it stands under. */
function* blocksOf(
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
