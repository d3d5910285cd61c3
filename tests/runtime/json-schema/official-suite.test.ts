/**
 * Runs the required tests of the official JSON-Schema-Test-Suite. The suite
 * must be cloned first, because no npm package contains it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  Compiler,
  compileSchema,
} from "../../../runtime/json-schema/compile.js";
import { findMetaschema } from "../../../runtime/json-schema/dialect/metaschema.js";
import { SchemaIndex } from "../../../runtime/json-schema/references.js";
import { DRAFT_2020, DRAFT_7 } from "../../harness/models/ajv.js";
import { WHOLE } from "../../harness/run/sampling.js";

/** Clone of the suite, set by `make test-all JSON_SCHEMA_SUITE=DIR`. */
const SUITE = process.env["MCP_JSON_SCHEMA_SUITE"];

const test = suite("JSON Schema: official suite");

/**
 * Declares a test that needs the official suite. If the suite is not cloned,
 * `make test-all` reports the test as skipped, and `make test` does not declare
 * it.
 */
const withSuite = SUITE ? test : WHOLE ? test.skip : () => {};

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(SUITE ?? "", ...path), "utf8"));
}

/** Returns the document that the suite serves at a URI. */
function find(uri: string): unknown {
  const [, path] = uri.split("http://localhost:1234/");
  return path === undefined ? findMetaschema(uri) : readJson("remotes", path);
}

for (const [folder, dialect] of [
  ["draft7", DRAFT_7],
  ["draft2020-12", DRAFT_2020],
] as const)
  withSuite(`the validator passes all required tests of ${folder}`, () => {
    const failed: string[] = [];
    const names = readdirSync(join(SUITE ?? "", "tests", folder));
    for (const name of names.filter((file) => file.endsWith(".json"))) {
      for (const group of readJson("tests", folder, name) as Group[]) {
        const given = group.schema;
        const schema =
          typeof given === "object" ? { $schema: dialect, ...given } : given;
        const index = new SchemaIndex(schema, find);
        const validate = compileSchema(schema, new Compiler(index));
        for (const { description, data, valid } of group.tests)
          if ((validate(data).length === 0) !== valid)
            failed.push(`${name}: ${group.description}: ${description}`);
      }
    }
    assert.equal(failed, []);
  });

for (const dialect of [DRAFT_7, DRAFT_2020])
  test(`the metaschema of ${dialect} accepts itself`, () => {
    const metaschema = findMetaschema(dialect.replace("#", ""));
    assert.type(metaschema, "object");
    assert.equal(compileSchema({ $ref: dialect })(metaschema), []);
  });

test.run();
