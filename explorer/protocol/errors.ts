/** Table of a revision's error codes. */
import { h, type Child } from "../base/dom.js";
import { prose, typeLink } from "./code.js";
import type { Revision } from "./revision.js";

/**
 * Returns a table of the error codes that the revision declares as constants.
 */
export function errorTable(revision: Revision): Child {
  const codes = revision.model.declarations.flatMap((declaration) =>
    declaration.kind === "constant" && typeof declaration.value === "number"
      ? [declaration]
      : [],
  );
  if (codes.length === 0)
    return h("p", { class: "quiet" }, "The schema defines no error codes.");
  return h(
    "table",
    { class: "members errors", role: "table", "aria-label": "Errors" },
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        ["Code", "Name", "Description"].map((title) =>
          h("th", { scope: "col", role: "columnheader" }, title),
        ),
      ),
    ),
    h(
      "tbody",
      { role: "rowgroup" },
      codes.map(({ name, value, doc }) =>
        h(
          "tr",
          { role: "row" },
          h(
            "th",
            { scope: "row", role: "rowheader" },
            h("code", {}, String(value)),
          ),
          h("td", { role: "cell" }, typeLink(name, revision)),
          h("td", { role: "cell", class: "prose" }, prose(doc, revision)),
        ),
      ),
    ),
  );
}
