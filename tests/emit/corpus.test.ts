/**
 * corpus.json is as it was: whoever tests with it in another language is told of
 * a change. What its labels say is proven in `validators/`.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitCorpus } from "../../generator/emit/corpus/emit.js";
import { hashText } from "../../generator/write/manifest.js";
import { EDGE_SCHEMA } from "../support/edge-schema.js";
import { bundledModel, contextOf, modelOf, textOf } from "../support/models.js";

const test = suite("corpus: as it was");

for (const [name, model, hash] of [
  [
    "2025-11-25",
    bundledModel("2025-11-25"),
    "f043afd50742898a0c87f8b86086c14f1757ffb865d782920fe3ce817ef02c7a",
  ],
  [
    "every construct",
    modelOf(EDGE_SCHEMA),
    "ddcd8eaab78ee8ed7b9ee79c1453b0e9ef25e144af50c09a1d9a772c196d3fb3",
  ],
] as const)
  test(`${name}: review a change, and write its hash here`, () => {
    assert.is(hashText(textOf(emitCorpus(contextOf(model)))), hash);
  });

test.run();
