/** The revisions of the page, and what is asked of each again and again. */
import { mergedMethods } from "../../generator/emit/facts/methods.js";
import { jsonSchemaOf } from "../../generator/emit/json-schema/schema.js";
import { dialectOf } from "../../generator/emit/json-schema/dialect.js";
import { fatten } from "../../generator/explore/thin.js";
import { unpack, type Packed } from "../../generator/explore/pack.js";
import {
  DATA_ID,
  type PageData,
  type RevisionData,
  type ServerData,
} from "../../generator/explore/page-data.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import { memoizeByObject } from "../../generator/model/util/memoize.js";
import { declarationTypes, namesIn } from "../../generator/model/walk.js";
import type {
  Declaration,
  Method,
  ProtocolModel,
} from "../../generator/model/types.js";
import { byId } from "../base/dom.js";

/** One column of the page. */
export interface Revision extends RevisionData {
  /** One entry a method, whichever side sends it. */
  readonly methods: readonly Method[];
}

/** What uses a type: a method, or another declaration. */
export interface Use {
  readonly kind: "methods" | "types";
  readonly name: string;
}

/** What the page was given, read once. */
function read(): PageData {
  const packed = JSON.parse(byId(DATA_ID).textContent) as Packed;
  return unpack(packed) as PageData;
}

const data = read();

/** Oldest first. */
export const REVISIONS: readonly Revision[] = data.revisions.map(
  ({ name, model: slim }) => {
    const model = fatten(slim);
    return { name, model, methods: mergedMethods(model) };
  },
);

/** The server that the page is of, if it is of one. */
export const SERVER: ServerData | null = data.server;

/** The newest with a date, or the last there is: what is shown when nothing is named. */
export const NEWEST: Revision | undefined =
  REVISIONS.findLast(({ name }) => /^\d/.test(name)) ?? REVISIONS.at(-1);

export function revisionOf(name: string): Revision | undefined {
  return REVISIONS.find((one) => one.name === name);
}

/** The revision before, if the page has one. */
export function revisionBefore(revision: Revision): Revision | undefined {
  return REVISIONS[REVISIONS.indexOf(revision) - 1];
}

export function findDeclaration(
  { model }: Revision,
  name: string,
): Declaration | undefined {
  return declarationsByName(model).get(name);
}

/** All declarations of a method: one for each direction. */
export function declarationsOf({ model }: Revision, name: string): Method[] {
  return model.methods.filter(({ method }) => method === name);
}

/** Who uses each declaration. */
export const usesOf = memoizeByObject(
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
      const types = [params, result, taskResult].filter((one) => one !== null);
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

/** What a declaration is made of, by name, in source order. */
export function partsOf(declaration: Declaration): string[] {
  return [...namesIn(declarationTypes(declaration))];
}

/** The JSON Schema of one type, with references to others left as they are. */
export function schemaOf(revision: Revision, name: string): unknown {
  const document = schemas(revision.model);
  const all = (document["$defs"] ?? document["definitions"]) as Readonly<
    Record<string, unknown>
  >;
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

const schemas = memoizeByObject((model: ProtocolModel) =>
  jsonSchemaOf(model, dialectOf(model)),
);
