/**
 * Methods of all revisions that a file speaks: those of the newest, and of the
 * others what it does not have any more.
 */
import type { Method, ProtocolModel } from "../../model/types.js";
import type { ModuleNames } from "../print/imports.js";
import { modelsOf, type EmitContext } from "../context.js";
import { embeddedRequests } from "../protocol/protocol-facts.js";
import { folderOf, namespaceOf } from "../assemble/revision-names.js";
import { propertyKey, quote } from "../print/syntax.js";

/** Each method once, as the newest revision that has it declares it. */
export function methodsOf(
  context: EmitContext,
  pick: (model: ProtocolModel) => readonly Method[],
): Method[] {
  // What travels inside results now is known by its newest form.
  const embedded = embeddedRequests(context.model).map(({ method }) => method);
  const all = new Map<string, Method>();
  for (const one of modelsOf(context).flatMap(pick)) {
    if (all.has(one.method) || embedded.includes(one.method)) continue;
    all.set(one.method, one);
  }
  return [...all.values()];
}

/** The revision that declares a method. */
export function ownerOf(context: EmitContext, method: Method): ProtocolModel {
  const owner = modelsOf(context).find(({ methods }) =>
    methods.includes(method),
  );
  return owner ?? context.model;
}

/** A map of `methods.ts`, and the methods that a file looks up in it. */
export interface MethodMap {
  readonly name: string;
  readonly methods: readonly Method[];
}

/**
 * The maps that a file names: imported, or declared where what older revisions
 * have goes beside what the newest has.
 */
export function mapsOf(
  context: EmitContext,
  maps: readonly MethodMap[],
): { readonly imports: ModuleNames[]; readonly declarations: string[] } {
  const { model, folder = "./" } = context;
  const older = (methods: readonly Method[]): Method[] =>
    methods.filter((one) => ownerOf(context, one) !== model);
  const widened = maps.filter(({ methods }) => older(methods).length > 0);
  const plain = maps.filter((one) => !widened.includes(one));
  const named = modelsOf(context).filter(
    (one) =>
      widened.length > 0 &&
      (one === model ||
        maps.some(({ methods }) =>
          methods.some((method) => ownerOf(context, method) === one),
        )),
  );
  return {
    imports: [
      ...named.map((one) => ({
        from: `./${folderOf(one)}/methods.js`,
        names: [methodsName(one)],
        types: true,
        whole: true,
      })),
      {
        from: `${folder}methods.js`,
        names: plain.map(({ name }) => name),
        types: true,
      },
    ],
    declarations: widened.map(({ name, methods }) => {
      const members = older(methods).map((one) => {
        const place = `${methodsName(ownerOf(context, one))}.${name}`;
        const type = `${place}[${quote(one.method)}]`;
        return `  ${propertyKey(one.method)}: ${type};`;
      });
      return [
        `/** \`${name}\` of the newest revision, and what only older ones have. */`,
        `interface ${name} extends ${methodsName(model)}.${name} {`,
        ...members,
        "}",
      ].join("\n");
    }),
  };
}

/** Name of a revision's `methods.ts` where several are imported. */
function methodsName(model: ProtocolModel): string {
  return `${namespaceOf(model)}_methods`;
}
