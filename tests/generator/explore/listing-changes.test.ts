/**
 * Tests of breaking and other changes between two listings (tools, resources
 * and prompts) of a server.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listingChanges } from "../../../generator/explore/listing-changes.js";
import {
  toListing,
  type Listing,
} from "../../../generator/new/manifest/listing.js";
import type { ListingChange } from "../../../generator/explore/page-data.js";
import { parseCells, evaluateExpression } from "../../harness/run/cases.js";

const test = suite("explore: changes of listings");

const input = (properties: object, required: readonly string[] = []) => ({
  tools: [{ name: "t", inputSchema: { type: "object", properties, required } }],
});
const output = (schema: object | undefined) => ({
  tools: [
    {
      name: "t",
      inputSchema: { type: "object" },
      ...(schema && { outputSchema: { type: "object", ...schema } }),
    },
  ],
});
const prompt = (required: boolean | null) => ({
  tools: [],
  prompts: [
    {
      name: "p",
      arguments: required === null ? [] : [{ name: "a", required }],
    },
  ],
});
const text = { type: "string" };
const titled = (title: string) => ({
  tools: [{ name: "t", title, inputSchema: { type: "object" } }],
  prompts: [{ name: "p", title }],
  resourceTemplates: [{ uriTemplate: "a:{b}", title }],
});
const HELPERS = { input, output, prompt, text, titled };

/**
 * Test cases: description of the change, older listing, newer listing, and the
 * reported changes.
 */
const CASES = parseCells(`
  no change | input({ a: text }) | input({ a: text })
  a removed tool | input({}) | { tools: [] } | tool t removed breaks
  an added tool | { tools: [] } | input({}) | tool t added
  an added argument | input({}) | input({ a: text }) | tool t input.a added
  an added required argument | input({}) | input({ a: text }, ["a"]) | tool t input.a added breaks
  an argument that became required | input({ a: text }) | input({ a: text }, ["a"])
    | tool t input.a made required breaks
  an argument that became optional | input({ a: text }, ["a"]) | input({ a: text })
    | tool t input.a made optional
  an argument of more types | input({ a: text }) | input({ a: { type: ["string", "number"] } })
    | tool t input.a widened
  an argument of fewer values | input({ a: { enum: ["x", "y"] } }) | input({ a: { enum: ["x"] } })
    | tool t input.a narrowed breaks
  a lower maximum of an argument
    | input({ a: { type: "integer", maximum: 7 } }) | input({ a: { type: "integer", maximum: 5 } })
    | tool t input.a narrowed breaks
  a higher maximum of an argument
    | input({ a: { type: "integer", maximum: 5 } }) | input({ a: { type: "integer", maximum: 7 } })
    | tool t input.a widened
  a result of more types
    | output({ properties: { a: text } }) | output({ properties: { a: { type: ["string", "null"] } } })
    | tool t output.a widened breaks
  a result of fewer types
    | output({ properties: { a: { type: ["string", "null"] } } }) | output({ properties: { a: text } })
    | tool t output.a narrowed
  an added output schema | output(undefined) | output({}) | tool t output added
  a removed output schema | output({}) | output(undefined) | tool t output removed breaks
  an added argument of a prompt | prompt(null) | prompt(false) | prompt p argument a added
  an added required argument of a prompt | prompt(null) | prompt(true) | prompt p argument a added breaks
  an argument of a prompt that became required | prompt(false) | prompt(true)
    | prompt p argument a made required breaks
  an argument of a prompt that became optional | prompt(true) | prompt(false)
    | prompt p argument a made optional
  a removed argument of a prompt | prompt(true) | prompt(null) | prompt p argument a removed
  a changed tuple, which models do not have
    | input({ a: { type: "array", prefixItems: [text] } })
    | input({ a: { type: "array", prefixItems: [text, text] } }) | tool t input changed breaks
  a referenced definition of fewer values
    | input({ a: { $ref: "#/properties/b" }, b: { enum: [1, 2] } })
    | input({ a: { $ref: "#/properties/b" }, b: { enum: [1] } })
    | tool t B narrowed breaks | tool t input.b narrowed breaks
  another description of a resource
    | { tools: [], resources: [{ uri: "a:b", description: "x" }] }
    | { tools: [], resources: [{ uri: "a:b", description: "y" }] } | resource a:b description changed
  other metadata of a resource
    | { tools: [], resources: [{ uri: "a:b", size: 1, _meta: { c: 1, d: 1 } }] }
    | { tools: [], resources: [{ uri: "a:b", size: 1, _meta: { d: 1, c: 2 } }] } | resource a:b changed
  metadata of a resource in another order
    | { tools: [], resources: [{ uri: "a:b", _meta: { c: 1, d: 1 } }] }
    | { tools: [], resources: [{ _meta: { d: 1, c: 1 }, uri: "a:b" }] }
  another title of a resource with annotations in another order
    | { tools: [], resources: [{ uri: "a:b", title: "x", annotations: { c: 1, d: 1 } }] }
    | { tools: [], resources: [{ uri: "a:b", title: "y", annotations: { d: 1, c: 1 } }] } | resource a:b title changed
  a description with an invisible character
    | { tools: [], resources: [{ uri: "a:b" }] }
    | { tools: [], resources: [{ uri: "a:b", description: "x\\u200B" }] }
    | resource a:b text changed | resource a:b description added
  an added resource with an invisible character
    | { tools: [] } | { tools: [], resources: [{ uri: "a:b", description: "x\\u200B" }] }
    | resource a:b added | resource a:b text changed
  another description of a skill
    | { tools: [], skills: [{ uri: "a:b", frontmatter: { description: "x" } }] }
    | { tools: [], skills: [{ uri: "a:b", frontmatter: { description: "y" } }] } | skill a:b frontmatter changed
  a changed file of a skill
    | { tools: [], skills: [{ uri: "a:b", resources: [{ uri: "a:b", digest: "x" }] }] }
    | { tools: [], skills: [{ uri: "a:b", resources: [{ uri: "a:b", digest: "y" }] }] } | skill a:b resources changed
  a removed resource template
    | { tools: [], resourceTemplates: [{ uriTemplate: "a:{b}" }] } | { tools: [] }
    | resource template a:{b} removed breaks
  another title of a tool, a resource template and a prompt
    | titled("x") | titled("y")
    | tool t title changed | prompt p title changed | resource template a:{b} title changed
  an added skill, resource and prompt
    | { tools: [] } | { tools: [], skills: [{ uri: "skill://a" }], resources: [{ uri: "a:b" }], prompts: [{ name: "p" }] }
    | prompt p added | resource a:b added | skill skill://a added
  an added member of a recursive argument
    | input({ a: { $ref: "#" } }) | input({ a: { $ref: "#" }, b: text })
    | tool t input.b added
`);

