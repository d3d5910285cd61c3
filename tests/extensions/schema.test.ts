/** Tests of extension schemas: their parts in the model. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../generator/model/diff/diff.js";
import { fingerprint } from "../../generator/model/identity/fingerprint.js";
import { lint } from "../../generator/model/lint/lint.js";
import type { Member, ProtocolModel } from "../../generator/model/types.js";
import { verifyExtension } from "../../generator/pipeline/verify-extension.js";
import { parseSchema } from "../../generator/parse/index.js";
import {
  extensionTable,
  readBundledExtension,
} from "../../generator/source/extensions.js";
import { readBundledSchema } from "../../generator/source/read.js";
import { UserError } from "../../generator/support/errors.js";
import {
  getAdded,
  extendRevision,
  getErrors,
  HEAD,
  IMPORT,
  MESSAGE,
  getOwn,
  createComment,
} from "../harness/source/extensions.js";

const test = suite("extension schemas");

test("with the option `whereItFits`, an extension is omitted if the revision lacks an imported type", () => {
  const text = `${HEAD}import type { Result, Nope } from "a";
export interface B extends Result { nope: Nope }
`;
  assert.equal(getOwn(extendRevision([{ text, whereItFits: true }])), []);
  assert.match(
    getErrors([text]).join(),
    "MCP160 x1.ts:2:23 2026-07-28 exports no type `Nope`",
  );
});

test("`parseSchema` with an extension still returns the warnings about the protocol schema", () => {
  const core = `export const LATEST_PROTOCOL_VERSION = "1";
export interface FooRequest { method: "foo" }
export interface FooResult {}
export type ClientRequest = FooRequest;
`;
  const text = `${HEAD}export type B = string;\n`;
  const extensions = [{ text, file: "x1.ts", commit: null }];
  const { warnings } = parseSchema(core, { file: "core.ts", extensions });
  assert.equal(
    warnings.map(({ code, place }) => [code, place?.file]),
    [["MCP156", "core.ts"]],
  );
});

test("an extension cannot import a type that the protocol schema does not export", () => {
  const core = `export const LATEST_PROTOCOL_VERSION = "1";
interface Hidden {}
export type ClientRequest = never;
`;
  const text = `${HEAD}import type { Hidden } from "a";\nexport type B = Hidden;\n`;
  const extensions = [{ text, file: "x1.ts", commit: null }];
  try {
    parseSchema(core, { file: "core.ts", extensions });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, UserError);
    const codes = (error as UserError).diagnostics.map(({ code }) => code);
    assert.equal(codes, ["MCP160"]);
  }
});

test("the option `identifier` replaces the identifier in the file of an extension", () => {
  const text = `${HEAD}export type B = string;\n`;
  const { extensions } = extendRevision([
    { text, identifier: "com.example/other" },
  ]);
  assert.equal(
    extensions?.map(({ identifier }) => identifier),
    ["com.example/other"],
  );
});

test("an extension adds declarations and methods to the model, and changes no existing ones", () => {
  const core = extendRevision([]);
  const model = extendRevision([
    `${HEAD}${IMPORT}
export type StartRequest = JSONRPCRequest & { method: "x/start"; params: { n: number } };
export interface StartResult extends Result { id: string }
export interface DoneNotification extends JSONRPCNotification { method: "x/done" }
export const X_MAX = 3;
`,
  ]);
  assert.equal(
    model.declarations.slice(0, core.declarations.length),
    core.declarations,
  );
  assert.equal(model.methods.slice(0, core.methods.length), core.methods);
  assert.equal(
    getOwn(model).map(({ name, extension }) => [name, extension]),
    ["StartRequest", "StartResult", "DoneNotification", "X_MAX"].map((name) => [
      name,
      "com.example/x",
    ]),
  );
  assert.equal(
    getAdded(model).map(
      ({ method, kind, sender, result, capability, extension }) => ({
        method,
        kind,
        sender,
        result,
        capability,
        extension,
      }),
    ),
    [
      {
        method: "x/start",
        kind: "request",
        sender: "client",
        result: { kind: "reference", name: "StartResult" },
        capability: null,
        extension: "com.example/x",
      },
      {
        method: "x/done",
        kind: "notification",
        sender: "server",
        result: null,
        capability: null,
        extension: "com.example/x",
      },
    ],
  );
  const [extension] = model.extensions ?? [];
  assert.equal(
    [extension?.identifier, extension?.version],
    ["com.example/x", null],
  );
  assert.not.ok("extensions" in core);
});

test("an extension can import a type of the protocol schema under an alias", () => {
  const model = extendRevision([
    `${HEAD}import type { Error as Problem, RequestId } from "../anywhere.js";
export interface Failed { problem: Problem; ids: RequestId[] }
export type Only = typeof X_ONE; export const X_ONE = 1;
`,
  ]);
  const [failed] = getOwn(model);
  assert.ok(failed?.kind === "interface");
  assert.equal(
    failed.members.map(({ type }) => type),
    [
      { kind: "reference", name: "Error" },
      { kind: "array", element: { kind: "reference", name: "RequestId" } },
    ],
  );
});

test("a union called XServerRequest in an extension schema lists the requests that servers send", () => {
  const model = extendRevision([
    `${HEAD}${IMPORT}
export interface AskRequest extends JSONRPCRequest { method: "x/ask" }
export interface AskResult extends Result {}
export interface BothRequest extends JSONRPCRequest { method: "x/both" }
export interface BothResult extends Result {}
export interface HeardNotification extends JSONRPCNotification { method: "x/heard" }
export interface PlainServerRequest extends JSONRPCRequest { method: "x/plain" }
export interface PlainServerResult extends Result {}
export type XServerRequest = AskRequest | BothRequest;
export type YServerRequest = AskRequest;
export type XInputRequest = AskRequest;
export type XClientRequest = BothRequest;
export type XClientNotification = HeardNotification;
`,
  ]);
  assert.equal(
    getAdded(model).map(({ method, sender }) => [method, sender]),
    [
      ["x/ask", "server"],
      ["x/both", "either"],
      ["x/heard", "client"],
      ["x/plain", "client"],
    ],
  );
});

test("an extension's interface with the member `method` is not a message unless it extends a message type", () => {
  const model = extendRevision([
    `${HEAD}export interface LooksRequest { method: "ui/open"; params: { url: string } }\n`,
  ]);
  assert.equal(getAdded(model), []);
  assert.equal(lint(model), []);
});

test("the constant LATEST_PROTOCOL_VERSION of an extension sets the extension's version", () => {
  const model = extendRevision([
    `${HEAD}export const LATEST_PROTOCOL_VERSION = "2099-01-01";\nexport type A = string;\n`,
  ]);
  assert.is(model.protocolVersion, "2026-07-28");
  assert.is(model.extensions?.[0]?.version, "2099-01-01");
  assert.equal(
    getOwn(model).map(({ name }) => name),
    ["A"],
  );
});

test("a constant in an extension schema may have a literal type as its annotation", () => {
  const model = extendRevision([
    `${HEAD}export interface Open { method: "x/open" }
export const OPEN: Open["method"] = "x/open";
export declare const SAME: Open["method"];
`,
  ]);
  const values = getOwn(model).flatMap((declaration) =>
    declaration.kind === "constant" ? [declaration.value] : [],
  );
  assert.equal(values, ["x/open", "x/open"]);
});

for (const [tags, declaration] of [
  [[], ["both", null, null]],
  [["@declaredBy both"], ["both", null, null]],
  [["@declaredBy client"], ["client", null, null]],
  [
    ["@declaredBy server", "@serverSettings Set"],
    ["server", null, "Set"],
  ],
  [
    ["@clientSettings Set", "@serverSettings Set"],
    ["both", "Set", "Set"],
  ],
] as const)
  test(`the tags "${tags.join(" ")}" set declaredBy, clientSettings and serverSettings to ${JSON.stringify(declaration)}`, () => {
    const { extensions } = extendRevision([createComment(...tags) + MESSAGE]);
    const [own] = extensions ?? [];
    const found = [own?.declaredBy, own?.clientSettings, own?.serverSettings];
    assert.equal(found, declaration);
  });

test("if the tag `@declaredBy` of an extension changes, `diffModels` reports the old and new side", () => {
  const changes = (...tags: readonly [string, string]) =>
    diffModels(
      ...(tags.map((tag) => extendRevision([createComment(tag) + MESSAGE])) as [
        ProtocolModel,
        ProtocolModel,
      ]),
    ).map(({ path, before, after, breaks }) => [path, before, after, breaks]);
  const path = 'extensions["com.example/x"]';
  const [server, both] = ["declared by the server", "declared by both sides"];
  assert.equal(changes("@declaredBy server", "@declaredBy both"), [
    [path, server, both, { client: true, server: false }],
  ]);
  assert.equal(changes("@declaredBy both", "@declaredBy server"), [
    [path, both, server, { client: false, server: false }],
  ]);
  assert.equal(changes("@declaredBy server", "@declaredBy server"), []);
});

for (const name of Object.keys(extensionTable().extensions)) {
  const core = readBundledSchema("2026-07-28");
  const { text, file } = readBundledExtension(name);
  const verify = (text: string) =>
    verifyExtension({ text, file, revision: null, commit: null }, name).verdict;

  test(`the bundled schema of ${name} has the pinned fingerprint of the published schema`, () => {
    const pin = extensionTable().extensions[name];
    const verdict = verify(text);
    assert.ok(verdict.ok, verdict.diff ?? "");
    assert.is(verdict.fingerprint, pin?.fingerprint);
    assert.match(text, `Extension Identifier: ${pin?.identifier}`);
  });

  test(`the bundled schema of ${name} has the pinned declaring side and settings`, () => {
    const { model } = parseSchema(core.text, {
      ...core,
      extensions: [readBundledExtension(name)],
    });
    const [own] = model.extensions ?? [];
    const pin = extensionTable().extensions[name];
    for (const key of [
      "declaredBy",
      "clientSettings",
      "serverSettings",
    ] as const)
      assert.is(own?.[key], pin?.[key], key);
  });

  test(`the schema of ${name} with an added member does not have the pinned fingerprint`, () => {
    const change = text.replace(
      /export interface \w+ \{\n/,
      "$&  one?: string;\n",
    );
    const verdict = verify(change);
    assert.not.ok(verdict.ok);
    assert.match(verdict.diff ?? "", "+  one?: string;");
  });
}

test("the fingerprint of a model does not depend on whether declarations belong to an extension", () => {
  const model = extendRevision([`${HEAD}export type A = string;\n`]);
  const bare = model.declarations.map((declaration) => ({
    ...declaration,
    extension: undefined,
  })) as unknown as typeof model.declarations;
  assert.is(fingerprint({ declarations: bare }), fingerprint(model));
  assert.is.not(fingerprint(model), fingerprint(extendRevision([])));
});

/**
 * Test cases: name of a request, the params in its declaration, and the members
 * of its params in the model.
 */
