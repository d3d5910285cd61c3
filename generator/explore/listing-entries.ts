/** Compares the names, texts and arguments of the entries in two listings. */
import { mapByName } from "../model/lookup.js";
import { sortedJson } from "../../runtime/json-rpc/messages/messages.js";
import { textsIn } from "../lint-tools/lint.js";
import { findInvisible } from "../lint-tools/texts.js";
import { LISTS } from "../new/manifest/check-listing.js";
import type { Json, PromptEntry } from "../new/manifest/listing.js";
import type { ListingChange } from "./page-data.js";

type Subject = ListingChange["subject"];
type Changes = readonly ListingChange[];

/** Kind of a change, and its effect on callers. */
type Effect = Pick<ListingChange, "kind" | "breaks" | "why">;

const ADDED: Effect = {
  kind: "added",
  breaks: false,
  why: "Existing callers do not use the new entry.",
};
const REMOVED: Effect = {
  kind: "removed",
  breaks: true,
  why: "A caller that still uses the entry receives an error.",
};

/**
 * Effect of a change in members that no comparison rule covers, such as
 * `_meta`.
 */
const OTHER: Effect = {
  kind: "changed",
  breaks: false,
  why: "Neither calls nor models depend on the changed members.",
};

/**
 * Returns the changes of one list of a server: added and removed entries first,
 * then the changes of each entry.
 *
 * @param compare Function that compares the members that entries of other lists
 *   do not have.
 */
export async function entryChanges<Entry extends Json>(
  list: keyof typeof LISTS,
  older: readonly Entry[],
  newer: readonly Entry[],
  compare?: (was: Entry, is: Entry) => Changes | Promise<Changes>,
): Promise<ListingChange[]> {
  const [subject, key] = LISTS[list];
  const before = new Map(older.map((entry) => [String(entry[key]), entry]));
  const changes: ListingChange[] = [];
  const inEntries: ListingChange[] = [];
  for (const is of newer) {
    const name = String(is[key]);
    const was = before.get(name);
    before.delete(name);
    inEntries.push(...invisibleChanges(subject, name, was, is));
    if (!was) changes.push(change(subject, name, name, ADDED));
    else if (sortedJson(was) !== sortedJson(is)) {
      const found = [
        ...((await compare?.(was, is)) ?? []),
        ...memberTextChanges(subject, name, was, is),
      ];
      if (found.length === 0) found.push(change(subject, name, name, OTHER));
      inEntries.push(...found);
    }
  }
  for (const name of before.keys())
    changes.push(change(subject, name, name, REMOVED));
  return [...changes, ...inEntries];
}

/**
 * Returns a list with one change if the entry contains other invisible
 * characters than before. Otherwise returns an empty list.
 */
function invisibleChanges(
  subject: Subject,
  name: string,
  ...entries: readonly [was: Json | undefined, is: Json]
): ListingChange[] {
  const [before, after] = entries.map((entry) =>
    findInvisible(Array.from(textsIn(entry), ([, text]) => text).join("\n")),
  );
  if (!after || before === after) return [];
  const why = `The definition contains invisible characters (${after}). A model reads them, but a reviewer cannot see them.`;
  const effect = { ...OTHER, why };
  return [
    { ...change(subject, name, `${name} text`, effect), isForModels: true },
  ];
}

/**
 * Creates a reported change that quotes no texts: `before` and `after` are
 * null.
 */
export function change(
  subject: Subject,
  of: string,
  path: string,
  { kind, breaks, why }: Effect,
): ListingChange {
  return { subject, of, path, kind, before: null, after: null, breaks, why };
}

/** Kinds of change of a prompt's argument, each with its effect on callers. */
const ARGUMENT_CHANGES = {
  addedRequired: {
    kind: "added",
    breaks: true,
    why: "The argument is required, and existing callers do not send it.",
  },
  addedOptional: {
    kind: "added",
    breaks: false,
    why: "The new argument is optional.",
  },
  required: {
    kind: "made required",
    breaks: true,
    why: "A call without the argument is now rejected.",
  },
  optional: {
    kind: "made optional",
    breaks: false,
    why: "Callers that send the argument are not affected.",
  },
  removed: {
    kind: "removed",
    breaks: false,
    why: "The server ignores the argument if a caller still sends it.",
  },
} as const satisfies Readonly<Record<string, Effect>>;

/**
 * Compares the arguments of a prompt between two listings. Arguments can only
 * be added, removed, or made required or optional, because their values are
 * always strings.
 */
export function promptChanges(
  was: PromptEntry,
  is: PromptEntry,
): ListingChange[] {
  const before = mapByName(was.arguments ?? []);
  const after = mapByName(is.arguments ?? []);
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const effect = compareArguments(before.get(name), after.get(name));
    const path = `${is.name} argument ${name}`;
    const [earlier, later] = [before.get(name), after.get(name)];
    return [
      ...(effect ? [change("prompt", is.name, path, effect)] : []),
      ...(earlier && later
        ? textChanges("prompt", is.name, `${path} description`, true, [
            earlier.description,
            later.description,
          ])
        : []),
    ];
  });
}

function compareArguments(
  was: { readonly required?: boolean } | undefined,
  is: { readonly required?: boolean } | undefined,
): Effect | null {
  const { addedRequired, addedOptional, required, optional, removed } =
    ARGUMENT_CHANGES;
  if (!is) return removed;
  if (!was) return is.required ? addedRequired : addedOptional;
  if (is.required && was.required !== true) return required;
  return !is.required && was.required === true ? optional : null;
}

/**
 * Members of entries that contain texts for people, models and hosts. They do
 * not affect whether a call is valid. The value is true for members that models
 * read, or that hosts use to decide whether to ask the user.
 */
const TEXT_MEMBERS = {
  title: false,
  description: true,
  mimeType: false,
  annotations: true,
  frontmatter: true,
  // Files of a skill, with digests of their contents
  resources: true,
} as const;

function memberTextChanges(
  subject: Subject,
  name: string,
  was: Json,
  is: Json,
): ListingChange[] {
  return Object.entries(TEXT_MEMBERS).flatMap(([member, isForModels]) =>
    textChanges(subject, name, `${name} ${member}`, isForModels, [
      was[member],
      is[member],
    ]),
  );
}

/**
 * Returns a list with one change if a text differs that does not affect calls,
 * such as a description. Otherwise returns an empty list.
 */
export function textChanges(
  subject: Subject,
  name: string,
  path: string,
  isForModels: boolean,
  values: readonly [was: unknown, is: unknown],
): ListingChange[] {
  const [before = null, after = null] = values.map((value) =>
    value === undefined ? null : sortedJson(value),
  );
  if (before === after) return [];
  const kind =
    before === null ? "added" : after === null ? "removed" : "changed";
  const why = isForModels
    ? "A model or a host may decide differently, but no call becomes invalid."
    : "The text is only displayed; no call depends on it.";
  const changed = change(subject, name, path, { kind, breaks: false, why });
  return [{ ...changed, before, after, isForModels }];
}
