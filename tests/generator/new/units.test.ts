/** Tests of functions that `new` uses to write and to edit projects. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createSample } from "../../../generator/new/server/sample.js";
import {
  readPackage,
  readProject,
  wholePlan,
} from "../../../generator/new/folder.js";
import { planGrowth } from "../../../generator/new/growth.js";
import { clientSide } from "../../../generator/new/client/project.js";
import {
  createSetup,
  growSetup,
  readSetup,
  setupFeatures,
  type ServerChoices,
} from "../../../generator/new/server/setup.js";
import { fileNames, packageName } from "../../../generator/new/names.js";
import { packTarball } from "../../../generator/new/tarball.js";
import { readTarget } from "../../../generator/write/target.js";
import {
  folderWith,
  getFile,
  readTree,
  temporaryFolder,
} from "../../harness/program/folders.js";
import { newProject } from "../../harness/new/project.js";

const test = suite("new: units");

test("`planGrowth` adds the new lines of an update to an edited file", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.md"), "mine\none\ntwo\n");
  const file = (text: string) => ({ path: "a.md", text });
  const { added, edits } = planGrowth({ folder } as never, {
    before: [file("one\ntwo\n")],
    after: [file("one\ntwo\nthree\n")],
  });
  assert.equal(added, []);
  assert.equal(
    edits.map(({ path, text }) => [path, text]),
    [["a.md", "mine\none\ntwo\nthree\n"]],
  );
  assert.match(
    edits[0]?.patch ?? "",
    /^--- a\/a\.md\n\+\+\+ b\/a\.md\n[^]*\n two\n\+three\n/,
  );
});

test("`planGrowth` proposes no edit of a file that has the new text with CRLF line ends", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.md"), "one\r\ntwo\r\n");
  const file = (text: string) => ({ path: "a.md", text });
  const growth = { before: [file("one\n")], after: [file("one\ntwo\n")] };
  assert.equal(planGrowth({ folder } as never, growth).edits, []);
});

test("`planGrowth` removes only those members of package.json that the new text lacks", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), '{"own":1,"old":2,"same":3}');
  const file = (text: string) => ({ path: "package.json", text });
  const { edits } = planGrowth({ folder } as never, {
    before: [file('{"same":3,"old":2}')],
    after: [file('{"same":3}')],
  });
  assert.equal(
    edits.map(({ text }) => JSON.parse(text ?? "null")),
    [{ own: 1, same: 3 }],
  );
});

/** Parts of a server, and the features that they need. */
const NEEDS = [
  ["oauth", ["oauth"]],
  ["redis", ["shared"]],
  ["skills", ["resources"]],
] as const;
for (const [part, features] of NEEDS)
  test(`\`setupFeatures\` returns only "${features.join()}" for a server with the part "${part}"`, () => {
    const none = { oauth: false, redis: false, skills: false };
    assert.equal(setupFeatures({ ...none, [part]: true }), features);
  });

const HAD = {
  transports: ["stdio"],
  oauth: false,
  redis: false,
  skills: false,
  extras: [],
};

/**
 * Test cases: choices for a server, transports that the server already has, and
 * the transports of its setup.
 */
const TRANSPORTS: readonly (readonly [
  choices: ServerChoices,
  had: readonly string[],
  transports: string,
])[] = [
  [{}, [], "stdio"],
  [{ auth: "oauth" }, [], "http,sse"],
  [{ shared: "redis" }, [], "http,sse"],
  [{ auth: "none", shared: "none" }, [], "stdio"],
  [{ transports: ["http", "memory"] }, ["stdio"], "http"],
  [{ auth: "oauth" }, ["stdio"], "stdio,http,sse"],
  [{ auth: "oauth" }, ["sse"], "sse"],
  [{ extras: ["agents"] }, ["http"], "http"],
];
for (const [choices, had, transports] of TRANSPORTS)
  test(`\`createSetup\` adds ${JSON.stringify(choices)} to a server with the transports "${had.join()}", which then has "${transports}"`, () => {
    const setup = createSetup(choices, { ...HAD, transports: had });
    assert.is(setup.transports.join(), transports);
  });

test("`createSetup` keeps the parts of a server, and sorts its additional files", () => {
  const parts = { oauth: true, redis: true, skills: true } as const;
  const had = { ...parts, transports: ["http"], extras: ["agents"] as const };
  const setup = createSetup({ extras: ["ci", "agents"] }, had);
  assert.equal(setup, { ...had, extras: ["ci", "agents"] });
});

