/**
 * Checks comments, test titles, diagnostics and documentation pages against
 * those rules of docs/STYLE.md that a pattern can detect.
 *
 *     node dist/scripts/lint-prose.js
 *
 * Prints one line for each finding. The exit code is 1 if there is any finding.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../generator/support/package.js";

/** Pattern of words that have a plain replacement. */
const WORDS =
  /\b(mend(s|ed|ing)?|told|whom|for ever|as ever|but for|anew|shall|strangers?|somebody|nobody|(?<!there )is no (?!longer|more|less)\w+|of (its|their|one's|somebody's) own(?! \w)|stands? for|comes to|lets? go|goes on|can not)\b/i;
/**
 * Pattern of first words, such as "Whose", after which a comment has no clear
 * subject or verb.
 */
const OPENING = /^(of|what|who|whose|that|those|such|nor|as|where)\b/i;
/**
 * Pattern of test titles that continue the preceding title, or that are too
 * short to contain a verb.
 */
const TITLE = /^(nor|and|but|or|also|none|so|then|not|else)\b|^\S+( \S+)?$/i;

/**
 * Accepted findings. Each item is the start of the line that is printed for a
 * finding.
 */
const ACCEPTED: readonly string[] = [];

interface Text {
  readonly kind: "comment" | "title" | "message" | "page";
  readonly line: number;
  readonly text: string;
}

const COMMENT = /\/\*\*?([^]*?)\*\/|^[ \t]*\/\/ ?(.*(?:\n[ \t]*\/\/.*)*)/gm;
const MESSAGE = /^\s*(?:title|cause|fix|message):\s*(["`])(.*?)\1/gm;

function extractTexts(path: string, source: string): Text[] {
  const found = (kind: Text["kind"], pattern: RegExp, group: number): Text[] =>
    [...source.matchAll(pattern)].map((match) => ({
      kind,
      line: source.slice(0, match.index).split("\n").length,
      text: (match[group] ?? match[group + 1] ?? "")
        .replace(/^[ \t]*(\*|\/\/) ?/gm, "")
        .replace(/`[^`]*`/g, "`code`")
        .trim()
        .replace(/\s+/g, " "),
    }));
  if (path.endsWith(".md")) return found("page", /^(?!\s*```)(?=\S)(.+)$/gm, 1);
  const texts = [
    ...found("comment", COMMENT, 1),
    ...found("message", MESSAGE, 2),
  ];
  if (!path.endsWith(".test.ts")) return texts;
  const suites = [
    ...source.matchAll(/const (\w+) = (?:suite|onPlatforms|redisSuite)\(/g),
  ];
  const names = suites.map(([, name]) => name).join("|");
  if (names === "") return texts;
  const title = new RegExp(`\\b(?:${names})\\(\\s*(["\`])(.*?)\\1,`, "g");
  return [...texts, ...found("title", title, 2)];
}

function findProblem({ kind, text }: Text): string | undefined {
  const word = WORDS.exec(text);
  if (word) return `"${word[0]}" has a plain replacement`;
  if (kind !== "page" && OPENING.test(text))
    return "starts without a noun or verb";
  return kind === "title" && TITLE.test(text)
    ? "cannot be read alone"
    : undefined;
}

const tracked = execFileSync("git", ["ls-files"], {
  cwd: PACKAGE_ROOT,
  encoding: "utf8",
});
let count = 0;
for (const path of tracked.split("\n")) {
  if (!/\.(ts|md)$/.test(path) || /^(snapshots|docs\/STYLE)/.test(path))
    continue;
  const source = readFileSync(join(PACKAGE_ROOT, path), "utf8");
  const prose = path.endsWith(".md")
    ? source.replace(/^```[^]*?^```/gm, (block) => block.replace(/.+/g, ""))
    : source;
  for (const text of extractTexts(path, prose)) {
    const problem = findProblem(text);
    const line = `${path}:${text.line}: ${text.kind} ${problem}: ${text.text.slice(0, 100)}`;
    if (
      problem === undefined ||
      ACCEPTED.some((start) => line.startsWith(start))
    )
      continue;
    count++;
    process.stdout.write(`${line}\n`);
  }
}
process.stdout.write(`${count} findings\n`);
process.exitCode = count > 0 ? 1 : 0;
