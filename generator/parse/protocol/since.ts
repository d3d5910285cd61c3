/**
 * Adds `since` to declarations, members and methods: the first revision that
 * contains them. The first revisions are listed in a table.
 */
import { memoizeByObject } from "../../model/util/memoize.js";
import type { SinceTable } from "../../model/history.js";
import type {
  Declaration,
  Doc,
  Member,
  Method,
  TypeNode,
} from "../../model/types.js";
import { mapChildren, memberPath } from "../../model/walk.js";

/**
 * Returns a function that adds `since` (the first revision with this name) to
 * declarations and their members. The results are cached by the list of
 * declarations, so that identical models share one result.
 */
export const dateDeclarations = memoizeByObject((table: SinceTable) => {
  const [first] = table.revisions;
  return memoizeByObject((declarations: readonly Declaration[]) =>
    declarations.map((declaration) => {
      const { name } = declaration;
      const since = entry(table.declarations, name);
      if (since === null) return declaration;
      const doc = dateDoc(declaration.doc, since, first ?? since);
      const place = { table, path: name, since };
      return dateDeclaration({ ...declaration, doc }, place);
    }),
  );
});

/**
 * Returns the methods with the member `since` added: the first revision that
 * contains the method, according to `table`.
 */
export function dateMethods(
  methods: readonly Method[],
  table: SinceTable,
): Method[] {
  return methods.map((method) => ({
    ...method,
    since: entry(table.methods, method.method),
  }));
}

/**
 * Declaration or member that contains the members to which `since` is added.
 * `path` and `since` are its path and its first revision. `table` lists the
 * first revisions of all names.
 */
interface Parent {
  readonly table: SinceTable;
  readonly path: string;
  readonly since: string;
}

function dateDeclaration(declaration: Declaration, at: Parent): Declaration {
  if (declaration.kind === "alias")
    return { ...declaration, type: dateType(declaration.type, at) };
  return declaration.kind === "interface"
    ? { ...declaration, members: dateMembers(declaration.members, at) }
    : declaration;
}

function dateMembers(members: readonly Member[], at: Parent): Member[] {
  return members.map((member) => {
    const { type } = member;
    if (member.kind === "index")
      return { ...member, type: dateType(type, inside(at)) };
    const path = memberPath(at.path, member.name);
    const since = entry(at.table.members, path);
    if (since === null) return member;
    const doc = dateDoc(member.doc, since, at.since);
    return { ...member, doc, type: dateType(type, { ...at, path, since }) };
  });
}

function dateType(type: TypeNode, at: Parent): TypeNode {
  if (type.kind === "object")
    return { ...type, members: dateMembers(type.members, at) };
  const where = type.kind === "array" ? inside(at) : at;
  return mapChildren(type, (child) => dateType(child, where));
}

function inside(at: Parent): Parent {
  return { ...at, path: `${at.path}[]` };
}

/** Adds `since` to a doc comment, unless the parent has the same `since`. */
function dateDoc(doc: Doc, since: string, holder: string): Doc {
  return since === holder ? doc : { ...doc, since };
}

function entry(
  table: Readonly<Record<string, string>>,
  name: string,
): string | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