const PARAMS = [
  ["None", "", ["[key]: any"]],
  ["Members", "params: { a: string }", ["a: string"]],
  [
    "Unknown",
    "params: { a: string; [key: string]: unknown }",
    ["a: string", "[key]: unknown"],
  ],
  [
    "Any",
    "params: { a: string; [key: string]: any }",
    ["a: string", "[key]: any"],
  ],
  ["Index", "params: { [key: string]: string }", ["[key]: string"]],
  ["Value", "params: { a: any }", ["a: any"]],
] as const;

for (const [name, declared, expected] of PARAMS)
  test(`the parser finds the params ${expected.join(" and ")} in an extension's request declared as { ${declared} }`, () => {
    const model = extendRevision([
      `${HEAD}${IMPORT}
export type ${name}Request = JSONRPCRequest & { method: "x/a"; ${declared} };
export interface ${name}Result extends Result { id: string }
`,
    ]);
    const [method] = getAdded(model);
    const params = method?.params;
    assert.is(params?.kind, "object");
    const members: readonly Member[] =
      params?.kind === "object" ? params.members : [];
    assert.equal(
      members.map((member) =>
        [
          member.kind === "index" ? `[${member.parameter}]` : member.name,
          (member.type as { readonly name?: string }).name,
        ].join(": "),
      ),
      [...expected],
    );
  });

test.run();
