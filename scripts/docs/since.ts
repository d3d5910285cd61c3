/**
 * Creates `schema/since.json`: the revision that introduced each method,
 * declaration and member. Only names are compared, because a program imports a
 * declaration by its name. A renamed declaration therefore counts as new. A
 * name that was removed and added again keeps its first revision.
 */
import { format } from "prettier";
import { reference } from "../../generator/model/build.js";
import { ENVELOPES } from "../../generator/model/diff/declarations.js";
import type { SinceTable } from "../../generator/model/history.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import {
  INDEX,
  getMembers,
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

/** Returns the text of `schema/since.json`. */
export function sinceText(): Promise<string> {
  const table = sinceTable(bundledModels());
  return format(JSON.stringify(table, null, 2), { parser: "json" });
}

/**
 * Returns the first revision of each name. The models must be sorted, oldest
 * first.
 */
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

/**
 * Returns the paths of all members of a declaration, including members of
 * nested object types.
 */
function memberPaths(
  { name }: Declaration,
  declarations: Declarations,
): string[] {
  const members = getMembers(declarations, reference(name));
  if (members)
    return [...members.values()]
      .filter(createEnvelopeFilter(name))
      .flatMap((member) => {
        if (member.name === INDEX) return pathsIn(member.type, `${name}[]`);
        const path = memberPath(name, member.name);
        return [path, ...pathsIn(member.type, path)];
      });
  const declared = declarations.get(name);
  return declared?.kind === "alias" ? pathsIn(declared.type, name) : [];
}

/**
 * Returns a filter that removes members of the JSON-RPC envelope, such as
 * `jsonrpc`.
 */
function createEnvelopeFilter(
  name: string,
): (member: EffectiveMember) => boolean {
  return ({ origin }) =>
    origin === null || origin === name || !ENVELOPES.has(origin);
}

/** Returns the paths of the members of object types inside a type. */
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
