/**
 * Validation of the JSON Schema keyword `format`. By default, JSON Schema
 * defines `format` as an annotation that is not validated.
 */
import { hasFormat } from "../validation/formats.js";
import { Compiler, compileSchema } from "./compile.js";
import { SchemaIndex } from "./references.js";
import type { SchemaCheck, SchemaValidator } from "./run.js";

/**
 * Returns whether a string has the given format. Must return true for unknown
 * formats.
 */
export type FormatTest = (format: string, text: string) => boolean;

/**
 * Compiles a JSON Schema to a validator that also checks the keyword `format`.
 */
export type FormatAssertion = (schema: unknown) => SchemaValidator;

/**
 * Returns a value for the option `formats` of `tools`. With this option,
 * strings must have the format that their schema specifies.
 *
 * The default `test` checks date, time, date-time, email, hostname, ipv4, ipv6,
 * uri, uri-template, uuid and byte. It accepts all other formats.
 *
 * @example
 * ```ts
 * tools(definitions, { formats: assertFormats() });
 * ```
 */
export function assertFormats(test: FormatTest = isOfFormat): FormatAssertion {
  return (schema) => {
    const compiler = new FormatCompiler(new SchemaIndex(schema), test);
    return compileSchema(schema, compiler);
  };
}

class FormatCompiler extends Compiler {
  readonly #test: FormatTest;

  constructor(resources: SchemaIndex, test: FormatTest) {
    super(resources);
    this.#test = test;
  }

  override compile(schema: unknown, base: string): SchemaCheck {
    const check = super.compile(schema, base);
    const { format, $ref } = Object(schema) as { [keyword: string]: unknown };
    // Draft-07 ignores keywords next to `$ref`.
    const alone = this.resources.draft7 && $ref !== undefined;
    if (typeof format !== "string" || alone) return check;
    return (value, run, evaluated) => {
      const valid = check(value, run, evaluated);
      if (typeof value !== "string" || this.#test(format, value)) return valid;
      return run.fail(`must have the format ${format}`);
    };
  }
}

const HOST = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.(?=.)|$))+$/i;
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?=.)|$)){4}$/;

/**
 * Returns whether a string has a format that JSON Schema or MCP defines.
 * Returns true for unknown formats.
 */
function isOfFormat(format: string, text: string): boolean {
  switch (format) {
    case "hostname":
      return HOST.test(text);
    case "ipv4":
      return IPV4.test(text);
    case "ipv6":
      return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
    case "time":
      return hasFormat("date-time", `2000-01-01T${text}`);
    case "uuid":
      return UUID.test(text);
    default:
      return hasFormat(format, text);
  }
}
