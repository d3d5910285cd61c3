import type { Change, ChangeSubject } from "./change.js";

const SECTIONS: readonly (readonly [ChangeSubject, title: string])[] = [
  ["method", "Methods"],
  ["capability", "Capabilities"],
  ["member", "Members"],
  ["constant", "Constants"],
  ["type", "Types"],
];

/** Markup in which a page of changes is printed, such as Markdown. */
export interface PageStyle {
  heading(level: number, text: string): string;
  strong(text: string): string;
  code(text: string): string;
}

export const MARKDOWN: PageStyle = {
  heading: (level, text) => `${"#".repeat(level)} ${text}`,
  strong: (text) => `**${text}**`,
  code: inBackticks,
};

/** Page style for a terminal: plain text without markup. */
export const PLAIN: PageStyle = {
  heading: (_level, text) => text,
  strong: (text) => text,
  code: (text) => text,
};

/**
 * Prints changes as a page. `from` is the name of the older model, and `to` the
 * name of the newer model.
 */
export function diffPage(
  changes: readonly Change[],
  { from, to }: Readonly<Record<"from" | "to", string>>,
  style: PageStyle = MARKDOWN,
): string {
  const title = style.heading(1, `From ${from} to ${to}`);
  if (changes.length === 0)
    return `${title}\n\nThere is no difference on the wire.\n`;
  const blocks = [title, `${summarize(changes)}.`];
  for (const [subject, heading] of SECTIONS) {
    const all = changes.filter((change) => change.subject === subject);
    if (all.length === 0) continue;
    const items =
      subject === "type"
        ? typeItems(all, style)
        : inOrder(all).map((change) => item(change, style));
    blocks.push(style.heading(2, heading), items.join("\n"));
  }
  return `${blocks.join("\n\n")}\n`;
}

/**
 * Returns a summary such as `12 changes: 3 break an older client, 1 an older
 * server`.
 */
function summarize(changes: readonly Change[]): string {
  const count = changes.length;
  const clients = changes.filter(({ breaks }) => breaks.client).length;
  const servers = changes.filter(({ breaks }) => breaks.server).length;
  const verb = clients === 1 ? "breaks" : "break";
  return `${count} ${count === 1 ? "change" : "changes"}: ${clients} ${verb} an older client, ${servers} an older server`;
}

/**
 * Reorders changes so that all changes of a declaration or method are adjacent.
 */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const names = [...new Set(changes.map(({ of }) => of))];
  return names.flatMap((name) => changes.filter(({ of }) => of === name));
}

function item(change: Change, { strong, code }: PageStyle): string {
  const { kind, path, before, after, why, breaks } = change;
  const broken = [
    ...(breaks.client ? ["client"] : []),
    ...(breaks.server ? ["server"] : []),
  ].join(" and ");
  const lines = [
    `- ${code(path)} ${getLabel(change)}${broken && ` (${strong(`breaks an older ${broken}`)})`}`,
  ];
  const deprecation = kind === "deprecated" || kind === "no longer deprecated";
  if (before !== null && !deprecation)
    lines.push(`  - before: ${code(before)}`);
  if (after !== null && !deprecation) lines.push(`  - after: ${code(after)}`);
  if (broken) lines.push(`  - ${why}`);
  return lines.join("\n");
}

/**
 * Prints changed types as lists of names, one list for each kind of change.
 * Details are left out, because the changes are many and most are not visible
 * on the wire.
 */
function typeItems(changes: readonly Change[], { code }: PageStyle): string[] {
  const kinds = [...new Set(changes.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => {
    const names = changes
      .filter((change) => change.kind === kind)
      .map(({ path, before }) =>
        kind === "renamed"
          ? `${code(before ?? "")} to ${code(path)}`
          : code(path),
      );
    return `- ${getLabel({ kind })} types: ${names.join(", ")}`;
  });
}

function getLabel({ kind }: Pick<Change, "kind">): string {
  return kind === "renamed" ? "likely renamed" : kind;
}

/**
 * Encloses a text in enough backticks that backticks inside the text do not end
 * the code span.
 */
function inBackticks(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const marks = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const gap = /^`|`$/.test(text) ? " " : "";
  return `${marks}${gap}${text}${gap}${marks}`;
}
