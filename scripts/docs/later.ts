/**
 * Creates `schema/later.json`. For each revision, the file lists the content
 * types and enum values that only later revisions define and that messages to a
 * client may contain. Servers can send these values even if client and server
 * negotiated an older revision.
 */
import { format } from "prettier";
import { methodFlows } from "../../generator/model/flow.js";
import type {
  LaterByMethod,
  LaterFacts,
  LaterTable,
  LaterValues,
} from "../../generator/model/history.js";
import {
  getNormals,
  type Normal,
  type Normals,
} from "../../generator/model/normal/normal.js";
import { taggedTypes } from "../../generator/model/normal/types.js";
import type { Method, ProtocolModel } from "../../generator/model/types.js";
import { bundledModels } from "./bundled.js";

/** Returns the text of `schema/later.json`. */
export function laterText(): Promise<string> {
  const table = laterTable(bundledModels());
  return format(JSON.stringify(table, null, 2), { parser: "json" });
}

type Places = Map<string, Set<string>>;

/**
 * Compares each revision with all later revisions. The models must be sorted,
 * oldest first.
 */
function laterTable(models: ReadonlyMap<string, ProtocolModel>): LaterTable {
  const received = [...models].map(([revision, model]) => ({
    revision,
    results: placesOf(model, getResultType),
    incoming: placesOf(model, getReceivedType),
  }));
  const laterThan = (index: number, kind: keyof LaterFacts): LaterByMethod => {
    const [own = new Map(), ...after] = received
      .slice(index)
      .map((one) => one[kind]);
    return findLaterValues(own, after);
  };
  return Object.fromEntries(
    received.map(({ revision }, index) => [
      revision,
      {
        results: laterThan(index, "results"),
        incoming: laterThan(index, "incoming"),
      },
    ]),
  );
}

/**
 * Returns the string values that are allowed in messages to a client, by method
 * and then by the path of the value.
 */
function placesOf(
  model: ProtocolModel,
  received: (method: Method) => string | null,
): ReadonlyMap<string, Places> {
  const normals = getNormals(model);
  const byMethod = new Map<string, Places>();
  for (const one of model.methods) {
    const name = received(one);
    if (name === null) continue;
    const places = byMethod.get(one.method) ?? new Map<string, Set<string>>();
    byMethod.set(one.method, places);
    gather(normals.body(name), [], { normals, places, inside: [name] });
  }
  return byMethod;
}

/**
 * Returns the name of a method's result type if a client can send the request.
 * Otherwise returns null.
 */
function getResultType(method: Method): string | null {
  const { result } = method;
  const toClient = methodFlows(method).response.toClient;
  return toClient && result?.kind === "reference" ? result.name : null;
}

/**
 * Returns the name of the method's message type if a client can receive the
 * message. Otherwise returns null.
 */
function getReceivedType(method: Method): string | null {
  return methodFlows(method).message.toClient ? method.declaration : null;
}

interface Walk {
  readonly normals: Normals;
  readonly places: Places;
  /**
   * Names of the types that contain the current type. A type that occurs inside
   * itself is skipped, so that the search ends.
   */
  readonly inside: readonly string[];
}

function gather(type: Normal, path: readonly string[], walk: Walk): void {
  const add = (at: readonly string[], texts: readonly unknown[]): void => {
    const place = at.join(".");
    const known = walk.places.get(place) ?? new Set();
    walk.places.set(place, known);
    for (const text of texts) if (typeof text === "string") known.add(text);
  };
  switch (type.kind) {
    case "literals":
      return add(path, type.values);
    case "array":
      return gather(type.element, [...path, "*"], walk);
    case "object":
      for (const { name, type: inner } of type.properties)
        gather(inner, [...path, name], walk);
      if (type.index) gather(type.index, [...path, "*"], walk);
      return;
    case "union":
      for (const member of type.members) gather(member, path, walk);
      return;
    case "tagged":
      add(
        [...path, type.key],
        type.branches.map(({ value }) => value),
      );
      for (const inner of taggedTypes(type)) gather(inner, path, walk);
      return;
    case "ref": {
      const { name } = type;
      if (walk.inside.includes(name)) return;
      const inside = [...walk.inside, name];
      return gather(walk.normals.body(name), path, { ...walk, inside });
    }
    default:
  }
}

/**
 * Returns the strings that only later revisions allow, by method and then by
 * the path of the value.
 */
function findLaterValues(
  known: ReadonlyMap<string, Places>,
  after: readonly ReadonlyMap<string, Places>[],
): LaterByMethod {
  const byMethod: Record<string, LaterValues> = {};
  for (const [method, places] of known) {
    const unknown: Record<string, readonly string[]> = {};
    for (const [place, texts] of places) {
      const later = after.flatMap((one) => [
        ...(one.get(method)?.get(place) ?? []),
      ]);
      const newer = [...new Set(later)].filter((text) => !texts.has(text));
      if (newer.length > 0) unknown[place] = newer;
    }
    if (Object.keys(unknown).length > 0) byMethod[method] = unknown;
  }
  return byMethod;
}
