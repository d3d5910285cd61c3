import type { Change } from "./change.js";
import {
  breaksText,
  NO_DIFFERENCE,
  sectionsOf,
  summaryOf,
} from "./sections.js";
import type { Section } from "./sections.js";

/** Changes as a page of Markdown. */
export function diffMarkdown(
  changes: readonly Change[],
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const title = `# From ${from} to ${to}`;
  if (changes.length === 0) return `${title}\n\nThere is ${NO_DIFFERENCE}.\n`;
  const blocks = [title, `${summaryOf(changes)}.`];
  for (const section of sectionsOf(changes)) {
    blocks.push(`## ${section.title}`);
    blocks.push(section.subject === "type" ? typeList(section) : list(section));
  }
  return `${blocks.join("\n\n")}\n`;
}

function list({ groups }: Section): string {
  return groups.flatMap(({ changes }) => changes.map(item)).join("\n");
}

function item(change: Change): string {
  const { kind, path, before, after, why } = change;
  const word = kind === "renamed" ? "likely renamed" : kind;
  const broken = breaksText(change.breaks);
  const lines = [
    `- ${code(path)} ${word}${broken ? ` (**breaks an older ${broken}**)` : ""}`,
  ];
  const deprecation = kind === "deprecated" || kind === "no longer deprecated";
  if (before !== null && !deprecation) lines.push(`  - was ${code(before)}`);
  if (after !== null && !deprecation) lines.push(`  - is ${code(after)}`);
  if (broken) lines.push(`  - ${why}`);
  return lines.join("\n");
}

function typeList({ groups }: Section): string {
  const all = groups.flatMap(({ changes }) => changes);
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort();
  return kinds
    .map((kind) => {
      const names = all
        .filter((change) => change.kind === kind)
        .map(({ path, before }) =>
          kind === "renamed"
            ? `${code(before ?? "")} to ${code(path)}`
            : code(path),
        );
      const word = kind === "renamed" ? "likely renamed" : kind;
      return `- ${word}: ${names.join(", ")}`;
    })
    .join("\n");
}

/** Text in as many backticks as it takes. */
function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const marks = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const gap = /^`|`$/.test(text) ? " " : "";
  return `${marks}${gap}${text}${gap}${marks}`;
}
