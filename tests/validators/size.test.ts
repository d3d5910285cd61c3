/** How much of the validators ends up in a bundle. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { validatedTypes, writeValidators } from "../support/generated.js";
import { bundledModel } from "../support/models.js";

const model = bundledModel("2025-06-18");
const { folder, remove } = writeValidators(model);
const types = validatedTypes(model);

const size = suite("validators: size");

/** Minified text of a module that exports these names. */
async function bundle(names: readonly string[]): Promise<string> {
  const result = await build({
    stdin: {
      contents: `export { ${names.join(", ")} } from "./validators.js";`,
      resolveDir: folder,
      loader: "ts",
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return result.outputFiles[0]?.text ?? "";
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
    const bytes = gzipSync(await bundle(names), { level: 9 }).length;
    assert.ok(bytes <= limit, `${bytes} bytes`);
  });
}

size("nothing is left when nothing is used", async () => {
  const result = await build({
    stdin: {
      contents: 'import "./validators.js";',
      resolveDir: folder,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
  });
  assert.is(result.outputFiles[0]?.text.trim(), "");
});

size("a guard brings no explanation with it", async () => {
  const text = await bundle(["isCallToolResult"]);
  assert.not.ok(/expected|ValidationError|json-schema/.test(text));
});

size("no code is made at run time", async () => {
  const text = await bundle(types.map((type) => `${type}Schema`));
  assert.not.ok(/\beval\b|\bFunction\s*\(/.test(text));
});

size.after(remove);
size.run();
