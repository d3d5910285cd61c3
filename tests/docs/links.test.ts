/**
 * Checks the relative links in README.md, CONTRIBUTING.md, ARCHITECTURE.md and
 * docs/.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/**
 * Maximum number of lines of a documentation page without a table of contents.
 */
const MAX_WITHOUT_CONTENTS = 300;

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Returns the text of a page without code blocks and inline code. */
function removeCode(page: string): string {
  return page.replace(/^(`{3,})[^]*?^\1$/gm, "").replace(/`[^`\n]*`/g, "x");
}

/** Returns the anchors of a page's headings in GitHub's format. */
function getAnchors(page: string): string[] {
  const headings = page
    .replace(/^(`{3,})[^]*?^\1$/gm, "")
    .matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

/**
 * Returns the broken relative links of a page: their file or heading does not
 * exist.
 */
function findBrokenLinks(path: string): string[] {
  const prose = removeCode(read(path));
  const targets = [
    ...prose.matchAll(/\]\(([^)\s]+)\)/g),
    ...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm),
  ].map(([, target = ""]) => target);
  return targets.filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [file = "", anchor] = target.split("#");
    const page = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, page))) return true;
    return anchor !== undefined && !getAnchors(read(page)).includes(anchor);
  });
}

const test = suite("docs: links");

for (const path of PAGES)
  test(`the page ${path} has no broken relative links`, () => {
    assert.equal(findBrokenLinks(path), []);
  });

test("docs/README.md links to every page of docs/", () => {
  const index = read("docs/README.md");
  const missing = PAGES.filter(
    (path) =>
      path.startsWith("docs/") &&
      path !== "docs/README.md" &&
      !index.includes(`](${path.slice("docs/".length)})`),
  );
  assert.equal(missing, []);
});

test("every documentation page with more than 300 lines starts with a table of contents", () => {
  const missing = PAGES.filter((path) => path.startsWith("docs/")).filter(
    (path) => {
      const page = read(path);
      const isLong = page.split("\n").length > MAX_WITHOUT_CONTENTS;
      return isLong && !/^# .+\n\n(?:.+\n)*\n?- \[[^\]]+\]\(#/.test(page);
    },
  );
  assert.equal(missing, []);
});

test.run();