test("`growSetup` returns the same setup if no choice is given", () => {
  assert.is(growSetup(HAD, { extras: [] }), HAD);
  for (const choices of [
    { transports: ["stdio"] },
    { auth: "none" },
    { shared: "none" },
    { skills: "skills" },
    { extras: ["ci"] },
  ] as const)
    assert.is.not(growSetup(HAD, choices), HAD, JSON.stringify(choices));
});

test("`readSetup` finds the parts of a server that it was generated with and whose files exist", () => {
  const folder = folderWith({
    "src/auth.ts": "",
    "src/shared.ts": "",
    "skills/a/SKILL.md": "",
  });
  const read = (...[features, extensions, at = folder]: string[]) => {
    const known = {
      features: (features ?? "").split(",").filter(Boolean),
      extensions: [extensions ?? ""],
      transports: [],
    };
    const { oauth, redis, skills, transports } = readSetup(at, known);
    assert.equal(transports, ["stdio", "http", "sse"]);
    return [oauth, redis, skills];
  };
  assert.equal(read("", "skills"), [true, true, true]);
  assert.equal(read("tools", "tasks"), [false, false, false]);
  assert.equal(read("oauth", "skills"), [true, false, true]);
  assert.equal(read("shared", "skills"), [false, true, true]);
  const empty = [false, false, false];
  assert.equal(read("", "skills", temporaryFolder()), empty);
});

for (const auth of ["none", "oauth"] as const)
  test(`a new client project with the authorization "${auth}" has the features and transports of a host`, () => {
    const features = ["host", "sampling", "elicitation", "roots"];
    assert.equal(clientSide(undefined, auth).usedByNew(null), {
      features: [...features, ...(auth === "oauth" ? ["oauth"] : [])],
      transports: ["stdio", "http", "sse", "memory"],
      extensions: [],
    });
  });

for (const [file, hasOauth] of [
  ["src/sign-in.ts", true],
  ["src/main.ts", false],
] as const)
  test(`an update of a client project with the file ${file} ${hasOauth ? "needs" : "does not need"} the feature oauth`, () => {
    const known = { features: [], transports: [], extensions: [] };
    const folder = folderWith({ [file]: "" });
    const { features } = clientSide(undefined).usedByUpdate(folder, known);
    assert.is(features.includes("oauth"), hasOauth);
  });

const MANIFEST = {
  tool: "mcp-codegen",
  files: {},
  sources: [{ revision: "2025-06-18" }, { revision: null }],
  options: { only: ["server"] },
};

test("`readProject` ignores handlers in stubs.json whose path leads out of the project", () => {
  const folder = folderWith({
    "src/generated/.mcp-codegen.json": JSON.stringify(MANIFEST),
    "src/generated/stubs.json": '{ "tools": { "a": "a-b", "c": "../d" } }',
  });
  assert.equal(readProject(readTarget(folder, false)), {
    revisions: ["2025-06-18", ""],
    only: ["server"],
    features: [],
    transports: [],
    extensions: [],
    stubs: new Map([["a", "a-b"]]),
  });
});

test("`readPackage` returns the name of the folder for a project without package.json", () => {
  const folder = folderWith({
    "a/x": "",
    "b/package.json":
      '{ "name": "c", "devDependencies": { "mcp-codegen": "^1.0.0" } }',
  });
  const name = (path: string) => readPackage(join(folder, path));
  assert.equal(name("a"), { name: "a", generator: "" });
  assert.equal(readPackage(`${folder}/a/../a/.`), { name: "a", generator: "" });
  assert.equal(name("b"), { name: "c", generator: "^1.0.0" });
});

test("`wholePlan` moves the paths of generated files into src/generated/", () => {
  const target = readTarget(folderWith({ "a.ts": "a", "b.ts": "b" }), false);
  const file = (path: string) => ({ path, text: "" });
  const plan = wholePlan(
    target,
    {
      target,
      created: [file("1")],
      changed: [{ ...file("2"), old: "x" }],
      unchanged: ["3"],
      removed: ["4"],
      strays: ["5"],
      pruned: ["6"],
      edited: [],
    },
    [file("a.ts"), file("c.ts"), { path: "b.ts", text: "b" }],
  );
  assert.equal(plan, {
    target,
    created: [file("src/generated/1"), file("c.ts")],
    changed: [
      { ...file("src/generated/2"), old: "x" },
      { ...file("a.ts"), old: "a" },
    ],
    unchanged: ["src/generated/3"],
    removed: ["src/generated/4"],
    strays: ["src/generated/5"],
    pruned: ["src/generated/6"],
    edited: [],
  });
});

