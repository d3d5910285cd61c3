/**
 * Ways to validate. Each is loaded in a process of its own, so that none pays
 * for what another has done to the compiler and the heap.
 */
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { DIALECTS } from "../../generator/emit/json-schema/dialect.js";
import { jsonSchemaOf } from "../../generator/emit/json-schema/schema.js";
import { loadTemplates } from "../../generator/emit/templates.js";
import { emitTypes } from "../../generator/emit/types.js";
import { emitValidators } from "../../generator/emit/validators/emit.js";
import { parseSchema } from "../../generator/parse/index.js";
import { REVISION, TYPES } from "./cases.js";
import { loadTypia } from "./typia.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const BENCH = join(ROOT, "bench");

/** Says whether a value is right; with `explain`, what is wrong with it. */
export interface Checks {
  readonly is: (value: unknown) => boolean;
  /** Null when the library has no issues to give. */
  readonly explain: ((value: unknown) => unknown) | null;
}

export type ChecksByType = ReadonlyMap<string, Checks>;

export interface Candidate {
  readonly name: string;
  load(): Promise<ChecksByType>;
}

export const CANDIDATES: readonly Candidate[] = [
  { name: "mcp-codegen", load: loadOurs },
  { name: "mcp-codegen, decoding", load: loadDecoding },
  { name: "mcp-codegen, the type's own guard", load: loadOwnGuards },
  { name: "TypeBox, compiled", load: loadTypeBox },
  { name: "typia", load: loadTypia },
  { name: "ajv, compiled", load: loadAjv },
  { name: "ajv, standalone", load: loadAjvStandalone },
  { name: "SDK v1 (zod)", load: loadSdk1 },
  { name: "SDK v2 (zod)", load: loadSdk2 },
];

type Module = Readonly<Record<string, (value: unknown) => unknown>>;

export function byType(make: (type: string) => Checks): ChecksByType {
  return new Map(TYPES.map((type) => [type, make(type)]));
}

function bundledModel() {
  const file = `schema/${REVISION}/schema.ts`;
  const text = readFileSync(join(ROOT, file), "utf8");
  return parseSchema(text, { file, revision: REVISION, commit: null }).model;
}

export async function bundled(entry: string): Promise<Module> {
  const outfile = `${entry}.mjs`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  return (await import(pathToFileURL(outfile).href)) as Module;
}

/** Generated files beside a link to the runtime, in a new folder. */
export function generated(): string {
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-bench-"));
  const context = {
    model: bundledModel(),
    header: "/* For the benchmark. */",
    runtime: "./runtime",
    render: loadTemplates().render,
  } as const;
  for (const { path, text } of [emitTypes(context), emitValidators(context)])
    writeFileSync(join(folder, path), text);
  symlinkSync(join(ROOT, "templates/runtime"), join(folder, "runtime"));
  return folder;
}

async function loadOurs(): Promise<ChecksByType> {
  const module = await bundled(join(generated(), "validators.ts"));
  return byType((type) => ({
    is: module[`is${type}`] as (value: unknown) => boolean,
    explain: module[`validate${type}`] ?? null,
  }));
}

/** Decoding, of what clients send. */
async function loadDecoding(): Promise<ChecksByType> {
  const module = await bundled(join(generated(), "validators.ts"));
  const decode = module["decodeClientMessage"] as (value: unknown) => {
    ok: boolean;
  };
  return new Map([
    ["ClientRequest", { is: (value) => decode(value).ok, explain: null }],
  ]);
}

/** The guard that the caller would call who knows the method already. */
async function loadOwnGuards(): Promise<ChecksByType> {
  const module = await bundled(join(generated(), "validators.ts"));
  const model = bundledModel();
  return new Map(
    model.methods.map(({ method, declaration }) => [
      `ClientRequest ${method}`,
      {
        is: module[`is${declaration}`] as (value: unknown) => boolean,
        explain: null,
      },
    ]),
  );
}

/** The JSON Schema of the revision, with a reference to one type as its root. */
function schemaOf(type: string): Record<string, unknown> {
  return {
    ...jsonSchemaOf(bundledModel(), "draft-07"),
    $ref: `#/${DIALECTS["draft-07"].definitions}/${type}`,
  };
}

const AJV_OPTIONS = {
  strict: false,
  strictNumbers: true,
  validateFormats: false,
  allErrors: false,
} as const;

async function loadAjv(): Promise<ChecksByType> {
  const { Ajv } = await import("ajv");
  const ajv = new Ajv(AJV_OPTIONS);
  return byType((type) => {
    const validate = ajv.compile(schemaOf(type));
    return {
      is: (value) => validate(value),
      explain: (value) => (validate(value) ? null : validate.errors),
    };
  });
}

async function loadAjvStandalone(): Promise<ChecksByType> {
  const { Ajv } = await import("ajv");
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const ajv = new Ajv({ ...AJV_OPTIONS, code: { source: true } });
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-bench-"));
  const makeCode = standalone as unknown as (
    ajv: object,
    validate: object,
  ) => string;
  const require = createRequire(join(ROOT, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return byType((type) => {
    const file = join(folder, `${type}.cjs`);
    writeFileSync(file, makeCode(ajv, ajv.compile(schemaOf(type))));
    const validate = require(file) as ((value: unknown) => boolean) & {
      errors: unknown;
    };
    return {
      is: (value) => validate(value),
      explain: (value) => (validate(value) ? null : validate.errors),
    };
  });
}

/** What TypeBox compiles: the same JSON Schema. */
async function loadTypeBox(): Promise<ChecksByType> {
  const require = createRequire(join(BENCH, "package.json"));
  const url = pathToFileURL(require.resolve("typebox/schema")).href;
  const { Compile } = (await import(url)) as {
    Compile: (schema: unknown) => {
      Check: (value: unknown) => boolean;
      Errors: (value: unknown) => unknown;
    };
  };
  return byType((type) => {
    const validator = Compile(schemaOf(type));
    return {
      is: (value) => validator.Check(value),
      explain: (value) => validator.Check(value) || validator.Errors(value),
    };
  });
}

interface Zod {
  safeParse(value: unknown): { success: boolean; error?: unknown };
}

async function loadSdk1(): Promise<ChecksByType> {
  const module =
    (await import("@modelcontextprotocol/sdk/types.js")) as unknown as Record<
      string,
      Zod
    >;
  return byType((type) => {
    const schema = module[`${type}Schema`] as Zod;
    return {
      is: (value) => schema.safeParse(value).success,
      explain: (value) => schema.safeParse(value),
    };
  });
}

async function loadSdk2(): Promise<ChecksByType> {
  const { specTypeSchemas } =
    (await import("@modelcontextprotocol/client")) as unknown as {
      specTypeSchemas: Record<
        string,
        { "~standard": { validate(value: unknown): { issues?: unknown } } }
      >;
    };
  return byType((type) => {
    const name = type === "JSONRPCError" ? "JSONRPCErrorResponse" : type;
    const { validate } = specTypeSchemas[name]?.["~standard"] ?? {};
    if (!validate) throw new Error(`SDK v2 has no ${type}`);
    return {
      is: (value) => validate(value).issues === undefined,
      explain: (value) => validate(value),
    };
  });
}
