/**
 * Protocol revisions that the page shows, with cached lookups in the model of
 * each revision.
 */
import { createJsonSchema } from "../../generator/emit/json-schema/schema.js";
import { getDialect } from "../../generator/emit/json-schema/dialect.js";
import { mergeMethods } from "../../generator/emit/facts/methods.js";
import type {
  RevisionData,
  ServerData,
} from "../../generator/explore/page-data.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import { memoizeByObject } from "../../generator/model/util/memoize.js";
import { declarationTypes, namesIn } from "../../generator/model/walk.js";
import type {
  Declaration,
  Method,
  ProtocolModel,
} from "../../generator/model/types.js";
import { DATA } from "../base/data.js";

/** Revision that the page shows. */
export interface Revision extends RevisionData {
  /**
   * Methods of the revision. A method that client and server can both send
   * occurs once.
   */
  readonly methods: readonly Method[];
}

/** Method or declaration that uses a type. */
export interface Use {
  readonly kind: "methods" | "types";
  readonly name: string;
}

/** Protocol revisions that the page shows, oldest first. */
export const REVISIONS: readonly Revision[] = DATA.revisions.map(
  ({ name, model }) => ({ name, model, methods: mergeMethods(model) }),
);

/** MCP server that the page shows, or null if the page shows only schemas. */
export const SERVER: ServerData | null = DATA.server;

/**
 * Newest revision whose name is a date, or the last revision if no name is a
 * date. The page shows this revision by default.
 */
export const NEWEST: Revision | undefined =
  REVISIONS.findLast(({ name }) => /^\d/.test(name)) ?? REVISIONS.at(-1);

export function findRevision(name: string): Revision | undefined {
  return REVISIONS.find((revision) => revision.name === name);
}

/** Returns the preceding revision, if the page has one. */
export function getPrecedingRevision(revision: Revision): Revision | undefined {
  return REVISIONS[REVISIONS.indexOf(revision) - 1];
}

export function findDeclaration(
  { model }: Revision,
  name: string,
): Declaration | undefined {
  return declarationsByName(model).get(name);
}

/** Returns all declarations of a method: one for each side that can send it. */
export function findMethodDeclarations(
  { model }: Revision,
  name: string,
): Method[] {
  return model.methods.filter(({ method }) => method === name);
}

/**
 * Returns a map from each declaration to the methods and declarations that use
 * it.
 */
export const getUses = memoizeByObject(
  ({ model, methods }: Revision): ReadonlyMap<string, readonly Use[]> => {
    const uses = new Map<string, Use[]>();
    const add = (name: string, use: Use): void => {
      const known = uses.get(name) ?? [];
      const isKnown = known.some(
        ({ kind, name: other }) => kind === use.kind && other === use.name,
      );
      if (!isKnown && use.name !== name) uses.set(name, [...known, use]);
    };
    for (const { method, params, result, taskResult } of [
      ...methods,
      ...model.methods,
    ]) {
      const types = [params, result, taskResult].filter(
        (type) => type !== null,
      );
      for (const name of namesIn(types))
        add(name, { kind: "methods", name: method });
    }
    for (const { method, declaration } of model.methods)
      add(declaration, { kind: "methods", name: method });
    for (const declaration of model.declarations)
      for (const name of namesIn(declarationTypes(declaration)))
        add(name, { kind: "types", name: declaration.name });
    return uses;
  },
);

/** Returns the names of the types that a declaration refers to, in source order. */
export function getReferencedTypes(declaration: Declaration): string[] {
  return [...namesIn(declarationTypes(declaration))];
}

/**
 * Returns the JSON Schema of one type. References to other types stay
 * references.
 */
export function getJsonSchema(revision: Revision, name: string): unknown {
  const document = schemas(revision.model);
  const all = (document["$defs"] ?? document["definitions"]) as Readonly<
    Record<string, unknown>
  >;
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

const schemas = memoizeByObject((model: ProtocolModel) =>
  createJsonSchema(model, getDialect(model)),
);
