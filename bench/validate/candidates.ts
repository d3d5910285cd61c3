/**
 * Ways to validate. Each is loaded in a process of its own, so that none pays
 * for what another has done to the compiler and the heap.
 */
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { TYPES } from "./cases.js";
import { BENCH, FILES, ROOT } from "./files.js";

/** Says whether a value is right; with `explain`, what is wrong with it. */
export interface Checks {
  readonly is: (value: unknown) => boolean;
  /** Null when the library has no issues to give. */
  readonly explain: ((value: unknown) => unknown) | null;
}

export type ChecksByType = ReadonlyMap<string, Checks>;

export interface Candidate {
  readonly name: string;
  /** From the folder of what was prepared. */
  load(folder: string): Promise<ChecksByType>;
}

export const CANDIDATES: readonly Candidate[] = [
  { name: "mcp-codegen", load: (folder) => loadModule(folder, FILES.ours) },
  { name: "mcp-codegen, decoding", load: loadDecoding },
  { name: "mcp-codegen, the type's own guard", load: loadOwnGuards },
  { name: "TypeBox, compiled", load: loadTypeBox },
  { name: "typia", load: (folder) => loadModule(folder, FILES.typia) },
  { name: "ajv, compiled", load: loadAjv },
  { name: "ajv, standalone", load: loadAjvStandalone },
  { name: "SDK v1 (zod)", load: loadSdk1 },
  { name: "SDK v2 (zod)", load: loadSdk2 },
];

type Module = Readonly<Record<string, (value: unknown) => unknown>>;

function byType(make: (type: string) => Checks): ChecksByType {
  return new Map(TYPES.map((type) => [type, make(type)]));
}

async function imported(folder: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, file)).href)) as Module;
}

/** Ours and typia's: `isX` and `validateX`. */
async function loadModule(folder: string, file: string): Promise<ChecksByType> {
  const module = await imported(folder, file);
  return byType((type) => ({
    is: module[`is${type}`] as (value: unknown) => boolean,
    explain: module[`validate${type}`] ?? null,
  }));
}

/** Decoding, of what clients send. */
async function loadDecoding(folder: string): Promise<ChecksByType> {
  const module = await imported(folder, FILES.ours);
  const decode = module["decodeClientMessage"] as (value: unknown) => {
    ok: boolean;
  };
  return new Map([
    ["ClientRequest", { is: (value) => decode(value).ok, explain: null }],
  ]);
}

/** The guard that the caller would call who knows the method already. */
async function loadOwnGuards(folder: string): Promise<ChecksByType> {
  const module = await imported(folder, FILES.ours);
  return new Map(
    Object.entries(json(folder, FILES.declarations)).map(
      ([method, declaration]) => [
        `ClientRequest ${method}`,
        {
          is: module[`is${String(declaration)}`] as (value: unknown) => boolean,
          explain: null,
        },
      ],
    ),
  );
}

function json(folder: string, file: string): Record<string, unknown> {
  const text = readFileSync(join(folder, file), "utf8");
  return JSON.parse(text) as Record<string, unknown>;
}

/** The JSON Schema of the revision, with a reference to one type as its root. */
function schemaOf(folder: string, type: string): Record<string, unknown> {
  return { ...json(folder, FILES.schema), $ref: `#/definitions/${type}` };
}

const AJV_OPTIONS = {
  strict: false,
  strictNumbers: true,
  validateFormats: false,
  allErrors: false,
} as const;

async function loadAjv(folder: string): Promise<ChecksByType> {
  const { Ajv } = await import("ajv");
  const ajv = new Ajv(AJV_OPTIONS);
  return byType((type) => {
    const validate = ajv.compile(schemaOf(folder, type));
    return {
      is: (value) => validate(value),
      explain: (value) => (validate(value) ? null : validate.errors),
    };
  });
}

async function loadAjvStandalone(prepared: string): Promise<ChecksByType> {
  const { Ajv } = await import("ajv");
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const ajv = new Ajv({ ...AJV_OPTIONS, code: { source: true } });
  const folder = mkdtempSync(join(prepared, "ajv-"));
  const makeCode = standalone as unknown as (
    ajv: object,
    validate: object,
  ) => string;
  const require = createRequire(join(ROOT, "package.json"));
  symlinkSync(join(BENCH, "node_modules"), join(folder, "node_modules"));
  return byType((type) => {
    const file = join(folder, `${type}.cjs`);
    writeFileSync(file, makeCode(ajv, ajv.compile(schemaOf(prepared, type))));
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
async function loadTypeBox(folder: string): Promise<ChecksByType> {
  const require = createRequire(join(BENCH, "package.json"));
  const url = pathToFileURL(require.resolve("typebox/schema")).href;
  const { Compile } = (await import(url)) as {
    Compile: (schema: unknown) => {
      Check: (value: unknown) => boolean;
      Errors: (value: unknown) => unknown;
    };
  };
  return byType((type) => {
    const validator = Compile(schemaOf(folder, type));
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
