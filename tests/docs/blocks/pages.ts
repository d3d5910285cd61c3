/**
 * Documentation pages whose code blocks are run. The pages are divided into
 * groups, which run concurrently.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { ROOT } from "../../harness/program/cli.js";
import { runPage } from "../../harness/program/pages.js";

/**
 * Pages that are left out here, because tests/docs/pages.test.ts tests their
 * generated examples.
 */
const TESTED_ELSEWHERE = ["docs/model.md"];

/** Returns the paths of the documentation pages with the given names. */
function pages(names: string): string[] {
  return names.split(" ").map((name) => `docs/${name}.md`);
}

const START = [
  "README.md",
  ...pages(
    "getting-started-server getting-started-client getting-started-bindings migrating upgrading",
  ),
];

const SERVERS = pages(
  "servers ask-the-client http frameworks authorization shared tasks extensions",
);

const CLIENTS = pages("clients hosts context options api");

/** Names of the groups of documentation pages. */
type Group = "start" | "servers" | "clients" | "others";

/**
 * Declares a test for each page of a group. The test runs every code block of
 * the page.
 */
export function testPages(group: Group): void {
  const groups = {
    start: START,
    servers: SERVERS,
    clients: CLIENTS,
    others: otherPages(),
  };
  const blocks = suite(`docs: code blocks, ${group}`);
  for (const path of groups[group])
    blocks(
      `every code block of ${path} runs and prints what the page shows`,
      () => runPage(path),
    );
  blocks.run();
}

/** Returns the paths of all documentation pages that are in no other group. */
function otherPages(): string[] {
  const known = [...START, ...SERVERS, ...CLIENTS, ...TESTED_ELSEWHERE];
  return readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .filter((path) => !known.includes(path));
}
