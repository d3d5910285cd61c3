/** Tests of the size that validators add to a bundle. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  validatedTypes,
  writeValidators,
} from "../../../harness/models/validators.js";
import { bundledModel } from "../../../harness/models/models.js";

const model = bundledModel("2025-06-18");
const { folder, remove } = writeValidators(model);
const types = validatedTypes(model);

const test = suite("emit: size of validators");

/** Bundles a module and returns the minified text of the bundle. */
async function bundle(contents: string): Promise<string> {
  const result = await build({
    stdin: { contents, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return result.outputFiles[0]?.text ?? "";
}

/** Bundles a module that exports the given names from validators.ts. */
function exporting(...names: readonly string[]): Promise<string> {
  return bundle(`export { ${names.join(", ")} } from "./validators.js";`);
}

const LIMITS: readonly (readonly [string, readonly string[], number])[] = [
  ["the guard of a flat type", ["isTextResourceContents"], 1000],
  ["the guard of a tool", ["isTool"], 1000],
  ["the set of all guards", types.map((type) => `is${type}`), 6000],
  [
    "the set of all validate functions",
    types.map((type) => `validate${type}`),
    12_400,
  ],
  [
    "the set of all Standard Schemas",
    types.map((type) => `${type}Schema`),
    13_700,
  ],
  ["the decoder of client messages", ["decodeClientMessage"], 8385],
];

for (const [name, names, limit] of LIMITS) {
  test(`importing ${name} from validators.ts adds at most ${limit} bytes to a compressed bundle`, async () => {
    const bytes = gzipSync(await exporting(...names), { level: 9 }).length;
    assert.ok(bytes <= limit, `${bytes} bytes`);
  });
}

test("an unused import of validators.ts adds no code to a bundle", async () => {
  assert.is((await bundle('import "./validators.js";')).trim(), "");
});

test("a type guard adds no code for error messages to a bundle", async () => {
  const text = await exporting("isCallToolResult");
  assert.not.match(text, /expected|ValidationError|json-schema/);
});

test("validators use neither eval nor the Function constructor", async () => {
  const text = await exporting(...types.map((type) => `${type}Schema`));
  assert.not.match(text, /\beval\b|\bFunction\s*\(/);
});

test.after(remove);
test.run();
