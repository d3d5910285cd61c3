/**
 * Compares the entries of two listings by name, and the texts and arguments of
 * each entry.
 */
import type { Change } from "../model/diff/change.js";
import type { Json, PromptEntry } from "../new/manifest/listing.js";
import type { ListingChange } from "./page-data.js";

type Subject = ListingChange["subject"];
type ChangeDetails = Pick<ListingChange, "before" | "after" | "why" | "breaks">;

/**
 * Returns added entries, removed entries, and pairs of entries that are in both
 * listings.
 */
export function pairEntries<Entry extends Json>(
  subject: Subject,
  key: string,
  older: readonly Entry[],
  newer: readonly Entry[],
) {
  const before = new Map(older.map((entry) => [String(entry[key]), entry]));
  const after = new Map(newer.map((entry) => [String(entry[key]), entry]));
  const both: (readonly [was: Entry, is: Entry])[] = [];
  const changes: ListingChange[] = [];
  for (const [name, is] of after) {
    const was = before.get(name);
    if (was) both.push([was, is]);
    else
      changes.push(
        change(subject, name, name, "added", {
          before: null,
          after: null,
          breaks: false,
          why: "Existing callers do not use the new entry.",
        }),
      );
  }
  for (const name of before.keys())
    if (!after.has(name))
      changes.push(
        change(subject, name, name, "removed", {
          before: null,
          after: null,
          breaks: true,
          why: "A caller that still uses the entry receives an error.",
        }),
      );
  return { both, changes };
}

/** Creates a change between two listings, with its description. */
export function change(
  subject: Subject,
  of: string,
  path: string,
  kind: Change["kind"],
  said: ChangeDetails,
): ListingChange {
  return { subject, of, path, kind, ...said };
}

/**
 * Compares the arguments of a prompt between two listings. Arguments can only
 * be added, removed, or made required or optional, because their values are
 * always strings.
 */
export function promptChanges(
  was: PromptEntry,
  is: PromptEntry,
): ListingChange[] {
  const before = new Map(
    (was.arguments ?? []).map((argument) => [argument.name, argument]),
  );
  const after = new Map(
    (is.arguments ?? []).map((argument) => [argument.name, argument]),
  );
  const changes: ListingChange[] = [];
  const said = (
    name: string,
    kind: Change["kind"],
    breaks: boolean,
    why: string,
  ): void => {
    const path = `${is.name} argument ${name}`;
    const rest = { before: null, after: null, breaks, why };
    changes.push(change("prompt", is.name, path, kind, rest));
  };
  for (const [name, { required = false }] of after) {
    const old = before.get(name);
    if (!old && required)
      said(
        name,
        "added",
        true,
        "The argument is required, and existing callers do not send it.",
      );
    else if (!old) said(name, "added", false, "The new argument is optional.");
    else if (required && old.required !== true)
      said(
        name,
        "made required",
        true,
        "A call without the argument is now rejected.",
      );
    else if (!required && old.required === true)
      said(
        name,
        "made optional",
        false,
        "Callers that send the argument are not affected.",
      );
  }
  for (const name of before.keys())
    if (!after.has(name))
      said(
        name,
        "removed",
        false,
        "The server ignores the argument if a caller still sends it.",
      );
  return [...changes, ...wordChanges("prompt", is.name, was, is)];
}

/**
 * Members of entries that contain texts for people, models and hosts. They do
 * not affect whether a call is valid.
 */
const WORDS = ["title", "description", "mimeType", "annotations"];

export function wordChanges(
  subject: Subject,
  name: string,
  was: Json,
  is: Json,
): ListingChange[] {
  return WORDS.flatMap((member) => {
    const [before, after] = [was[member], is[member]].map((value) =>
      value === undefined ? null : JSON.stringify(value),
    );
    if (before === undefined || after === undefined || before === after)
      return [];
    const kind =
      before === null ? "added" : after === null ? "removed" : "changed";
    const why = "The text is only displayed; no call depends on it.";
    const rest = { before, after, breaks: false, why };
    return [change(subject, name, `${name} ${member}`, kind, rest)];
  });
}
