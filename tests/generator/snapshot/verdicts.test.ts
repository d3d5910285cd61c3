/**
 * Tests of the verdict that each change of a server gets: whether callers fail,
 * models read another definition, or neither.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toListing } from "../../../generator/new/manifest/listing.js";
import { compareSnapshots } from "../../../generator/snapshot/compare.js";
import {
  createSnapshot,
  type Snapshot,
} from "../../../generator/snapshot/snapshot.js";
import { evaluateExpression, parseCells } from "../../harness/run/cases.js";

const test = suite("snapshot: verdicts");

const text = { type: "string" };
const tool = (more: object = {}) => ({
  tools: [{ name: "t", inputSchema: { type: "object" }, ...more }],
});
const input = (schema: object) =>
  tool({ inputSchema: { type: "object", ...schema } });
/**
 * Returns a listing with a tool. The tool has one argument, `a`, with the given
 * schema.
 */
const arg = (a: object) => input({ properties: { a } });
const output = (schema: object) =>
  tool({ outputSchema: { type: "object", ...schema } });
/**
 * Returns a listing with a tool. The tool's structured result has a member `a`
 * with the given schema.
 */
const member = (a: object, more: object = {}) =>
  output({ properties: { a }, ...more });
const prompt = (more: object = {}) => ({
  tools: [],
  prompts: [{ name: "p", ...more }],
});
const resource = (more: object = {}) => ({
  tools: [],
  resources: [{ uri: "a:b", name: "r", ...more }],
});
const template = (more: object = {}) => ({
  tools: [],
  resourceTemplates: [{ uriTemplate: "a:{b}", name: "r", ...more }],
});
const skill = (more: object = {}) => ({
  tools: [],
  skills: [{ uri: "skill://a/SKILL.md", frontmatter: {}, ...more }],
});
const none = { tools: [] };
const server = (more: object) => ({ tools: [], server: more });
const NAMES = {
  arg,
  input,
  member,
  none,
  output,
  prompt,
  resource,
  server,
  skill,
  template,
  text,
  tool,
};

/**
 * Test cases: changed part, definition before, definition after, most severe
 * verdict of the change, and most severe verdict of the reverse change.
 */
