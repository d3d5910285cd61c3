/** `docs/changes/`: what each revision changed, as `diff` tells it. */
import { format } from "prettier";
import { diffModels } from "../../generator/model/diff/diff.js";
import type { Change } from "../../generator/model/diff/diff.js";
import { diffPage } from "../../generator/model/diff/page.js";
import { bundledModels } from "./bundled.js";
import type { Page } from "./pages.js";

const FOLDER = "docs/changes";

const NOTE = "<!-- Made by scripts/docs.ts with what `diff` finds. -->";

const HEAD = `# What changed between revisions

One page a step, made from the models of both revisions: methods, capabilities,
members, constants and types, and for each change whether an older client or an
older server that meets a newer peer breaks by it, and why. Where a capability
keeps the two from meeting, only the prose of the specification says so.

${NOTE}
`;

interface Step {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly Change[];
}

/** A page for each step, and one that lists them. */
export async function changePages(): Promise<Page[]> {
  const steps = stepsOf([...bundledModels()]);
  const pages = steps.map(({ from, to, changes }) => ({
    path: `${FOLDER}/${from}..${to}.md`,
    text: `${diffPage(changes, { from, to })}\n${NOTE}\n`,
  }));
  const index = { path: `${FOLDER}/README.md`, text: indexText(steps) };
  return Promise.all(
    [index, ...pages].map(async ({ path, text }) => ({
      path,
      text: await format(text, { parser: "markdown" }),
    })),
  );
}

function stepsOf(
  models: readonly (readonly [string, Parameters<typeof diffModels>[0]])[],
): Step[] {
  return models.slice(1).flatMap(([to, newer], index) => {
    const [from, older] = models[index] ?? [];
    return from === undefined || older === undefined
      ? []
      : [{ from, to, changes: diffModels(older, newer) }];
  });
}

function indexText(steps: readonly Step[]): string {
  const rows = steps.map(({ from, to, changes }) => {
    const cells = [
      `[${from} to ${to}](${from}..${to}.md)`,
      String(changes.length),
      String(changes.filter(({ breaks }) => breaks.client).length),
      String(changes.filter(({ breaks }) => breaks.server).length),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    HEAD,
    "| step | changes | break an older client | break an older server |",
    "| --- | --: | --: | --: |",
    ...rows,
  ].join("\n");
}
