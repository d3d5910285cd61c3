/**
 * List of the changes between two revisions. Each item shows the kind of the
 * change, the old and the new text, and whether the change breaks older clients
 * or servers.
 */
import type { Change } from "../../generator/model/diff/diff.js";
import { h, type Child } from "../base/dom.js";
import { inline } from "../base/markdown.js";
import { anyHref } from "../protocol/code.js";
import type { Revision } from "../protocol/revision.js";
import { chip } from "./view.js";

/** Renders the list of changes from one revision to another. */
export function changeList(
  changes: readonly Change[],
  older: Revision,
  newer: Revision,
): HTMLElement {
  return h(
    "ul",
    { class: "changes" },
    changes.map((change) => {
      const { of, kind } = change;
      return changeItem(
        change,
        anyHref(of, kind === "removed" ? older : newer),
      );
    }),
  );
}

function changeItem(
  { kind, subject, path, before, after, breaks, why }: Change,
  href: string | undefined,
): HTMLElement {
  const name = h("code", { class: "member", dir: "ltr" }, path);
  const broken = [breaks.client && "client", breaks.server && "server"].filter(
    (side) => side !== false,
  );
  const isDeprecation =
    kind === "deprecated" || kind === "no longer deprecated";
  return h(
    "li",
    { "data-at": path },
    h(
      "p",
      { class: "what" },
      href === undefined ? name : h("a", { href }, name),
      " ",
      chip(kind === "renamed" ? "likely renamed" : kind, KINDS[kind] ?? ""),
      broken.map((side) => [" ", chip(`breaks an older ${side}`, "bad")]),
    ),
    // Omit the declaration of an added or removed type: all of its text would
    // be new or gone.
    !isDeprecation &&
      !(subject === "type" && kind !== "renamed") &&
      beforeAfter(before, after),
    h(
      "p",
      { class: "quiet" },
      inline(why, () => undefined),
    ),
  );
}

/** CSS class of each kind of change. Other kinds have no class. */
export const KINDS: Readonly<Record<string, string>> = {
  added: "good",
  removed: "gone",
};

/** Renders the text before and after a change. */
export function beforeAfter(
  before: string | null,
  after: string | null,
): Child {
  if (before === null && after === null) return null;
  return h(
    "dl",
    { class: "sides" },
    before !== null && [
      h("dt", {}, "was"),
      h("dd", {}, h("code", { dir: "ltr" }, before)),
    ],
    after !== null && [
      h("dt", {}, "is"),
      h("dd", {}, h("code", { dir: "ltr" }, after)),
    ],
  );
}