const CASES = parseCells(`
  nothing | tool() | tool() | none | none
  the order of keys | arg({ type: "string", minLength: 1 }) | arg({ minLength: 1, type: "string" }) | none | none
  a whole tool | none | tool() | compatible | callers
  a whole prompt | none | prompt() | compatible | callers
  a whole resource | none | resource() | compatible | callers
  a whole template | none | template() | compatible | callers
  a new tool with invisible characters | none | tool({ description: "a\\u200Bb" }) | models | callers
  an optional argument | input({}) | arg(text) | compatible | compatible
  a required argument | input({}) | input({ properties: { a: text }, required: ["a"] }) | callers | compatible
  whether an argument is required | arg(text) | input({ properties: { a: text }, required: ["a"] }) | callers | compatible
  the type of an argument | arg(text) | arg({ type: "number" }) | callers | callers
  further types of an argument | arg(text) | arg({ type: ["string", "null"] }) | compatible | callers
  values of an enum | arg({ enum: ["x"] }) | arg({ enum: ["x", "y"] }) | compatible | callers
  a constant | arg({ const: "x" }) | arg({ const: "y" }) | callers | callers
  a minimum | arg({ type: "number", minimum: 1 }) | arg({ type: "number", minimum: 0 }) | compatible | callers
  a maximum | arg({ type: "number", maximum: 1 }) | arg({ type: "number", maximum: 2 }) | compatible | callers
  an exclusive maximum | arg({ type: "number" }) | arg({ type: "number", exclusiveMaximum: 2 }) | callers | compatible
  an exclusive minimum | arg({ type: "number", exclusiveMinimum: 2 }) | arg({ type: "number", exclusiveMinimum: 1 }) | compatible | callers
  the keyword multipleOf | arg({ type: "number" }) | arg({ type: "number", multipleOf: 2 }) | callers | compatible
  a minimum length | arg({ type: "string", minLength: 1 }) | arg({ type: "string", minLength: 2 }) | callers | compatible
  a maximum length | arg({ type: "string", maxLength: 2 }) | arg({ type: "string", maxLength: 1 }) | callers | compatible
  a pattern | arg(text) | arg({ type: "string", pattern: "^a" }) | callers | compatible
  a format | arg(text) | arg({ type: "string", format: "date" }) | callers | compatible
  a minimum number of items | arg({ type: "array" }) | arg({ type: "array", minItems: 1 }) | callers | compatible
  unique items | arg({ type: "array" }) | arg({ type: "array", uniqueItems: true }) | callers | compatible
  the default of the keyword uniqueItems | arg({ type: "array" }) | arg({ type: "array", uniqueItems: false }) | compatible | compatible
  the type of items | arg({ type: "array", items: text }) | arg({ type: "array", items: { type: "number" } }) | callers | callers
  undeclared members | input({ properties: { a: text } }) | input({ properties: { a: text }, additionalProperties: false }) | callers | compatible
  the type of undeclared members | input({ additionalProperties: text }) | input({ additionalProperties: { type: ["string", "null"] } }) | compatible | callers
  a member of a nested object | arg({ type: "object", properties: { b: text }, required: ["b"] }) | arg({ type: "object", properties: { b: text } }) | compatible | callers
  a referenced schema | input({ properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: text } }) | input({ properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { type: "number" } } }) | callers | callers
  the alternatives of anyOf | arg({ anyOf: [text] }) | arg({ anyOf: [text, { type: "number" }] }) | compatible | callers
  a negated schema | arg(text) | arg({ type: "string", not: { const: "x" } }) | callers | compatible
  dependent members | input({ properties: { a: text, b: text } }) | input({ properties: { a: text, b: text }, dependentRequired: { a: ["b"] } }) | callers | compatible
  the description of an argument | arg({ type: "string", description: "x" }) | arg({ type: "string", description: "y" }) | models | models
  the default of an argument | arg(text) | arg({ type: "string", default: "x" }) | models | models
  examples of an argument | arg(text) | arg({ type: "string", examples: ["x"] }) | models | models
  the title of an argument | arg(text) | arg({ type: "string", title: "x" }) | compatible | compatible
  a member of the result | output({ properties: { a: text } }) | output({ properties: { a: text, b: text } }) | compatible | callers
  whether the result has a member | member(text, { required: ["a"] }) | member(text) | callers | compatible
  further types of a result | member(text) | member({ type: ["string", "null"] }) | callers | compatible
  values of an enum in a result | member({ enum: ["x"] }) | member({ enum: ["x", "y"] }) | callers | compatible
  an output schema | tool() | output({}) | compatible | callers
  the description of a tool | tool({ description: "x" }) | tool({ description: "y" }) | models | models
  invisible characters in a description | tool({ description: "ab" }) | tool({ description: "a\\u2062b" }) | models | models
  a hint that the tool destroys data | tool() | tool({ annotations: { destructiveHint: true } }) | models | models
  a hint that the tool only reads | tool({ annotations: { readOnlyHint: true } }) | tool({ annotations: { readOnlyHint: false } }) | models | models
  the title of a tool | tool({ title: "x" }) | tool({ title: "y" }) | compatible | compatible
  icons of a tool | tool() | tool({ icons: [{ src: "https://x/" }] }) | compatible | compatible
  metadata of a tool | tool({ _meta: { a: 1 } }) | tool({ _meta: { a: 2 } }) | compatible | compatible
  a tool that may run as a task | tool() | tool({ execution: { taskSupport: "optional" } }) | compatible | callers
  a tool that must run as a task | tool() | tool({ execution: { taskSupport: "required" } }) | callers | callers
  an optional argument of a prompt | prompt() | prompt({ arguments: [{ name: "a" }] }) | compatible | compatible
  a required argument of a prompt | prompt() | prompt({ arguments: [{ name: "a", required: true }] }) | callers | compatible
  the description of a prompt | prompt() | prompt({ description: "x" }) | models | models
  the description of a prompt's argument | prompt({ arguments: [{ name: "a" }] }) | prompt({ arguments: [{ name: "a", description: "x" }] }) | models | models
  the description of a required argument of a prompt | prompt({ arguments: [{ name: "a", required: true }] }) | prompt({ arguments: [{ name: "a", required: true, description: "x" }] }) | models | models
  the media type of a resource | resource() | resource({ mimeType: "text/html" }) | compatible | compatible
  the description of a resource | resource() | resource({ description: "x" }) | models | models
  the annotations of a template | template() | template({ annotations: { priority: 1 } }) | models | models
  a whole skill | none | skill() | compatible | callers
  the files of a skill | skill({ resources: [{ digest: "a" }] }) | skill({ resources: [{ digest: "b" }] }) | models | models
  the instructions of the server | server({ instructions: "x" }) | server({ instructions: "y" }) | models | models
  the version of the server | server({ version: "1" }) | server({ version: "2" }) | compatible | compatible
`);

const SEVERITY = ["callers", "models", "compatible"] as const;

async function findWorst(older: Snapshot, newer: Snapshot): Promise<string> {
  const changes = await compareSnapshots(older, newer);
  return (
    SEVERITY.find((level) =>
      changes.some(({ verdict }) => verdict === level),
    ) ?? "none"
  );
}

