/** Tests of extension schemas: parsing and error messages. */
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

const test = suite("extension schemas");

const HEAD = "/** Extension Identifier: com.example/x */\n";
const IMPORT =
  'import type { JSONRPCRequest, JSONRPCNotification, Result } from "a/b";\n';

interface File {
  readonly text: string;
  readonly identifier?: string;
  readonly whereItFits?: boolean;
}

/** Returns the model of a revision, extended by the given extension files. */
function extended(
  files: readonly (File | string)[],
  revision = "2026-07-28",
): ProtocolModel {
  const core = readBundledSchema(revision);
  const extensions = files.map((file, index) => ({
    ...(typeof file === "string" ? { text: file } : file),
    file: `x${index + 1}.ts`,
    commit: null,
  }));
  return parseSchema(core.text, { ...core, extensions }).model;
}

/**
 * Returns the errors in extension files, formatted as `CODE file:line:column
 * message`.
 */
function getErrors(files: readonly (File | string)[], revision?: string) {
  try {
    extended(files, revision);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.diagnostics.map(({ code, place, message }) => {
      if (!place?.frame.includes("^")) return `${code} has no frame`;
      const { file, line, column } = place;
      return `${code} ${file}:${line}:${column} ${message}`;
    });
  }
}

/** Returns the declarations that extensions add to a model. */
const own = (model: ProtocolModel) =>
  model.declarations.filter(({ extension }) => extension !== undefined);
const added = (model: ProtocolModel) =>
  model.methods.filter(({ extension }) => extension !== undefined);

test("with the option `whereItFits`, an extension is omitted if the revision lacks an imported type", () => {
  const text = `${HEAD}import type { Result, Nope } from "a";
export interface B extends Result { nope: Nope }
`;
  assert.equal(own(extended([{ text, whereItFits: true }])), []);
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
  const { extensions } = extended([{ text, identifier: "com.example/other" }]);
  assert.equal(
    extensions?.map(({ identifier }) => identifier),
    ["com.example/other"],
  );
});

