/**
 * `schema/since.json`: since when a revision has what it has. It goes by names, as
 * readers and imports do: what likely was called something else before is as old as
 * its new name, and a name that came back is as old as it ever was.
 */
import { format } from "prettier";
import { reference } from "../../generator/model/build.js";
import { ENVELOPES } from "../../generator/model/diff/declarations.js";
import type { SinceTable } from "../../generator/model/history.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import {
  INDEX,
  membersOf,
  type EffectiveMember,
} from "../../generator/model/members/members.js";
import type { Declarations } from "../../generator/model/members/resolve.js";
import type {
  Declaration,
  ProtocolModel,
  TypeNode,
} from "../../generator/model/types.js";
import { memberPath, membersInside } from "../../generator/model/walk.js";
import { bundledModels } from "./bundled.js";

/** The file. */
export function sinceText(): Promise<string> {
  const table = sinceTable(bundledModels());
  return format(JSON.stringify(table, null, 2), { parser: "json" });
}

/** Compares revisions, oldest first. */
function sinceTable(models: ReadonlyMap<string, ProtocolModel>): SinceTable {
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
