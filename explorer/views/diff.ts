/**
 * View that compares any two protocol revisions. For each difference, it shows
 * whether older clients or servers break.
 */
import type { Change } from "../../generator/model/diff/diff.js";
import { h, replace, type Child } from "../base/dom.js";
import { toHash } from "../base/route.js";
import {
  REVISIONS,
  findRevision,
  type Revision,
} from "../protocol/revision.js";
import { changesBetween } from "../protocol/states.js";
import { changeList } from "./changes.js";
import type { View } from "./view.js";

const SUBJECTS: readonly (readonly [Change["subject"], string])[] = [
  ["method", "Methods"],
  ["capability", "Capabilities"],
  ["member", "Members"],
  ["constant", "Constants"],
  ["type", "Types"],
];

export function diffView(from: string, to: string): View | null {
  const [older, newer] = [findRevision(from), findRevision(to)];
  if (!older || !newer) return null;
  const changes = changesBetween(older, newer);
  const list = h("div", {});
  const only = h("input", {
    type: "checkbox",
    id: "only",
    onchange: () => show(),
  });
  const show = (): void =>
    replace(list, groups(changes, only.checked, older, newer));
  show();
  return {
    title: `${from} → ${to}`,
    content: [
      chooser(from, to),
      h("p", { class: "lead" }, summary(changes)),
      h(
        "p",
        {},
        h(
          "label",
          { for: "only", class: "check" },
          only,
          " Only breaking changes",
        ),
      ),
      list,
    ],
  };
}

function summary(changes: readonly Change[]): string {
  if (changes.length === 0) return "The revisions do not differ on the wire.";
  const clients = changes.filter(({ breaks }) => breaks.client).length;
  const servers = changes.filter(({ breaks }) => breaks.server).length;
  return `${changes.length} ${changes.length === 1 ? "change" : "changes"}: ${clients} ${clients === 1 ? "breaks" : "break"} an older client, ${servers} an older server.`;
}

function groups(
  changes: readonly Change[],
  onlyBreaking: boolean,
  older: Revision,
  newer: Revision,
): Child {
  return SUBJECTS.map(([subject, title]) => {
    const own = changes.filter(
      (change) =>
        change.subject === subject &&
        (!onlyBreaking || change.breaks.client || change.breaks.server),
    );
    return (
      own.length > 0 &&
      h(
        "section",
        {},
        h("h2", {}, `${title} (${own.length})`),
        changeList(own, older, newer),
      )
    );
  });
}

function chooser(from: string, to: string): HTMLElement {
  const select = (id: string, chosen: string) =>
    h(
      "select",
      { id, onchange: () => go() },
      REVISIONS.map(({ name }) =>
        h("option", { value: name, selected: name === chosen }, name),
      ),
    );
  const [first, second] = [select("diff-from", from), select("diff-to", to)];
  const go = (): void => {
    location.hash = toHash({
      view: "diff",
      from: first.value,
      to: second.value,
    });
  };
  return h(
    "form",
    { class: "chooser" },
    h("label", { for: "diff-from" }, "From"),
    first,
    h("label", { for: "diff-to" }, "to"),
    second,
    h("a", { href: toHash({ view: "diff", from: to, to: from }) }, "Swap"),
  );
}
