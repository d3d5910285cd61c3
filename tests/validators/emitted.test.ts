/** The text of validators.ts. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { check } from "prettier";
import { fileOf } from "../../generator/emit/context.js";
import { emitValidators } from "../../generator/emit/validators/emit.js";
import { UserError } from "../../generator/support/errors.js";
import type { ProtocolModel } from "../../generator/model/types.js";
import { EDGE_SCHEMA } from "../support/edge-schema.js";
import { bundledModel, contextOf, modelOf, textOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";
import { PROVEN } from "../support/whole.js";

const emitted = suite("validators: emitted");

const LONG = `
export interface AnInterfaceWithANameThatIsRatherLongForAnInterfaceInAnySchema {
  /** @pattern ^https://example\\.com/with/a/rather/long/path/[^/]+\\.schema\\.json$ */
  link: string;
  "io.example.with.a.long.prefix/andALongNameOfTheMemberItself"?: AnInterfaceWithANameThatIsRatherLongForAnInterfaceInAnySchema;
  aMemberWhoseNameIsRatherLongAsWell:
    | { kind: "a text that is rather long for the literal of a discriminant"; itsOwnMember: string }
    | { kind: "another one that is rather long"; anotherMemberOfItsOwn: Partial<PingRequest>[] };
}
`;

const MODELS: readonly (readonly [string, () => ProtocolModel])[] = [
  ...PROVEN.map((name) => [name, () => bundledModel(name)] as const),
  ["every construct", () => modelOf(EDGE_SCHEMA)],
  ["a small schema", () => modelOf(SMALL_SCHEMA)],
  ["long names and texts", () => modelOf(SMALL_SCHEMA + LONG)],
];

const text = (schema: string) =>
  textOf(emitValidators(contextOf(modelOf(schema))));

for (const [name, model] of MODELS) {
  const file = fileOf(emitValidators(contextOf(model())), "/* Of a test. */");

  // Those of revisions are in the output that snapshots/ holds.
  if (!PROVEN.includes(name))
    emitted(`${name} is formatted`, async () => {
      assert.is(file.path, "validators.ts");
      assert.ok(await check(file.text, { filepath: file.path }));
    });

  emitted(`${name} has no any, no casts to it, and imports with .js`, () => {
    assert.not.match(file.text, /\bany\b/);
    for (const [, path] of file.text.matchAll(/from "([^"]+)"/g))
      assert.match(path ?? "", /^\.\/[a-z/-]+\.js$/);
  });
}

emitted("exports four names for each type, a statement each", () => {
  const expected = `
export const isEchoRequest: Guard<EchoRequest> =
  /*@__PURE__*/ guard(checkEchoRequest);
export const assertEchoRequest: Assertion<EchoRequest> =
  /*@__PURE__*/ assertion(isEchoRequest, shapeOfEchoRequest);
export const validateEchoRequest: Validate<EchoRequest> =
  /*@__PURE__*/ validating(isEchoRequest, shapeOfEchoRequest);
export const EchoRequestSchema: StandardSchema<EchoRequest> =
  /*@__PURE__*/ standardSchema(isEchoRequest, shapeOfEchoRequest);
`;
  assert.ok(text(SMALL_SCHEMA).includes(expected));
});

emitted("another name of a type stands below the guard that it has", () => {
  const all = text(`${SMALL_SCHEMA}\nexport type AnEcho = EchoRequest;`);
  const alias = all.indexOf("export const isAnEcho: Guard<AnEcho> =");
  assert.ok(alias > all.indexOf("const checkEchoRequest ="));
});

emitted("guards are straight-line code", () => {
  const expected = `\
const checkEchoRequest = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return false;
  return (value as Fields).method === "echo" && checkEchoRequestMembers(value);
};

const checkEchoRequestMembers = (value: object): boolean => {
  const { params } = value as Fields;
  return checkEchoRequestParams(params);
};
`;
  assert.ok(text(SMALL_SCHEMA).includes(expected));
});

emitted("unions are one switch", () => {
  const expected = `\
const checkClientRequest = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return false;
  switch ((value as Fields).method) {
    case "ping":
      return checkPingRequestMembers(value);
    case "echo":
      return checkEchoRequestMembers(value);
    default:
      return false;
  }
};
`;
  assert.ok(text(SMALL_SCHEMA).includes(expected));
});

emitted("does not depend on the order of declarations it does not need", () => {
  assert.is(text(SMALL_SCHEMA), text(SMALL_SCHEMA.replaceAll("\n", "\r\n")));
});

emitted("a schema that takes one of our names is an error", () => {
  for (const name of ["ValidationError", "Validation", "isEchoRequest"]) {
    try {
      text(`${SMALL_SCHEMA}\nexport interface ${name} { a: string }`);
      assert.unreachable(name);
    } catch (error) {
      assert.instance(error, UserError);
      assert.match((error as UserError).message, name);
    }
  }
});

emitted.run();