/**
 * Returns the changes between two listings. Each listing is given as the text
 * of a JavaScript expression.
 */
function compare(older: string, newer: string): Promise<ListingChange[]> {
  const [was, is] = [older, newer].map((source) =>
    toListing(evaluateExpression(source, HELPERS) as object),
  ) as [Listing, Listing];
  return listingChanges(was, is);
}

for (const [about, older = "", newer = "", ...expected] of CASES)
  test(`\`listingChanges\` reports ${about}`, async () => {
    const found = await compare(older, newer);
    assert.equal(
      found.map(
        ({ subject, path, kind, breaks }) =>
          `${subject} ${path} ${kind}${breaks ? " breaks" : ""}`,
      ),
      expected,
    );
    for (const { why } of found) assert.match(why, /\.$/);
  });

/** Test cases: the change, older listing, newer listing, reported reason. */
const REASONS = parseCells(`
  a changed title | titled("x") | titled("y") | The text is only displayed; no call depends on it.
  a changed description | input({ a: text }) | input({ a: { ...text, description: "y" } })
    | A model or a host may decide differently, but no call becomes invalid.
  an added required argument | input({}) | input({ a: text }, ["a"])
    | The member is required, and existing callers do not send it.
  an argument of fewer values | input({ a: { enum: ["x", "y"] } }) | input({ a: { enum: ["x"] } })
    | An older client may send values that a newer server rejects.
  a removed keyword of an argument | input({ a: { multipleOf: 2 } }) | input({ a: {} })
    | Every value that a caller sends or expects is still valid.
`);
for (const [about, older = "", newer = "", reason] of REASONS)
  test(`listingChanges gives a reason for ${about}: ${reason}`, async () => {
    assert.is((await compare(older, newer))[0]?.why, reason);
  });

test("`listingChanges` reports the types before and after the change of an argument", async () => {
  const [change] = await compare(
    "input({ a: text })",
    'input({ a: { type: ["string", "number"] } })',
  );
  assert.equal([change?.before, change?.after], ["string", "string | number"]);
});

test.run();
