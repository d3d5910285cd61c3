import { suite } from "uvu";
import * as assert from "uvu/assert";
import { emitIndex } from "../../generator/emit/assemble/index-files.js";
import { emitMethods } from "../../generator/emit/methods/methods.js";
import { contextOf, modelOf, textOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const test = suite("methods");

function methodsOf(schema: string): string {
  return textOf(emitMethods(contextOf(modelOf(schema))));
}

/** The statement of `text` that starts with `head`, up to its last line. */
function statement(text: string, head: string): string {
  const start = text.indexOf(head);
  assert.ok(start >= 0, `${head} is there`);
  const end = /^[^ \n].*;$|^\}$/gm;
  end.lastIndex = start;
  const match = end.exec(text);
  return text.slice(start, match ? match.index + match[0].length : undefined);
}

test("a method of two declarations is in both maps and one row", () => {
  const text = methodsOf(
    `${SMALL_SCHEMA}
export interface ServerPingRequest extends Request {
  method: "ping";
}
export type ServerRequest = ServerPingRequest;
export interface ServerPingRequestResultResponse { result: EmptyResult }
export interface ServerPingResult extends Result {}
`,
  );
  for (const [map, request] of [
    ["ClientRequests", "PingRequest"],
    ["ServerRequests", "ServerPingRequest"],
  ]) {
    const declared = statement(text, `export interface ${map}`);
    assert.match(declared, `NonNullable<${request}["params"]>`);
  }
  const methods = statement(text, "export const METHODS");
  const rows = methods.match(/ping: \{[^}]*\}/g);
  assert.is(rows?.length, 1);
  assert.match(rows?.[0] ?? "", 'sender: "either"');
});

test("strange methods", () => {
  const text = methodsOf(
    SMALL_SCHEMA.replace('method: "echo"', 'method: "__proto__"').replace(
      'method: "ping"',
      'method: "ping\\n\\"*/"',
    ),
  );
  assert.match(text, `\n  'ping\\n"*/': {\n    params`);
  assert.match(text, `\n  'ping\\n"*/': {\n    kind`);
  assert.match(text, `\n  __proto__: {\n    params`);
  assert.match(text, `\n  ["__proto__"]: {\n    kind`);
});

test("the index exports what was generated", () => {
  const context = contextOf(modelOf(SMALL_SCHEMA));
  const head = "/* Generated for a test. */\n\n";
  assert.is(
    textOf(emitIndex(context, ["index", "methods", "types", "json-schema"])),
    `${head}export * from "./types.js";\nexport * from "./methods.js";\n`,
  );
  assert.is(textOf(emitIndex(context, ["index"])), `${head}export {};\n`);
});

test.run();
