/**
 * Restates a schema of the MCP project with our own comments. The structure is
 * that of the MCP project's `schema.ts`. The comments are from schemas that
 * were restated earlier.
 */
import { formatDeclaration } from "../../generator/emit/types/declaration-printer.js";
import { createDoc } from "../../generator/emit/print/doc-comment.js";
import { meaningTags } from "../../generator/model/doc-tags.js";
import {
  mapChildren,
  memberPath,
  membersInside,
} from "../../generator/model/walk.js";
import type {
  Declaration,
  Doc,
  Member,
  ProtocolModel,
  TypeNode,
} from "../../generator/model/types.js";

/**
 * Placeholder for the comment of a declaration or member that no earlier schema
 * has.
 */
const MISSING = "TODO: describe.";
/**
 * Text that marks an old comment for review, because the type of its member has
 * changed.
 */
const CHANGED = "TODO: check this comment.";

/**
 * Text of a restated schema, and the paths of the comments that a person must
 * edit.
 */
export interface Restated {
  readonly text: string;
  /** Paths of the declarations and members whose comment a person must write. */
  readonly missing: readonly string[];
  /** Paths of the members whose comment a person must check. */
  readonly changed: readonly string[];
}

/** Comment of an earlier schema, with the type that the comment describes. */
interface Described {
  readonly doc: Doc;
  readonly type: string;
}

/**
 * Restates the declarations of a schema in their order.
 *
 * @param earlier Models of restated schemas. The comment of the first model that
 *   has the declaration or member is used.
 */
export function restate(
  { declarations }: Pick<ProtocolModel, "declarations">,
  earlier: readonly Pick<ProtocolModel, "declarations">[],
): Restated {
  const known = new Map<string, Described>();
  for (const model of earlier)
    for (const [path, described] of findDescribed(model.declarations))
      if (!known.has(path)) known.set(path, described);
  const missing: string[] = [];
  const changed: string[] = [];

  const createComment = (path: string, doc: Doc, type: string): Doc => {
    const base = known.get(path);
    const isNeeded = doc.text !== "" || doc.tags.length > 0;
    const lines: string[] = [];
    if (base) {
      lines.push(base.doc.text);
      if (base.type !== type && base.doc.text !== "") {
        lines.push("", CHANGED);
        changed.push(path);
      }
    } else if (isNeeded) {
      lines.push(MISSING);
      missing.push(path);
    }
    const tags = meaningTags(doc).map((tag) =>
      tag === "@deprecated" && base?.doc.deprecated
        ? `${tag} ${base.doc.deprecated}`
        : tag,
    );
    return createDoc([...lines, "", ...tags].join("\n").trim());
  };
  const describeMember = (member: Member, owner: string): Member => {
    const path =
      member.kind === "index" ? `${owner}[]` : memberPath(owner, member.name);
    return {
      ...member,
      doc: createComment(path, member.doc, toStructure(member.type)),
      type: describeType(member.type, path),
    };
  };
  const describeType = (type: TypeNode, owner: string): TypeNode => {
    if (type.kind === "array")
      return { ...type, element: describeType(type.element, `${owner}[]`) };
    if (type.kind !== "object")
      return mapChildren(type, (child) => describeType(child, owner));
    const members = type.members.map((member) => describeMember(member, owner));
    return { ...type, members };
  };
  const describe = (declaration: Declaration): Declaration => {
    const { name } = declaration;
    const doc = createComment(name, declaration.doc, "");
    if (declaration.kind === "interface")
      return {
        ...declaration,
        doc,
        members: declaration.members.map((member) =>
          describeMember(member, name),
        ),
      };
    if (declaration.kind === "alias")
      return {
        ...declaration,
        doc,
        type: describeType(declaration.type, name),
      };
    return { ...declaration, doc };
  };
  const texts = declarations.map((declaration) =>
    formatDeclaration(describe(declaration)),
  );
  return { text: `${HEADER}\n${texts.join("\n\n")}\n`, missing, changed };
}

const HEADER = `// Data model of the MCP revision that this folder is named after, written by
// mcp-codegen (MIT, see LICENSE). Its structure equals that of the
// specification's schema.ts; ../revisions.json contains the fingerprint. The
// comments are not upstream's.
`;

/** Yields the path and the comment of each declaration and each of its members. */
function* findDescribed(
  declarations: readonly Declaration[],
): Generator<readonly [path: string, described: Described]> {
  for (const declaration of declarations) {
    const { name, doc } = declaration;
    yield [name, { doc, type: "" }];
    if (declaration.kind === "constant") continue;
    const type: TypeNode =
      declaration.kind === "alias"
        ? declaration.type
        : { kind: "object", members: declaration.members };
    for (const { path, member } of membersInside(type, name))
      yield [path, { doc: member.doc, type: toStructure(member.type) }];
  }
}

/** Returns a text that is equal for types with equal structure. */
function toStructure(type: TypeNode): string {
  return JSON.stringify(type, (key, value: unknown) =>
    ["doc", "position", "integer"].includes(key) ? undefined : value,
  );
}
