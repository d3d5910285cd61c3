import { createRequire } from "node:module";

export const DRAFT_7 = "http://json-schema.org/draft-07/schema#";
export const DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema";

interface Ajv {
  compile(schema: object): (value: unknown) => boolean;
}

type AjvClass = new (options: object) => Ajv;

const require = createRequire(import.meta.url);

const CLASSES: Record<string, AjvClass> = {
  [DRAFT_7]: (require("ajv") as { default: AjvClass }).default,
  [DRAFT_2020]: (require("ajv/dist/2020.js") as { default: AjvClass }).default,
};

/**
 * Creates a validator of the library ajv for a dialect of JSON Schema. The
 * validator ignores `format`. For `multipleOf`, it rounds the quotient, because
 * floating-point division is inexact.
 */
export function createAjv(dialect: string): Ajv {
  const Class = CLASSES[dialect];
  if (!Class) throw new TypeError(`Unknown dialect: ${dialect}`);
  return new Class({
    strict: false,
    logger: false,
    validateFormats: false,
    multipleOfPrecision: 12,
  });
}
