/**
 * Tests of the output for TypeScript constructs that no published revision
 * uses. The output for published revisions is in snapshots/, except
 * corpus.json, which is checked here for one revision.
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

/**
 * Test schema in which the type `Limits` is renamed, because server.ts also
 * exports a type with this name.
 */
const SCHEMA = EDGE_SCHEMA.replaceAll("Limits", "Bounds");

const short = (text: string): string => hashText(text).slice(0, 16);

test("emitFiles writes files with the reviewed hashes for every construct (update the hashes after a review)", async () => {
  const files = await emitFiles([parseModel(SCHEMA)], {
    outputs: new Set(OUTPUTS),
    importExt: "js",
    command: "",
  });
  const own = files.filter(({ path }) => !path.startsWith("runtime/"));
  const hashes = own.map(({ path, text }) => [path, short(text)] as const);
  assert.equal(Object.fromEntries(hashes), {
    "types.ts": "44671b194dd054ba",
    "methods.ts": "472b81eea008c56b",
    "validators.ts": "6a52fd2440365372",
    "server.ts": "e3b2a2268524ca82",
    "client.ts": "f4c4bd7c6cb61c68",
    "schema.json": "c420665c4556dd07",
    "corpus.json": "089718aa87b9e133",
    "index.ts": "9d4e5e791020db3a",
  });
});

test("emitCorpus writes corpus.json of 2025-11-25 with the reviewed hash (update the hash after a review)", () => {
  const text = printPage(emitCorpus(createContext(bundledModel("2025-11-25"))));
  assert.is(short(text), "f043afd50742898a");
});

test("generateValue picks a union member that has values, and throws if no member has values", () => {
  const random = new Random("1");
  const grown = (...members: object[]): unknown =>
    generateValue({ kind: "union", members } as never, {} as never, random);
  const never = { kind: "never" };
  for (let count = 0; count < 20; count += 1)
    assert.type(grown(never, { kind: "boolean" }, never), "boolean");
  assert.throws(
    () => grown(never, never),
    'Cannot generate a sample value of type {"kind":"never"}',
  );
});

test("createLocalNames returns a variable name for each property, different from all other identifiers in validators", () => {
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
