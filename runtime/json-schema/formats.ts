/** `format` asserted; without this it is an annotation, as JSON Schema has it. */
import { hasFormat } from "../validation/formats.js";
import { Compiler, compileSchema } from "./compile.js";
import { Resources } from "./references.js";
import type { Check, SchemaValidator } from "./run.js";

/** Whether a text has a format; true for a format that is not known. */
export type FormatTest = (format: string, text: string) => boolean;

/** Compiles a schema whose formats are asserted. */
export type FormatAssertion = (schema: unknown) => SchemaValidator;

/**
 * For the setting `formats` of tools: a text has to have the format that its
 * schema names. Known are date, time, date-time, email, hostname, ipv4, ipv6, uri,
 * uri-template, uuid and byte, unless `test` knows others.
 */
export function assertFormats(test: FormatTest = isOfFormat): FormatAssertion {
  return (schema) => {
    const compiler = new FormatCompiler(new Resources(schema), test);
    return compileSchema(schema, compiler);
  };
}

class FormatCompiler extends Compiler {
  readonly #test: FormatTest;

  constructor(resources: Resources, test: FormatTest) {
    super(resources);
    this.#test = test;
  }

  override compile(schema: unknown, base: string): Check {
    const check = super.compile(schema, base);
    const { format, $ref } = Object(schema) as { [keyword: string]: unknown };
    // In draft-07 nothing counts beside $ref.
    const alone = this.resources.draft7 && $ref !== undefined;
    if (typeof format !== "string" || alone) return check;
    return (value, run, seen) => {
      const valid = check(value, run, seen);
      if (typeof value !== "string" || this.#test(format, value)) return valid;
      return run.fail(`must have the format ${format}`);
    };
  }
}

const HOST = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.(?=.)|$))+$/i;
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?=.)|$)){4}$/;

/** Formats of JSON Schema, with those that messages have. */
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
