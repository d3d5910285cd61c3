/**
 * Emits `corpus.json`, which contains labelled test data for implementations in
 * any language: valid and invalid values of each type, and messages of each
 * method.
 */
import { accepts } from "../../model/normal/accepts.js";
import { getNormals, type Normals } from "../../model/normal/normal.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import type { EmitContext, TextPage } from "../context.js";
import { printJson } from "../print/text.js";
import { generateValue } from "./generate-value.js";
import { createMessageCases, createTypeCases } from "./cases.js";
import { generateLabelled, type LabelledValues } from "./label.js";
import { Random } from "./random.js";
import { RULES } from "./rules.js";

/** Emits `corpus.json`, the labelled test data of a revision. */
export function emitCorpus({ model }: EmitContext): TextPage {
  return {
    path: "corpus.json",
    render: ({ headerLines }) => printJson(headerLines, createCorpus(model)),
  };
}

/**
 * Returns the test data for a model. The test data is the same on every
 * machine, because it depends only on the model.
 */
export function createCorpus(model: ProtocolModel) {
  const normals = getNormals(model);
  return {
    protocolVersion: model.protocolVersion,
    rules: RULES,
    types: model.declarations
      .filter(({ exported, kind }) => exported && kind !== "constant")
      .map(({ name }) => ({
        type: name,
        ...typeCorpus(name, normals),
        cases: createTypeCases(name, normals),
      })),
    messages: createMessageCorpus(model),
  };
}

/** Returns the part of the test data that contains messages. */
export function createMessageCorpus(model: ProtocolModel) {
  const normals = getNormals(model);
  return model.methods
    .filter(({ embedded }) => !embedded)
    .map((method) => {
      const { method: name, kind, sender } = method;
      return {
        method: name,
        kind,
        sender,
        ...messageCorpus(method, normals),
      };
    });
}

function typeCorpus(name: string, normals: Normals): LabelledValues {
  const body = normals.body(name);
  const random = new Random(`corpus ${name}`);
  return generateLabelled(
    random,
    () => generateValue(body, normals, random),
    (value) => accepts(body, value, normals),
  );
}

function messageCorpus(message: Method, normals: Normals) {
  const { method, kind, declaration } = message;
  const isValid = (value: unknown): boolean =>
    hasEnvelope(value, kind) && accepts(body, value, normals);
  const body = normals.body(declaration);
  const random = new Random(`corpus ${method} ${declaration}`);
  const values = generateLabelled(
    random,
    () => {
      const id = kind === "request" && { id: random.pick([0, 1, "a"]) };
      const grown = generateValue(body, normals, random) as Record<
        string,
        unknown
      >;
      const { jsonrpc: _, id: __, ...rest } = grown;
      return { jsonrpc: "2.0", ...id, ...rest };
    },
    isValid,
  );
  const [first = {}] = values.valid as readonly object[];
  const { model } = normals.shapes;
  const cases = createMessageCases(message, model, first, isValid);
  return { ...values, cases };
}

function hasEnvelope(value: unknown, kind: Method["kind"]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { jsonrpc, id } = value as { jsonrpc?: unknown; id?: unknown };
  const named = typeof id === "string" || Number.isInteger(id);
  return jsonrpc === "2.0" && (kind === "request" ? named : id === undefined);
}
