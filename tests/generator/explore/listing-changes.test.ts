/** What a change of a server's manifest breaks. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listingChanges } from "../../../generator/explore/listing-changes.js";
import { listingOf } from "../../../generator/new/manifest/listing.js";

const changes = suite("explore: changes of a listing");

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

/** What was, what is, and what is said of that. */
const CASES: readonly (readonly [
  what: string,
  was: object,
  is: object,
  said: readonly string[],
])[] = [
  ["nothing", input({ a: text }), input({ a: text }), []],
  ["a tool goes", input({}), { tools: [] }, ["t removed breaks"]],
  ["a tool comes", { tools: [] }, input({}), ["t added"]],
  ["an argument comes", input({}), input({ a: text }), ["t input.a added"]],
  [
    "a required argument comes",
    input({}),
    input({ a: text }, ["a"]),
    ["t input.a added breaks"],
  ],
  [
    "an argument becomes required",
    input({ a: text }),
    input({ a: text }, ["a"]),
    ["t input.a made required breaks"],
  ],
  [
    "an argument becomes optional",
    input({ a: text }, ["a"]),
    input({ a: text }),
    ["t input.a made optional"],
  ],
  [
    "an argument takes more",
    input({ a: text }),
    input({ a: { type: ["string", "number"] } }),
    ["t input.a widened"],
  ],
  [
    "an argument takes less",
    input({ a: { enum: ["x", "y"] } }),
    input({ a: { enum: ["x"] } }),
    ["t input.a narrowed breaks"],
  ],
  [
    "a limit is tighter",
    input({ a: { type: "integer", maximum: 7 } }),
    input({ a: { type: "integer", maximum: 5 } }),
    ["t input.a narrowed breaks"],
  ],
  [
    "a limit is wider",
    input({ a: { type: "integer", maximum: 5 } }),
    input({ a: { type: "integer", maximum: 7 } }),
    ["t input.a widened"],
  ],
  [
    "a result says more",
    output({ properties: { a: text } }),
    output({ properties: { a: { type: ["string", "null"] } } }),
    ["t output.a widened breaks"],
  ],
  [
    "a result says less",
    output({ properties: { a: { type: ["string", "null"] } } }),
    output({ properties: { a: text } }),
    ["t output.a narrowed"],
  ],
  ["an output schema comes", output(undefined), output({}), ["t output added"]],
  [
    "an output schema goes",
    output({}),
    output(undefined),
    ["t output removed breaks"],
  ],
  [
    "an argument of a prompt comes",
    prompt(null),
    prompt(false),
    ["p argument a added"],
  ],
  [
    "one comes and is required",
    prompt(null),
    prompt(true),
    ["p argument a added breaks"],
  ],
  [
    "one becomes required",
    prompt(false),
    prompt(true),
    ["p argument a made required breaks"],
  ],
  [
    "one becomes optional",
    prompt(true),
    prompt(false),
    ["p argument a made optional"],
  ],
  ["one goes", prompt(true), prompt(null), ["p argument a removed"]],
  [
    "a tuple, which no model has, changes",
    input({ a: { type: "array", prefixItems: [text] } }),
    input({ a: { type: "array", prefixItems: [text, text] } }),
    ["t input changed breaks"],
  ],
  [
    "a definition by reference takes less",
    input({ a: { $ref: "#/properties/b" }, b: { enum: [1, 2] } }),
    input({ a: { $ref: "#/properties/b" }, b: { enum: [1] } }),
    ["t B narrowed breaks", "t input.b narrowed breaks"],
  ],
  [
    "words of a resource change",
    { tools: [], resources: [{ uri: "a:b", description: "x" }] },
    { tools: [], resources: [{ uri: "a:b", description: "y" }] },
    ["a:b description changed"],
  ],
  [
    "a template goes",
    { tools: [], resourceTemplates: [{ uriTemplate: "a:{b}" }] },
    { tools: [] },
    ["a:{b} removed breaks"],
  ],
];

for (const [what, was, is, said] of CASES)
  changes(what, async () => {
    const found = await listingChanges(listingOf(was), listingOf(is));
    assert.equal(
      found.map(
        ({ path, kind, breaks }) => `${path} ${kind}${breaks ? " breaks" : ""}`,
      ),
      said,
    );
    for (const { why } of found) assert.match(why, /\.$/);
  });

changes.run();
