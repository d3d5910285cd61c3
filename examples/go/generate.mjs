// Generates a Go package for one revision of MCP:
//
//     node examples/go/generate.mjs --rev 2025-11-25 --out mcp
//
// The generator uses only the resolved model, which `mcp-codegen model
// --resolved` also prints.
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSchema, printModel, readBundledSchema } from "mcp-codegen";
import { writeMethods } from "./methods.mjs";
import { createTypes } from "./types.mjs";

const { values } = parseArgs({
  options: { rev: { type: "string" }, out: { type: "string" } },
});
const { rev, out } = values;
if (!rev || !out) {
  console.error("Usage: node generate.mjs --rev REVISION --out FOLDER");
  process.exit(2);
}

const source = readBundledSchema(rev);
const model = printModel(parseSchema(source.text, source).model, {
  resolved: true,
});
if (model.modelVersion !== 3)
  throw new Error(`Unknown modelVersion ${model.modelVersion}`);

const types = createTypes(model);
const methods = writeMethods(model, types);
const head = `// Code generated from MCP ${rev} by examples/go/generate.mjs. DO NOT EDIT.\n\npackage mcp\n`;
const runtime = new URL("runtime/", import.meta.url);
mkdirSync(out, { recursive: true });
for (const file of readdirSync(runtime))
  copyFileSync(new URL(file, runtime), join(out, file));
writeFileSync(join(out, "go.mod"), "module mcp\n\ngo 1.19\n");
const body = [...types.texts(), methods].join("\n");
const imports = [
  ...(body.includes("json.") ? ['"encoding/json"'] : []),
  ...(body.includes("math.") ? ['"math"'] : []),
];
const list = imports.map((name) => `\t${name}\n`).join("");
writeFileSync(join(out, "types.go"), `${head}\nimport (\n${list})\n\n${body}`);
