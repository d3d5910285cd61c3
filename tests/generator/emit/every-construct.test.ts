/**
 * Output for constructs that no revision has; the output of revisions is in
 * snapshots/. corpus.json is in no snapshot, so one of a revision is checked
 * here. Tests in other languages use it.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitFiles } from "../../../generator/emit/assemble/files.js";
import { OUTPUTS } from "../../../generator/emit/context.js";
import { emitCorpus } from "../../../generator/emit/corpus/emit.js";
import { generateValue } from "../../../generator/emit/corpus/generate-value.js";
import { Random } from "../../../generator/emit/corpus/random.js";
import { createLocalNames } from "../../../generator/emit/validators/locals.js";
import { hashText } from "../../../generator/write/manifest.js";
import { EDGE_SCHEMA } from "../../harness/models/edge-schema.js";
import {
  bundledModel,
  createContext,
  parseModel,
  printPage,
} from "../../harness/models/models.js";

const test = suite("emit: every construct");

/** EDGE_SCHEMA without the name Limits, which server.ts exports. */
const SCHEMA = EDGE_SCHEMA.replaceAll("Limits", "Bounds");

const short = (text: string): string => hashText(text).slice(0, 16);

test("emitFiles writes the reviewed files for every construct; after a review, update the hashes", async () => {
  const files = await emitFiles([parseModel(SCHEMA)], {
    outputs: new Set(OUTPUTS),
    importExt: "js",
    command: "",
  });
  const own = files.filter(({ path }) => !path.startsWith("runtime/"));
  const hashes = own.map(({ path, text }) => [path, short(text)] as const);
  assert.equal(Object.fromEntries(hashes), {
    "types.ts": "44671b194dd054ba",
    "methods.ts": "a5d34d979ddf8805",
    "validators.ts": "6a52fd2440365372",
    "server.ts": "e0396191a2b953ce",
    "client.ts": "98d54d9b63b2463e",
    "schema.json": "c420665c4556dd07",
    "corpus.json": "089718aa87b9e133",
    "index.ts": "9d4e5e791020db3a",
  });
});

test("emitCorpus writes the reviewed corpus.json of 2025-11-25; after a review, update the hash", () => {
  const text = printPage(emitCorpus(createContext(bundledModel("2025-11-25"))));
  assert.is(short(text), "f043afd50742898a");
});

test("grow picks a member of a union that has values, and throws if none has", () => {
  const random = new Random("1");
  const grown = (...members: object[]): unknown =>
    generateValue({ kind: "union", members } as never, {} as never, random);
  const never = { kind: "never" };
  for (let count = 0; count < 20; count += 1)
    assert.type(grown(never, { kind: "boolean" }, never), "boolean");
  assert.throws(() => grown(never, never), 'No value of {"kind":"never"}');
});

test("bindings gives properties local names that their validators do not use", () => {
  const names =
    "Array Number Object depth hasOwn i isArray isObject it item key lengthOf own undefined check PATTERN checkIt PATTERN1".split(
      " ",
    );
  for (const [name, local] of createLocalNames(names))
    assert.is(local, `${name}_`);
  const others = ["a/b c", "x/b-c", "default", "1", "a", "/"];
  assert.equal(
    [...createLocalNames(others).values()],
    ["bC", "bC2", "default_", "_1", "a", "_"],
  );
});

test.run();
