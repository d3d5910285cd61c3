/**
 * Validators to compare. Each validator is loaded in a separate process,
 * because another validator could change the state of V8's compiler and heap.
 */
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { TYPES } from "./cases.js";
import { BENCH, FILES, ROOT } from "./files.js";

/** Validation functions for one type. */
export interface TypeChecks {
  readonly is: (value: unknown) => boolean;
  /**
   * Function that reads all issues of an invalid value, or `null` for a library
   * that reports no issues. The function returns a value only so that V8 does
   * not optimize the reading away.
   */
  readonly explain: ((value: unknown) => unknown) | null;
}

export type ChecksByType = ReadonlyMap<string, TypeChecks>;

export interface Candidate {
  readonly name: string;
  /** Loads the validator from `folder`, which contains the generated code. */
  load(folder: string): Promise<ChecksByType>;
}

export const CANDIDATES: readonly Candidate[] = [
  { name: "mcp-codegen", load: loadOurs },
  // Measure the validator of mcp-codegen twice: the difference between the two
  // results shows the measurement noise.
  { name: "mcp-codegen, again", load: loadOurs },
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

/**
 * Creates the validation functions for all types. Skips a type if `make`
 * returns `null`, because the library cannot validate that type.
 */
function createChecks(make: (type: string) => TypeChecks | null): ChecksByType {
  return new Map(
    TYPES.flatMap((type) => {
      const checks = make(type);
      return checks ? [[type, checks] as const] : [];
    }),
  );
}

async function importModule(folder: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, file)).href)) as Module;
}

interface Issue {
  readonly path: readonly unknown[];
  readonly pointer: string;
  readonly message: string;
}

export interface Outcome {
  readonly ok: boolean;
  readonly issues?: readonly Issue[];
}

async function loadOurs(folder: string): Promise<ChecksByType> {
  const module = await importModule(folder, FILES.ours);
  return createChecks((type) => checksIn(module, type));
}

function checksIn(module: Module, type: string): TypeChecks {
  const validate = module[`validate${type}`] as (value: unknown) => Outcome;
  return {
    is: module[`is${type}`] as (value: unknown) => boolean,
    explain: (value) => readIssues(validate(value)),
  };
}

/**
 * Reads the path, pointer and message of each issue, as a server does when it
 * formats an error response. Returns their total length.
 */
export function readIssues({ issues = [] }: Outcome): number {
  let read = 0;
  for (const { path, pointer, message } of issues)
    read += path.length + pointer.length + message.length;
  return read;
}

async function loadTypia(folder: string): Promise<ChecksByType> {
  const module = await importModule(folder, FILES.typia);
  return createChecks((type) => {
    const validate = module[`validate${type}`] as (value: unknown) => {
      errors?: readonly { path: string; expected: string }[];
    };
    return {
      is: module[`is${type}`] as (value: unknown) => boolean,
      explain(value) {
        let read = 0;
        for (const { path, expected } of validate(value).errors ?? [])
          read += path.length + expected.length;
        return read;
      },
    };
  });
}

/** Loads the generated decoder for messages from clients. */
async function loadDecoding(folder: string): Promise<ChecksByType> {
  const module = await importModule(folder, FILES.ours);
  const decode = module["decodeClientMessage"] as (value: unknown) => Outcome;
  const is = (value: unknown) => decode(value).ok;
  const explain = (value: unknown) => readIssues(decode(value));
  return new Map([["ClientRequest", { is, explain }]]);
}

/**
 * Loads the validators of single request types. They suit callers that already
 * know the method of a request.
 */
async function loadOwnGuards(folder: string): Promise<ChecksByType> {
  const module = await importModule(folder, FILES.ours);
  return new Map(
    Object.entries(json(folder, FILES.declarations)).map(
      ([method, declaration]) => [
        `ClientRequest ${method}`,
        checksIn(module, String(declaration)),
      ],
    ),
  );
}

function json(folder: string, file: string): Record<string, unknown> {
  const text = readFileSync(join(folder, file), "utf8");
  return JSON.parse(text) as Record<string, unknown>;
}

/**
 * Returns the JSON Schema of the revision, with one type as the root schema.
 */
function readSchema(folder: string, type: string): Record<string, unknown> {
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
  return createChecks((type) => {
    const validate = ajv.compile(readSchema(folder, type));
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
  return createChecks((type) => {
    const file = join(folder, `${type}.cjs`);
    writeFileSync(file, makeCode(ajv, ajv.compile(readSchema(prepared, type))));
    const validate = require(file) as ((value: unknown) => boolean) & {
      errors: unknown;
    };
    return {
      is: (value) => validate(value),
      explain: (value) => (validate(value) ? null : validate.errors),
    };
  });
}

/** Loads TypeBox, which compiles the JSON Schema of the revision. */
async function loadTypeBox(folder: string): Promise<ChecksByType> {
  const require = createRequire(join(BENCH, "package.json"));
  const url = pathToFileURL(require.resolve("typebox/schema")).href;
  const { Compile } = (await import(url)) as {
    Compile: (schema: unknown) => {
      Check: (value: unknown) => boolean;
      Errors: (value: unknown) => unknown;
    };
  };
  return createChecks((type) => {
    const validator = Compile(readSchema(folder, type));
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
      Zod | undefined
    >;
  return createChecks((type) => {
    const schema = module[`${type}Schema`];
    if (!schema) return null;
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
  return createChecks((type) => {
    const name = type === "JSONRPCError" ? "JSONRPCErrorResponse" : type;
    const { validate } = specTypeSchemas[name]?.["~standard"] ?? {};
    if (!validate) return null;
    return {
      is: (value) => validate(value).issues === undefined,
      explain: (value) => validate(value),
    };
  });
}
