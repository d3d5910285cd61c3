/** The text of validators.ts; snapshots/ holds that of revisions. */
import { check } from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitValidators } from "../../generator/emit/validators/emit.js";
import { EDGE_SCHEMA } from "../support/edge-schema.js";
import { bundledModel, contextOf, modelOf, textOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";

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

for (const [name, model] of [
  ["a revision", () => bundledModel("2026-07-28")],
  ["every construct", () => modelOf(EDGE_SCHEMA)],
  ["long names and texts", () => modelOf(SMALL_SCHEMA + LONG)],
] as const)
  emitted(`${name}: formatted, and nothing is any`, async () => {
    const text = textOf(emitValidators(contextOf(model())));
    assert.ok(await check(text, { filepath: "validators.ts" }));
    assert.not.match(text, /\bany\b/);
  });

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
  assert.ok(
    textOf(emitValidators(contextOf(modelOf(SMALL_SCHEMA)))).includes(expected),
  );
});

emitted.run();
