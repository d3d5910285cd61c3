/**
 * Tests of the text of validators.ts for special schemas. The files for
 * published revisions are in snapshots/.
 */
import { check } from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitValidators } from "../../../../generator/emit/validators/emit.js";
import { EDGE_SCHEMA } from "../../../harness/models/edge-schema.js";
import {
  createContext,
  parseModel,
  printPage,
} from "../../../harness/models/models.js";
import { SMALL_SCHEMA } from "../../../harness/models/small-schema.js";

const test = suite("emit: validators.ts");

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

for (const [name, schema] of [
  ["every construct", EDGE_SCHEMA],
  ["long names and texts", SMALL_SCHEMA + LONG],
] as const)
  test(`validators.ts for ${name} is formatted and does not use the type \`any\``, async () => {
    const text = printPage(emitValidators(createContext(parseModel(schema))));
    assert.ok(await check(text, { filepath: "validators.ts" }));
    assert.not.match(text, /\bany\b/);
  });

test.run();
