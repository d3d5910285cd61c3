import type { Breaks, Change, ChangeSubject } from "./change.js";

/** Changes of one subject, as both text and Markdown show them. */
export interface Section {
  readonly title: string;
  readonly subject: ChangeSubject;
  /** By what they are in, in the order of the changes. */
  readonly groups: readonly Group[];
}

/** What changed in one declaration or method. */
export interface Group {
  readonly of: string;
  readonly changes: readonly Change[];
}

const TITLES: readonly (readonly [ChangeSubject, string])[] = [
  ["method", "Methods"],
  ["capability", "Capabilities"],
  ["member", "Members"],
  ["constant", "Constants"],
  ["type", "Types"],
];

/** The sections that are not empty. */
export function sectionsOf(changes: readonly Change[]): Section[] {
  return TITLES.flatMap(([subject, title]) => {
    const groups = new Map<string, Change[]>();
    for (const change of changes) {
      if (change.subject !== subject) continue;
      const group = groups.get(change.of) ?? [];
      group.push(change);
      groups.set(change.of, group);
    }
    return groups.size === 0
      ? []
      : [
          {
            title,
            subject,
            groups: [...groups].map(([of, all]) => ({ of, changes: all })),
          },
        ];
  });
}

/** `12 changes: 3 break an older client, 1 an older server`. */
export function summaryOf(changes: readonly Change[]): string {
  const count = changes.length;
  const clients = changes.filter(({ breaks }) => breaks.client).length;
  const servers = changes.filter(({ breaks }) => breaks.server).length;
  const verb = clients === 1 ? "breaks" : "break";
  return `${count} ${count === 1 ? "change" : "changes"}: ${clients} ${verb} an older client, ${servers} an older server`;
}

/** `client`, `server`, `client and server` or nothing. */
export function breaksText({ client, server }: Breaks): string {
  return [client ? "client" : "", server ? "server" : ""]
    .filter(Boolean)
    .join(" and ");
}

/** Path of a change inside what it is in. */
export function pathInside({ path, of }: Change): string {
  return path === of ? "" : path.slice(of.length).replace(/^\./, "");
}

/** All that a diff of equals says. */
export const NO_DIFFERENCE = "no difference on the wire";
