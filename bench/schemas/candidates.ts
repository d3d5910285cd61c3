/** Validators to compare. Each validator is loaded in a separate process. */
import { compileSchema } from "../../runtime/json-schema/compile.js";
import { compileUntrustedSchema } from "../../runtime/json-schema/untrusted-schema.js";
import type { SchemaCase } from "./cases.js";

/**
 * Validates a value and returns its issues. For a valid value, the result is
 * falsy or an empty list.
 */
export type Validate = (value: unknown) => unknown;

type Compile = (schema: SchemaCase["schema"]) => Validate;

export interface Candidate {
  readonly name: string;
  /** Loads the library. The benchmark does not measure the loading time. */
  load(): Promise<Compile>;
}

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";

export const CANDIDATES: readonly Candidate[] = [
  { name: "mcp-codegen", load: async () => compileSchema },
  {
    name: "mcp-codegen, untrusted",
    load: async () => (schema) => compileUntrustedSchema(schema),
  },
  { name: "ajv, compiled", load: loadAjv },
  { name: "@cfworker/json-schema", load: loadCfworker },
];

async function loadAjv(): Promise<Compile> {
  const { Ajv } = await import("ajv");
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const options = { strict: false, allErrors: true, validateFormats: false };
  const draft7 = new Ajv(options);
  const latest = new Ajv2020(options);
  return (schema) => {
    const ajv = schema.$schema === DRAFT_7 ? draft7 : latest;
    const validate = ajv.compile(schema);
    return (value) => (validate(value) ? null : validate.errors);
  };
}

async function loadCfworker(): Promise<Compile> {
  const { Validator } = await import("@cfworker/json-schema");
  return (schema) => {
    const draft = schema.$schema === DRAFT_7 ? "7" : "2020-12";
    const validator = new Validator(schema, draft, false);
    return (value) => {
      const { valid, errors } = validator.validate(value);
      return valid ? null : errors;
    };
  };
}
