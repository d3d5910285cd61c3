/** Table of the members of an object type. */
import { reference } from "../../generator/model/build.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import {
  INDEX,
  getMembers,
  type EffectiveMember,
} from "../../generator/model/members/members.js";
import { isAny, resolveAlias } from "../../generator/model/members/resolve.js";
import type { Doc, Member, TypeNode } from "../../generator/model/types.js";
import { h, type Child } from "../base/dom.js";
import { prose, typeCode, typeLink } from "./code.js";
import type { Revision } from "./revision.js";

/**
 * Doc tags that restrict a value, with the text that the table shows for each.
 */
const LIMITS: Readonly<Record<string, string>> = {
  minimum: "minimum",
  maximum: "maximum",
  minLength: "minimum length",
  maxLength: "maximum length",
  minItems: "minimum items",
  maxItems: "maximum items",
  pattern: "pattern",
  "TJS-pattern": "pattern",
  format: "format",
  "TJS-type": "JSON type",
};

/**
 * Row of the table of members: a member of the type, or a member of a nested
 * object.
 */
interface Row {
  readonly path: string;
  readonly depth: number;
  readonly member: EffectiveMember;
}

/**
 * Options of a table. `label` is the ARIA label of the table. `base` is the
 * prefix of the names that identify members in URLs.
 */
interface TableOptions {
  readonly base?: string;
  readonly label: string;
}

/**
 * Returns a table of the members of a type and of its nested object types.
 * Returns null if the type is not an object.
 */
function memberTable(
  type: TypeNode,
  revision: Revision,
  { base = "", label }: TableOptions,
): HTMLElement | null {
  const rows = collectRows(type, revision, "", 0);
  if (rows === null) return null;
  if (rows.length === 0)
    return h("p", { class: "quiet" }, "The type declares no members.");
  const own = type.kind === "reference" ? type.name : null;
  return h(
    "table",
    { class: "members", role: "table", "aria-label": label },
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        ["Name", "Type", "Description"].map((title) =>
          h("th", { scope: "col", role: "columnheader" }, title),
        ),
      ),
    ),
    h(
      "tbody",
      { role: "rowgroup" },
      rows.map((row) => rowElement(row, revision, base, own)),
    ),
  );
}

function collectRows(
  type: TypeNode,
  revision: Revision,
  path: string,
  depth: number,
): Row[] | null {
  const declarations = declarationsByName(revision.model);
  const members = getMembers(declarations, type);
  if (!members) return null;
  const owner = type.kind === "reference" ? type.name : null;
  // Members that the type declares come before inherited members. An index
  // signature that allows any value is left out, because nearly all types have
  // one.
  const shown = [...members.values()].filter(
    ({ name, type: held }) => name !== INDEX || !isAny(held),
  );
  const isOwn = ({ origin }: EffectiveMember) => Number(origin === owner);
  shown.sort((a, b) => isOwn(b) - isOwn(a));
  return shown.flatMap((member) => {
    const own = path === "" ? member.name : `${path}.${member.name}`;
    const row = { path: own, depth, member };
    const inner = innerObject(member.type);
    return depth < 4 && inner
      ? [row, ...(collectRows(inner, revision, own, depth + 1) ?? [])]
      : [row];
  });
}

/**
 * Returns the anonymous object type in a type: the type itself, or the element
 * type of an array. Returns null for any other type.
 */
function innerObject(type: TypeNode): TypeNode | null {
  if (type.kind === "array") return innerObject(type.element);
  const isNamed = ({ kind }: Member) => kind === "property";
  return type.kind === "object" && type.members.some(isNamed) ? type : null;
}

function rowElement(
  { path, depth, member }: Row,
  revision: Revision,
  base: string,
  own: string | null,
): HTMLElement {
  const { name, type, optional, doc, origin } = member;
  const at = `${base}${path}`;
  const shown = name === INDEX ? "[any other key]" : name;
  return h(
    "tr",
    { role: "row", "data-at": at },
    h(
      "th",
      { scope: "row", role: "rowheader", class: `depth-${depth}` },
      h("code", { class: "member", dir: "ltr" }, shown),
      name !== INDEX &&
        h(
          "span",
          { class: optional ? "quiet" : "required" },
          optional ? "optional" : "required",
        ),
    ),
    h(
      "td",
      { role: "cell" },
      shownType(type, revision),
      limits(doc, type, revision),
    ),
    h(
      "td",
      { role: "cell", class: "prose" },
      doc.deprecated !== null && deprecation(doc, revision),
      prose(doc, revision),
      h(
        "p",
        { class: "facts" },
        doc.since !== null && h("span", {}, `since ${doc.since}`),
        origin !== null && origin !== own && depth === 0 && own !== null
          ? h("span", {}, "from ", typeLink(origin, revision))
          : null,
      ),
    ),
  );
}