test("file names of tools have at most 64 characters, and package names at most 214", () => {
  const name = "a".repeat(300);
  assert.is(fileNames([name]).get(name)?.length, 64);
  assert.is(packageName(name)?.length, 214);
});

/** Fields of the header of a file in a tar archive: offset, length and text. */
const FIELDS = [
  [0, 15, "package/a/b.txt"],
  [100, 8, "0000644\0"],
  [108, 8, "0000000\0"],
  [116, 8, "0000000\0"],
  [124, 12, "00000000003\0"],
  [136, 12, "03560116604\0"],
  [156, 1, "0"],
  [257, 8, "ustar\x0000"],
] as const;

test("`packTarball` writes a tar archive with ustar headers and blocks of 512 bytes", () => {
  const bytes = Buffer.from("abc");
  const archive = gunzipSync(packTarball([{ path: "a/b.txt", bytes }]));
  assert.is(archive.length, 4 * 512);
  for (const [at, length, text] of FIELDS)
    assert.is(archive.toString("latin1", at, at + length), text);
  const header = Buffer.from(archive.subarray(0, 512)).fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  const checksum = archive.toString("latin1", 148, 156);
  assert.is(checksum, `${sum.toString(8).padStart(6, "0")}  `);
  assert.is(archive.toString("latin1", 512, 516), "abc\0");
});

/** Variables of a server with OAuth and Redis, as its README lists them. */
const VARIABLES = `
- \`OAUTH_ISSUER\` (required): Issuer URL of the authorization server, exactly as in its metadata.
- \`OAUTH_AUDIENCE\` (required): Audience of the tokens, usually the public URL of this server.
- \`OAUTH_RESOURCE\` (optional): Public URL of this server, if it differs from the audience.
- \`OAUTH_SCOPES\` (optional): Scopes that clients request, separated by spaces; some authorization servers reject requests without scopes.
- \`REDIS_URL\` (required): URL of the Redis or Valkey server.
- \`HOST\` (\`127.0.0.1\` by default): Address to listen on.
- \`PORT\` (\`3000\` by default): Port to listen on.
`;

test("the README of a new server with OAuth and Redis explains each environment variable", async () => {
  const options = "--transports http,sse --auth oauth --shared redis";
  const { folder } = await newProject("server", options.split(" "));
  const text = getFile(readTree(folder), "README.md");
  const lines = text.replace(/\n {2}/g, " ").match(/^- `[A-Z_]+` .*$/gm);
  assert.equal(lines, VARIABLES.trim().split("\n"));
});

const object = (name: string, value: object) => ({
  type: "object",
  properties: { [name]: value },
  required: [name],
});
/** JSON Schemas, and the sample value that `createSample` returns. */
const SAMPLES: readonly (readonly [schema: object, sample: unknown])[] = [
  [{ type: "string", default: "d", examples: ["e"] }, "d"],
  [{ enum: ["x", "y"] }, "x"],
  [{ $ref: "#/$defs/n", $defs: { n: { type: "integer", minimum: 2 } } }, 2],
  [{ anyOf: [{ type: "boolean" }, { type: "string" }] }, false],
  [
    { ...object("a", { type: "integer" }), anyOf: [{ required: ["a"] }] },
    { a: 0 },
  ],
  [
    { allOf: [object("a", { const: 1 }), object("b", { const: 2 })] },
    { a: 1, b: 2 },
  ],
  [{ type: "array", minItems: 2, items: { type: "boolean" } }, [false, false]],
  [{ type: "number", maximum: -1 }, -1],
  [{ type: "string", pattern: "^z{3}$" }, undefined],
];
for (const [schema, sample] of SAMPLES)
  test(`createSample returns ${JSON.stringify(sample) ?? "undefined"} for the schema ${JSON.stringify(schema)}`, () => {
    assert.equal(createSample(schema as never), sample);
  });

test.run();
