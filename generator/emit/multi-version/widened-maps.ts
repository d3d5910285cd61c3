/**
 * Methods of all revisions that a file speaks: those of the newest, and of the
 * others what it does not have any more.
 */
import type { Method, ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext } from "../context.js";
import { embeddedRequests } from "../facts/protocol-facts.js";
import { namespaceOf } from "../facts/revision-names.js";
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

/** The maps that also hold what only older revisions have, as declarations. */
export function widenedMaps(
  context: EmitContext,
  maps: Readonly<Record<string, readonly Method[]>>,
): string[] {
  const { model } = context;
  return Object.entries(maps).flatMap(([name, methods]) => {
    const members = methods.flatMap((one) => {
      const owner = ownerOf(context, one);
      if (owner === model) return [];
      const key = propertyKey(one.method);
      const map = `${methodsName(owner)}.${name}`;
      return [`  ${key}: ${map}[${quote(one.method)}];`];
    });
    if (members.length === 0) return [];
    return [
      [
        `/** \`${name}\` of the newest revision, and what only older ones have. */`,
        `interface ${name} extends ${methodsName(model)}.${name} {`,
        ...members,
        "}",
      ].join("\n"),
    ];
  });
}

/** Name of a revision's `methods.ts` where several are imported. */
export function methodsName(model: ProtocolModel): string {
  return `${namespaceOf(model)}_methods`;
}