/**
 * Renders the type of a member. For an object whose members have separate rows,
 * renders only `object`, and for an array of such objects `object[]`.
 */
function shownType(type: TypeNode, revision: Revision): Child {
  if (!innerObject(type)) return typeCode(type, revision);
  return h(
    "code",
    { class: "type" },
    type.kind === "array" ? "object[]" : "object",
  );
}

/**
 * Renders the default and the limits of a member. For an alias of string
 * literals, also renders the possible values.
 */
function limits(doc: Doc, type: TypeNode, revision: Revision): Child {
  const found = doc.tags.flatMap(({ name, text }) => {
    const said = name === "default" ? "default" : LIMITS[name];
    return said === undefined ? [] : [[said, text.trim()] as const];
  });
  const declarations = declarationsByName(revision.model);
  const whole =
    type.kind === "reference" ? resolveAlias(declarations, type) : type;
  const values =
    type.kind === "reference" &&
    whole.kind === "union" &&
    whole.types.every(({ kind }) => kind === "literal")
      ? whole.types.map((type) =>
          type.kind === "literal" ? JSON.stringify(type.value) : "",
        )
      : [];
  if (whole.kind === "constant") {
    const constant = declarations.get(whole.name);
    if (constant?.kind === "constant")
      found.push(["value", JSON.stringify(constant.value)]);
  }
  return [
    found.map(([said, text]) =>
      h("p", { class: "limit" }, `${said} `, h("code", {}, text)),
    ),
    values.length > 0 &&
      h(
        "p",
        { class: "limit" },
        "one of ",
        values.flatMap((value, index) => [
          index > 0 && ", ",
          h("code", {}, value),
        ]),
      ),
  ];
}

/** Renders the deprecation notice of a type or member. */
export function deprecation(doc: Doc, revision: Revision): Child {
  return h(
    "p",
    { class: "deprecated" },
    h("strong", {}, "Deprecated. "),
    doc.deprecated
      ? prose({ text: doc.deprecated }, revision).flatMap(getInlineContent)
      : null,
  );
}

/**
 * Returns the content of a paragraph, so that it can be used inside another
 * paragraph.
 */
function getInlineContent(child: Child): Child[] {
  return child instanceof HTMLParagraphElement
    ? [...child.childNodes]
    : [child];
}

/**
 * Maximum number of union alternatives for which tables are shown. In a larger
 * union, only the names of the alternatives are listed.
 */
const MAX_TABLES = 4;

/**
 * Renders the alternatives of a union type. If the alternatives are objects and
 * not too many, also renders the members of each.
 */
function alternatives(
  type: TypeNode,
  revision: Revision,
  options: TableOptions,
): Child {
  const whole = resolveAlias(declarationsByName(revision.model), type);
  if (whole.kind !== "union") return null;
  const tables = whole.types.map(
    (type) =>
      type.kind === "reference" && [
        h("h3", {}, typeLink(type.name, revision)),
        memberTable(type, revision, {
          ...options,
          label: `${options.label}: ${type.name}`,
        }),
      ],
  );
  const areObjects = tables.every((table) => table && table[1] !== null);
  if (areObjects && tables.length <= MAX_TABLES)
    return [h("p", { class: "quiet" }, "One of:"), tables];
  return h(
    "ul",
    { class: "alternatives" },
    whole.types.map((type) => h("li", {}, typeCode(type, revision))),
  );
}

/**
 * Renders a type: the members of an object, the alternatives of a union, or the
 * code of any other type.
 */
export function typeDetails(
  type: TypeNode,
  revision: Revision,
  options: TableOptions,
): Child {
  return (
    memberTable(type, revision, options) ??
    alternatives(type, revision, options) ??
    h("p", {}, typeCode(type, revision))
  );
}

/** Returns a reference to the type with the given name. */
export function typeNamed(name: string): TypeNode {
  return reference(name);
}