test("an extension adds declarations and methods to the model, and changes no existing ones", () => {
  const core = extended([]);
  const model = extended([
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
    own(model).map(({ name, extension }) => [name, extension]),
    ["StartRequest", "StartResult", "DoneNotification", "X_MAX"].map((name) => [
      name,
      "com.example/x",
    ]),
  );
  assert.equal(
    added(model).map(
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
  const model = extended([
    `${HEAD}import type { Error as Problem, RequestId } from "../anywhere.js";
export interface Failed { problem: Problem; ids: RequestId[] }
export type Only = typeof X_ONE; export const X_ONE = 1;
`,
  ]);
  const [failed] = own(model);
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
  const model = extended([
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
    added(model).map(({ method, sender }) => [method, sender]),
    [
      ["x/ask", "server"],
      ["x/both", "either"],
      ["x/heard", "client"],
      ["x/plain", "client"],
    ],
  );
});

test("an extension's interface with the member `method` is not a message unless it extends a message type", () => {
  const model = extended([
    `${HEAD}export interface LooksRequest { method: "ui/open"; params: { url: string } }\n`,
  ]);
  assert.equal(added(model), []);
  assert.equal(lint(model), []);
});

test("the constant LATEST_PROTOCOL_VERSION of an extension sets the extension's version", () => {
  const model = extended([
    `${HEAD}export const LATEST_PROTOCOL_VERSION = "2099-01-01";\nexport type A = string;\n`,
  ]);
  assert.is(model.protocolVersion, "2026-07-28");
  assert.is(model.extensions?.[0]?.version, "2099-01-01");
  assert.equal(
    own(model).map(({ name }) => name),
    ["A"],
  );
});

test("a constant in an extension schema may have a literal type as its annotation", () => {
  const model = extended([
    `${HEAD}export interface Open { method: "x/open" }
export const OPEN: Open["method"] = "x/open";
export declare const SAME: Open["method"];
`,
  ]);
  const values = own(model).flatMap((declaration) =>
    declaration.kind === "constant" ? [declaration.value] : [],
  );
  assert.equal(values, ["x/open", "x/open"]);
});

const MESSAGE = `${IMPORT}
export interface ARequest extends JSONRPCRequest { method: "x/a" }
export interface AResult extends Result {}
export interface Set { on?: boolean }
`;
/**
 * Returns a comment with the given tags, for the start of an extension file.
 */
const tagged = (...tags: readonly string[]): string =>
  `/**\n * Extension Identifier: com.example/x\n${tags.map((tag) => ` * ${tag}\n`).join("")} */\n`;

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
    const { extensions } = extended([tagged(...tags) + MESSAGE]);
    const [own] = extensions ?? [];
    const found = [own?.declaredBy, own?.clientSettings, own?.serverSettings];
    assert.equal(found, declaration);
  });

test("if the tag `@declaredBy` of an extension changes, `diffModels` reports the old and new side", () => {
  const changes = (...tags: readonly [string, string]) =>
    diffModels(
      ...(tags.map((tag) => extended([tagged(tag) + MESSAGE])) as [
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

const REFUSED: readonly (readonly [
  about: string,
  files: readonly (File | string)[],
  errors: readonly string[],
  revision?: string,
])[] = [
  [
    "an import of an unknown name",
    [
      `${HEAD}import type { Resutl, Nothing } from "x";\nexport type A = string;\n`,
    ],
    [
      "MCP160 x1.ts:2:15 2026-07-28 exports no type `Resutl`. Did you mean `Result`?",
      "MCP160 x1.ts:2:23 2026-07-28 exports no type `Nothing`.",
    ],
  ],
  [
    "an import that the revision does not declare",
    [
      `${HEAD}import type { InputRequests } from "x";\nexport type A = InputRequests;\n`,
    ],
    ["MCP160 x1.ts:2:15 2024-11-05 exports no type `InputRequests`."],
    "2024-11-05",
  ],
  [
    "an import of a whole module",
    [
      `${HEAD}import * as core from "x";\nimport "y";\nexport type A = string;\n`,
    ],
    [
      'MCP161 x1.ts:2:1 Unsupported import: import * as core from "x";',
      'MCP161 x1.ts:3:1 Unsupported import: import "y";',
    ],
  ],
  [
    "a name that the revision declares",
    [`${HEAD}export type Tool = string;\n`],
    [
      "MCP162 x1.ts:2:1 `Tool` is already declared by 2026-07-28 at schema/2026-07-28/schema.ts:TOOL",
    ],
  ],
  [
    "a name that another extension declares",
    [
      `${HEAD}export type A = string;\n`,
      "/** Extension Identifier: com.example/y */\n\nexport type A = number;\n",
    ],
    ["MCP162 x2.ts:3:1 `A` is already declared by com.example/x at x1.ts:2:1"],
  ],
  [
    "a method that the revision declares",
    [
      `${HEAD}${IMPORT}export interface MineRequest extends JSONRPCRequest { method: "tools/call" }
export interface MineResult extends Result {}\n`,
    ],
    [
      'MCP163 x1.ts:3:1 `MineRequest` has the method "tools/call", which `CallToolRequest` of 2026-07-28 already uses',
    ],
  ],
  [
    "a duplicate method",
    [
      `${HEAD}${IMPORT}export interface ARequest extends JSONRPCRequest { method: "x/a" }
export interface AResult extends Result {}
export interface BRequest extends JSONRPCRequest { method: "x/a" }
export interface BResult extends Result {}\n`,
    ],
    [
      'MCP163 x1.ts:5:1 `BRequest` has the method "x/a", which `ARequest` of com.example/x already uses',
    ],
  ],
  [
    "a missing identifier",
    ["export type A = string;\n"],
    [
      "MCP164 x1.ts:1:1 The file of the extension does not contain the extension's identifier",
    ],
  ],
  [
    "an identifier after the first statement",
    [`export type A = string;\n${HEAD}`],
    [
      "MCP164 x1.ts:1:1 The file of the extension does not contain the extension's identifier",
    ],
  ],
  [
    "an invalid identifier",
    ["// Extension Identifier: x\nexport type A = string;\n"],
    ['MCP164 x1.ts:1:1 "x" is not a valid identifier of an extension'],
  ],
  [
    "a duplicate extension",
    [
      `${HEAD}export type A = string;\n`,
      { text: "export type B = string;\n", identifier: "com.example/y" },
      { text: "export type C = string;\n", identifier: "com.example/x" },
    ],
    ["MCP165 x3.ts:1:1 The extension com.example/x was given twice"],
  ],
  [
    "settings that are no exported type",
    [
      `${tagged("@serverSettings Hidden", "@clientSettings LIMIT")}${MESSAGE}
interface Hidden { a?: 1 }
export const LIMIT = 3;
`,
    ],
    [
      "MCP166 x1.ts:3:4 The extension exports no type `Hidden`, which `@serverSettings` names",
      "MCP166 x1.ts:4:4 The extension exports no type `LIMIT`, which `@clientSettings` names",
    ],
  ],
  [
    "invalid tags @declaredBy and @serverSettings",
    [tagged("@declaredBy servers", "@serverSettings Nope") + MESSAGE],
    [
      "MCP166 x1.ts:3:4 `@declaredBy servers` is not one of client, server and both",
      "MCP166 x1.ts:4:4 The extension exports no type `Nope`, which `@serverSettings` names",
    ],
  ],
  [
    "a duplicate tag, and settings of a side that does not declare the extension",
    [
      tagged(
        "@declaredBy server",
        "@declaredBy client",
        "@serverSettings Set",
      ) + MESSAGE,
    ],
    [
      "MCP166 x1.ts:4:4 The tag `@declaredBy` was given twice",
      "MCP166 x1.ts:5:4 `@serverSettings` describes settings of the server, but only the client declares the extension",
    ],
  ],
  [
    "settings of the client in an extension that only the server declares",
    [tagged("@declaredBy server", "@clientSettings Set") + MESSAGE],
    [
      "MCP166 x1.ts:4:4 `@clientSettings` describes settings of the client, but only the server declares the extension",
    ],
  ],
  [
    "a declared extension without messages and settings",
    [`${tagged("@declaredBy server")}export type A = string;\n`],
    [
      "MCP167 x1.ts:3:4 `@declaredBy server` has no effect: the extension has neither messages nor settings",
    ],
  ],
  [
    "a TypeScript error about an imported type",
    [
      `${HEAD}import type { Tool } from "x";\nexport interface A extends Tool { name: number }\n`,
    ],
    [
      "MCP108 x1.ts:3:18 TS2430: Interface 'A' incorrectly extends interface 'Tool'. Types of property 'name' are incompatible. Type 'number' is not assignable to type 'string'.",
    ],
  ],
  [
    "a protocol name without an import",
    [`${HEAD}export type A = Tool;\n`],
    ["MCP108 x1.ts:2:17 TS2304: Cannot find name 'Tool'."],
  ],
  [
    "an unsupported type",
    [`${HEAD}export type A = { [K in "a"]: string };\n`],
    ['MCP111 x1.ts:2:17 Unsupported mapped type: { [K in "a"]: string }'],
  ],
  [
    "a constant with a widening annotation",
    [`${HEAD}export const A: string = "a";\n`],
    ['MCP113 x1.ts:2:14 Unsupported constant: A: string = "a"'],
  ],
];

for (const [about, files, errors, revision] of REFUSED)
  test(`an extension schema is refused because of ${about}`, () => {
    const { text } = readBundledSchema("2026-07-28");
    const before = text.slice(0, text.indexOf("export interface Tool "));
    const tool = `${before.split("\n").length}:1`;
    assert.equal(
      getErrors(files, revision),
      errors.map((error) => error.replace(/TOOL$/, tool)),
    );
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
  const model = extended([`${HEAD}export type A = string;\n`]);
  const bare = model.declarations.map((declaration) => ({
    ...declaration,
    extension: undefined,
  })) as unknown as typeof model.declarations;
  assert.is(fingerprint({ declarations: bare }), fingerprint(model));
  assert.is.not(fingerprint(model), fingerprint(extended([])));
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
    const model = extended([
      `${HEAD}${IMPORT}
export type ${name}Request = JSONRPCRequest & { method: "x/a"; ${declared} };
export interface ${name}Result extends Result { id: string }
`,
    ]);
    const [method] = added(model);
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
