/**
 * Creates generated code and JSON Schema before any validator is loaded. This
 * work leaves a large heap, so it does not run in the processes that measure
 * validators.
 */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { createJsonSchema } from "../../generator/emit/json-schema/schema.js";
import {
  PRINT_WHOLE,
  printPages,
} from "../../generator/emit/assemble/print-pages.js";
import { createRuntimeModules } from "../../generator/emit/assemble/runtime-modules.js";
import { loadTemplates } from "../../generator/emit/templates/templates.js";
import { emitTypes } from "../../generator/emit/types/types.js";
import { emitValidators } from "../../generator/emit/validators/emit.js";
import type { ProtocolModel } from "../../generator/model/types.js";
import { parseSchema } from "../../generator/parse/index.js";
import { REVISION } from "./cases.js";
import { BENCH, FILES, ROOT } from "./files.js";
import { writeTypia } from "./typia.js";

/**
 * Creates a temporary folder with the generated code and JSON Schema. Returns
 * the path of the folder.
 */
export async function prepare(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-bench-"));
  const model = writeOurs(folder, REVISION);
  const write = (path: string, text: string) =>
    writeFileSync(join(folder, path), text);
  write(FILES.schema, JSON.stringify(createJsonSchema(model, "draft-07")));
  const declarations = Object.fromEntries(
    model.methods.map(({ method, declaration }) => [method, declaration]),
  );
  write(FILES.declarations, JSON.stringify(declarations));

  symlinkSync(join(BENCH, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "in"));
  await bundle(writeTypia(folder), join(folder, FILES.typia));
  await compile(folder);
  return folder;
}

/**
 * Writes the types, validators and runtime of a revision as TypeScript, as
 * mcp-codegen generates them.
 */
export function writeOurs(folder: string, revision: string): ProtocolModel {
  const file = `schema/${revision}/schema.ts`;
  const source = readFileSync(join(ROOT, file), "utf8");
  const { model } = parseSchema(source, { file, revision, commit: null });
  const context = {
    model,
    runtime: "./runtime",
    render: loadTemplates().render,
  } as const;
  const placed = [emitTypes(context), emitValidators(context)].map((page) => ({
    path: page.path,
    page,
    lines: ["For the benchmark."],
    runtime: context.runtime,
  }));
  const { files, names } = printPages(placed, PRINT_WHOLE);
  mkdirSync(join(folder, "runtime"), { recursive: true });
  for (const { path, text } of [...files, ...createRuntimeModules(names)])
    writeFileSync(join(folder, path), text);
  return model;
}

/**
 * Bundles a module and the used parts of its dependencies into one file,
 * because a single file runs fastest.
 */
async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
}

/** Compiles TypeScript to JavaScript file by file, without bundling. */
export async function compile(folder: string): Promise<void> {
  await build({
    entryPoints: ["*.ts", "runtime/*.ts"].map((files) => join(folder, files)),
    outbase: folder,
    outdir: folder,
    target: "node20",
    logLevel: "error",
  });
}
