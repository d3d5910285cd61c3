/** How much of the validators ends up in a bundle. */
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

const size = suite("validators: size");

/** Minified text of a module. */
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

/** The same of one that exports these names. */
function exporting(...names: readonly string[]): Promise<string> {
  return bundle(`export { ${names.join(", ")} } from "./validators.js";`);
}

const LIMITS: readonly (readonly [string, readonly string[], number])[] = [
  ["the guard of a flat type", ["isTextResourceContents"], 1000],
  ["the guard of a tool", ["isTool"], 1000],
  ["all guards", types.map((type) => `is${type}`), 6000],
  ["all explanations", types.map((type) => `validate${type}`), 14_000],
  ["all schemas", types.map((type) => `${type}Schema`), 16_000],
  ["decoding what clients send", ["decodeClientMessage"], 8000],
];

for (const [name, names, limit] of LIMITS) {
  size(`${name}: at most ${limit} bytes, compressed`, async () => {
    const bytes = gzipSync(await exporting(...names), { level: 9 }).length;
    assert.ok(bytes <= limit, `${bytes} bytes`);
  });
}

size("nothing is left when nothing is used", async () => {
  assert.is((await bundle('import "./validators.js";')).trim(), "");
});

size("a guard brings no explanation with it", async () => {
  const text = await exporting("isCallToolResult");
  assert.not.match(text, /expected|ValidationError|json-schema/);
});

size("no code is made at run time", async () => {
  const text = await exporting(...types.map((type) => `${type}Schema`));
  assert.not.match(text, /\beval\b|\bFunction\s*\(/);
});

size.after(remove);
size.run();
