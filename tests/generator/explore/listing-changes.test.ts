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

/**
 * Test cases: description of the change, older listing, newer listing, and the
 * reported changes.
 */
const CASES = parseCells(`
  no change | input({ a: text }) | input({ a: text })
  a removed tool | input({}) | { tools: [] } | t removed breaks
  an added tool | { tools: [] } | input({}) | t added
  an added argument | input({}) | input({ a: text }) | t input.a added
  an added required argument | input({}) | input({ a: text }, ["a"]) | t input.a added breaks
  an argument that became required | input({ a: text }) | input({ a: text }, ["a"])
    | t input.a made required breaks
  an argument that became optional | input({ a: text }, ["a"]) | input({ a: text })
    | t input.a made optional
  an argument of more types | input({ a: text }) | input({ a: { type: ["string", "number"] } })
    | t input.a widened
  an argument of fewer values | input({ a: { enum: ["x", "y"] } }) | input({ a: { enum: ["x"] } })
    | t input.a narrowed breaks
  a lower maximum of an argument
    | input({ a: { type: "integer", maximum: 7 } }) | input({ a: { type: "integer", maximum: 5 } })
    | t input.a narrowed breaks
  a higher maximum of an argument
    | input({ a: { type: "integer", maximum: 5 } }) | input({ a: { type: "integer", maximum: 7 } })
    | t input.a widened
  a result of more types
    | output({ properties: { a: text } }) | output({ properties: { a: { type: ["string", "null"] } } })
    | t output.a widened breaks
  a result of fewer types
    | output({ properties: { a: { type: ["string", "null"] } } }) | output({ properties: { a: text } })
    | t output.a narrowed
  an added output schema | output(undefined) | output({}) | t output added
  a removed output schema | output({}) | output(undefined) | t output removed breaks
  an added argument of a prompt | prompt(null) | prompt(false) | p argument a added
  an added required argument of a prompt | prompt(null) | prompt(true) | p argument a added breaks
  an argument of a prompt that became required | prompt(false) | prompt(true)
    | p argument a made required breaks
  an argument of a prompt that became optional | prompt(true) | prompt(false)
    | p argument a made optional
  a removed argument of a prompt | prompt(true) | prompt(null) | p argument a removed
  a changed tuple, which models do not have
    | input({ a: { type: "array", prefixItems: [text] } })
    | input({ a: { type: "array", prefixItems: [text, text] } }) | t input changed breaks
  a referenced definition of fewer values
    | input({ a: { $ref: "#/properties/b" }, b: { enum: [1, 2] } })
    | input({ a: { $ref: "#/properties/b" }, b: { enum: [1] } })
    | t B narrowed breaks | t input.b narrowed breaks
  another description of a resource
    | { tools: [], resources: [{ uri: "a:b", description: "x" }] }
    | { tools: [], resources: [{ uri: "a:b", description: "y" }] } | a:b description changed
  other metadata of a resource
    | { tools: [], resources: [{ uri: "a:b", size: 1, _meta: { c: 1, d: 1 } }] }
    | { tools: [], resources: [{ uri: "a:b", size: 1, _meta: { d: 1, c: 2 } }] } | a:b changed
  metadata of a resource in another order
    | { tools: [], resources: [{ uri: "a:b", _meta: { c: 1, d: 1 } }] }
    | { tools: [], resources: [{ _meta: { d: 1, c: 1 }, uri: "a:b" }] }
  a description with an invisible character
    | { tools: [], resources: [{ uri: "a:b" }] }
    | { tools: [], resources: [{ uri: "a:b", description: "x\\u200B" }] }
    | a:b text changed | a:b description added
  an added resource with an invisible character
    | { tools: [] } | { tools: [], resources: [{ uri: "a:b", description: "x\\u200B" }] }
    | a:b added | a:b text changed
  another description of a skill
    | { tools: [], skills: [{ uri: "a:b", frontmatter: { description: "x" } }] }
    | { tools: [], skills: [{ uri: "a:b", frontmatter: { description: "y" } }] } | a:b frontmatter changed
  a changed file of a skill
    | { tools: [], skills: [{ uri: "a:b", resources: [{ uri: "a:b", digest: "x" }] }] }
    | { tools: [], skills: [{ uri: "a:b", resources: [{ uri: "a:b", digest: "y" }] }] } | a:b resources changed
  a removed resource template
    | { tools: [], resourceTemplates: [{ uriTemplate: "a:{b}" }] } | { tools: [] }
    | a:{b} removed breaks
`);

for (const [about, older = "", newer = "", ...expected] of CASES)
  test(`\`listingChanges\` reports ${about}`, async () => {
    const [was, is] = [older, newer].map((source) =>
      toListing(
        evaluateExpression(source, { input, output, prompt, text }) as object,
      ),
    ) as [Listing, Listing];
    const found = await listingChanges(was, is);
    assert.equal(
      found.map(
        ({ path, kind, breaks }) => `${path} ${kind}${breaks ? " breaks" : ""}`,
      ),
      expected,
    );
    for (const { why } of found) assert.match(why, /\.$/);
  });

test.run();
