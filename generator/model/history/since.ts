/**
 * Since when a revision has what it has. It goes by names, as readers and
 * imports do: what likely was called something else before is as old as its
 * new name, and a name that came back is as old as it ever was.
 */
import { reference } from "../build.js";
import { ENVELOPES } from "../diff/declarations.js";
import { declarationsByName } from "../lookup.js";
import { INDEX, membersOf, type EffectiveMember } from "../members/members.js";
import type { Declarations } from "../members/resolve.js";
import type { Declaration, ProtocolModel, TypeNode } from "../types.js";
import { memberPath, membersInside } from "../walk.js";

/** The first revision that has each name; all of `schema/since.json`. */
export interface SinceTable {
  /** Oldest first. */
  readonly revisions: readonly string[];
  /** By wire method. */
  readonly methods: Readonly<Record<string, string>>;
  /** By name. */
  readonly declarations: Readonly<Record<string, string>>;
  /** By `Declaration.member.inner`, own and inherited members alike. */
  readonly members: Readonly<Record<string, string>>;
}

/** Compares revisions, oldest first. */
export function sinceTable(
  models: ReadonlyMap<string, ProtocolModel>,
): SinceTable {
  const methods: Record<string, string> = {};
  const declarations: Record<string, string> = {};
  const members: Record<string, string> = {};
  for (const [revision, model] of models) {
    for (const { method } of model.methods) methods[method] ??= revision;
    const byName = declarationsByName(model);
    for (const declaration of model.declarations) {
      declarations[declaration.name] ??= revision;
      for (const path of memberPaths(declaration, byName))
        members[path] ??= revision;
    }
  }
  return {
    revisions: [...models.keys()],
    methods: sorted(methods),
    declarations: sorted(declarations),
    members: sorted(members),
  };
}

/** Paths of all members of a declaration, inside object types too. */
function memberPaths(
  { name }: Declaration,
  declarations: Declarations,
): string[] {
  const members = membersOf(declarations, reference(name));
  if (members)
    return [...members.values()].filter(isOwnMatter(name)).flatMap((member) => {
      if (member.name === INDEX) return pathsIn(member.type, `${name}[]`);
      const path = memberPath(name, member.name);
      return [path, ...pathsIn(member.type, path)];
    });
  const declared = declarations.get(name);
  return declared?.kind === "alias" ? pathsIn(declared.type, name) : [];
}

/** All but what every message has around it, named or not. */
function isOwnMatter(name: string): (member: EffectiveMember) => boolean {
  return ({ origin }) =>
    origin === null || origin === name || !ENVELOPES.has(origin);
}

/** Paths of the members of the object types that are written inside a type. */
function pathsIn(type: TypeNode, owner: string): string[] {
  return membersInside(type, owner).flatMap(({ path, member }) =>
    member.kind === "property" ? [path] : [],
  );
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