function toSnapshot(expression: string): Snapshot {
  const { server: info, ...lists } = evaluateExpression(expression, NAMES) as {
    readonly server?: object;
  };
  const { instructions, ...named } = { ...info } as { instructions?: string };
  return createSnapshot(
    {
      listing: toListing(lists),
      peer: {
        info: { name: "s", version: "1", ...named },
        capabilities: {},
        instructions,
      },
    },
    { from: "server" },
  );
}

for (const [part = "", before = "", after = "", verdict, reverse] of CASES) {
  test(`the verdict on a change of ${part} is "${verdict}": ${before} => ${after}`, async () => {
    const [was, is] = [toSnapshot(before), toSnapshot(after)];
    assert.is(await findWorst(was, is), verdict);
  });
  test(`the verdict on a change of ${part} is "${reverse}": ${after} => ${before}`, async () => {
    const [was, is] = [toSnapshot(before), toSnapshot(after)];
    assert.is(await findWorst(is, was), reverse);
  });
}

/** Change as `check` reports it, with defaults for the members that rarely vary. */
const reported = (change: object) => ({
  subject: "tool",
  of: "t",
  path: "t",
  kind: "changed",
  before: null,
  after: null,
  verdict: "compatible",
  ...change,
});

test("`compareSnapshots` reports changes of the server, the most severe change first", async () => {
  const [was, is] = [
    toSnapshot('server({ name: "a", instructions: "x" })'),
    toSnapshot('server({ name: "b", version: "2" })'),
  ];
  const changes = await compareSnapshots(
    { ...was, revision: "old" },
    { ...is, revision: "new" },
  );
  const ofServer = { subject: "server", of: "server" };
  assert.equal(
    changes.map(({ why: _why, ...change }) => change),
    [
      {
        path: "instructions",
        kind: "removed",
        before: '"x"',
        verdict: "models",
      },
      { path: "name", before: '"a"', after: '"b"' },
      { path: "version", before: '"1"', after: '"2"' },
      { path: "revision", before: '"old"', after: '"new"' },
    ].map((change) => reported({ ...ofServer, ...change })),
  );
});

test("`compareSnapshots` reports all changes of an entry's metadata as one change", async () => {
  const meta = 'tool({ _meta: { "a\\u2062": ["\\u2063"] } })';
  const why = {
    hidden:
      "The definition contains invisible characters (U+2062, U+2063). A model reads them, but a reviewer cannot see them.",
    meta: "Neither calls nor models depend on the changed members.",
  };
  assert.equal(await compareSnapshots(toSnapshot("tool()"), toSnapshot(meta)), [
    reported({ path: "t text", verdict: "models", why: why.hidden }),
    reported({ why: why.meta }),
  ]);
  const more = meta.replace("[", "[1, ");
  assert.equal(await compareSnapshots(toSnapshot(meta), toSnapshot(more)), [
    reported({ why: why.meta }),
  ]);
});

test("`compareSnapshots` says that an added argument of a tool is required", async () => {
  const required = 'input({ properties: { a: text }, required: ["a"] })';
  const changes = await compareSnapshots(
    toSnapshot("input({})"),
    toSnapshot(required),
  );
  assert.equal(
    changes.map(({ why }) => why),
    ["The member is required, and existing callers do not send it."],
  );
});

test("`createSnapshot` sorts the entries of each list", () => {
  const names = ["b", "c", "a"];
  const { tools, prompts, resources, resourceTemplates, skills, ...rest } =
    createSnapshot(
      {
        listing: toListing({
          tools: names.map((name) => ({
            name,
            inputSchema: { type: "object", properties: {} },
          })),
          prompts: names.map((name) => ({ name })),
          resources: names.map((uri) => ({ uri, name: "r" })),
          resourceTemplates: names.map((uriTemplate) => ({
            uriTemplate,
            name: "r",
          })),
          skills: names.map((uri) => ({ uri, frontmatter: {} })),
        }),
      },
      { from: "server" },
    );
  assert.equal(rest, { format: 1, address: { from: "server" } });
  const list = (entries: Snapshot["tools"]) =>
    entries.map(({ definition }) => JSON.stringify(definition));
  assert.equal(
    [tools, prompts, resources, resourceTemplates, skills].map(list),
    [
      (name: string) =>
        `{"inputSchema":{"properties":{},"type":"object"},"name":"${name}"}`,
      (name: string) => `{"name":"${name}"}`,
      (uri: string) => `{"name":"r","uri":"${uri}"}`,
      (uri: string) => `{"name":"r","uriTemplate":"${uri}"}`,
      (uri: string) => `{"frontmatter":{},"uri":"${uri}"}`,
    ].map((print) => ["a", "b", "c"].map(print)),
  );
});

test.run();
