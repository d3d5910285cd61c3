/**
 * Tests corpus.json with a small decoder, which reads only the output of `model
 * --resolved`. The decoder must pass all cases of the corpus. Each deliberate
 * fault of the decoder must make a case of the corpus fail.
 */
import { isDeepStrictEqual } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createCorpus } from "../../../../generator/emit/corpus/emit.js";
import { printModel } from "../../../../generator/model/printed/print.js";
import { memoizeByObject } from "../../../../generator/model/util/memoize.js";
import type {
  PrintedModel,
  ProtocolModel,
} from "../../../../generator/model/types.js";
import { FAULTS, type Fault } from "../../../harness/models/decoder-faults.js";
import { createReferenceDecoder } from "../../../harness/models/reference-decoder.js";
import { EDGE_SCHEMA } from "../../../harness/models/edge-schema.js";
import {
  bundledModel,
  extendedModel,
  parseModel,
  REVISIONS,
} from "../../../harness/models/models.js";

/**
 * Returns the resolved model and the corpus as another program would read them
 * from JSON.
 */
const readJson = memoizeByObject((model: ProtocolModel) => ({
  printed: asJson(printModel(model, { resolved: true })) as PrintedModel,
  corpus: asJson(createCorpus(model)) as ReturnType<typeof createCorpus>,
}));

/**
 * Yields the cases in which a decoder returns a wrong result, each with the
 * rule that it tests.
 */
function* judge(model: ProtocolModel, fault?: Fault): Generator<string> {
  const { printed, corpus } = readJson(model);
  const decoder = createReferenceDecoder(printed, fault);
  for (const { type, ...values } of corpus.types)
    for (const { rule, valid, value } of listCases(values)) {
      const decoded = decoder.type(type, value);
      if (valid ? !isSame(decoded, value) : decoded)
        yield `${rule}: ${type} ${valid} ${JSON.stringify(value)}`;
    }
  for (const { method, sender: side, ...values } of corpus.messages)
    for (const { rule, valid, value, sender } of listCases(values)) {
      const from = sender ?? (side === "server" ? "server" : "client");
      const decoded = decoder.message(from, value);
      if (valid ? !isSame(decoded, value) : decoded)
        yield `${rule}: ${method} ${valid} ${JSON.stringify(value)}`;
    }
}

interface Case {
  readonly rule: string;
  readonly valid: boolean;
  readonly value: unknown;
  readonly sender?: "client" | "server";
}

function listCases({
  valid,
  invalid,
  cases,
}: {
  readonly valid: readonly unknown[];
  readonly invalid: readonly { readonly value: unknown }[];
  readonly cases: readonly Case[];
}): readonly Case[] {
  return [
    ...cases,
    ...valid.map((value) => ({ rule: "valid", valid: true, value })),
    ...invalid.map(({ value }) => ({ rule: "invalid", valid: false, value })),
  ];
}

function isSame(
  decoded: { readonly value: unknown } | null,
  value: unknown,
): boolean {
  return decoded !== null && isDeepStrictEqual(decoded.value, value);
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const test = suite("emit: corpus and a reference decoder");

for (const [name, model] of [
  ...REVISIONS.map((revision) => [revision, bundledModel(revision)] as const),
  ["the schema of every construct", parseModel(EDGE_SCHEMA)] as const,
  ["the schema with extensions", extendedModel()] as const,
])
  test(`a reference decoder that reads the resolved model of ${name} passes all cases of corpus.json`, () => {
    assert.equal([...judge(model)], []);
  });

for (const revision of ["2024-11-05", "2025-11-25", "2026-07-28"])
  test(`corpus.json of ${revision} contains a case that detects each deliberate fault of a decoder`, () => {
    const missed = Object.entries(FAULTS).filter(([fault, rule]) => {
      for (const wrong of judge(bundledModel(revision), fault as Fault))
        if (wrong.startsWith(`${rule}:`)) return false;
      return true;
    });
    assert.equal(missed, []);
    assert.ok(Object.keys(FAULTS).length >= 18);
  });

test.run();
