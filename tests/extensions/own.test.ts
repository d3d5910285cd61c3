/**
 * Tests a user's own extension, from its schema to the messages of a client and
 * a server.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/pipeline/generate.js";
import { loadGenerated } from "../harness/generated/load.js";
import type {
  Client,
  ClientModule,
  Context,
  Server,
  ServerModule,
} from "../harness/generated/modules.js";
import { copyModules, NODE, typeCheck } from "../harness/program/compiler.js";
import { makeOnce } from "../harness/run/shared-output.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { Asker, INFO } from "../harness/generated/tasks-extension.js";

const test = suite("custom extension");

const ID = "com.example/notes";
const SCHEMA = `/** Extension Identifier: ${ID} */
import type {
  JSONRPCNotification,
  JSONRPCRequest,
  Result,
} from "@acme/anything";

/** Keeps a note. */
export type AddNoteRequest = JSONRPCRequest & {
  method: "notes/add";
  params: { text: string };
};

export interface AddNoteResult extends Result {
  id: string;
}

export interface NoteGoneNotification extends JSONRPCNotification {
  method: "notifications/notes/gone";
  params: { id: string };
}
`;

/**
 * Generates code with the user's extension for the given revisions. Returns the
 * output folder.
 */
function generateOutput(revisions: string): Promise<string> {
  return makeOnce(`notes-${revisions}`, async (out) => {
    const file = join(temporaryFolder(), "notes.ts");
    writeFileSync(file, SCHEMA);
    await generate({
      revisions: revisions.split(","),
      extensions: [file],
      command: "mcp-codegen",
      out,
    });
  });
}

/**
 * Generates code with the user's extension, which only the given side (client
 * or server) declares as a capability. Returns a function that loads a
 * generated module.
 */
async function loadDeclaredBy(side: string) {
  const name = `notes-by-${side}`;
  const output = await makeOnce(name, async (out) => {
    const file = join(temporaryFolder(), "notes.ts");
    writeFileSync(file, SCHEMA.replace(" */", `\n * @declaredBy ${side}\n */`));
    const command = "mcp-codegen";
    await generate({ revisions: ["latest"], extensions: [file], command, out });
  });
  return <T>(module: string): Promise<T> =>
    loadGenerated<T>(`${name}-scripts`, output, module);
}

const load = async <T>(revisions: string, module: string): Promise<T> => {
  const output = await generateOutput(revisions);
  return loadGenerated<T>(`notes-${revisions}-scripts`, output, module);
};

const add = ({ text }: { text: string }) => ({ id: `id of ${text}` });

async function createServerWith(
  revisions: string,
  handlers: object,
): Promise<Server> {
  const { createServer } = await load<ServerModule>(revisions, "server");
  return createServer(INFO, handlers, { onError: () => {} });
}

async function connectClient(
  revisions: string,
  server: Server,
  handlers = {},
  options = {},
): Promise<Client & { addNote(params: object): Promise<{ id: string }> }> {
  const { createClient } = await load<ClientModule>(revisions, "client");
  const { memory } = await load<ServerModule>(revisions, "server");
  const client = createClient(INFO, handlers, options);
  const [near, far] = memory();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client as never;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(() => "it did not fail", String);

const WHERE: readonly (readonly [revisions: string, spoken: string])[] = [
  ["2026-07-28", "2026-07-28"],
  ["2025-11-25", "2025-11-25"],
  ["2025-11-25,2026-07-28", "2026-07-28"],
  ["2025-11-25,2026-07-28", "2025-11-25"],
];
for (const [revisions, spoken] of WHERE)
  test(`a server of ${revisions} answers requests of a user-defined extension from a client of ${spoken}`, async () => {
    const several = revisions.includes(",");
    const options = several ? { revisions: [spoken] } : {};
    const server = await createServerWith(revisions, { "notes/add": add });
    const client = await connectClient(revisions, server, {}, options);
    const { server: seen } = client as unknown as {
      server: { capabilities: object; version: string };
    };
    assert.is(seen.version, spoken);
    assert.equal(seen.capabilities, {
      extensions: { [ID]: {} },
      logging: {},
    });
    assert.is((await client.addNote({ text: "a" })).id, "id of a");
    assert.match(
      await failure(client.addNote({ text: 1 })),
      /notes\/add.*expected string|params.text: expected string/,
    );
    // A server without a handler for the extension does not declare it, so the
    // client refuses the call.
    const none = await connectClient(
      revisions,
      await createServerWith(revisions, {}),
      {},
      options,
    );
    assert.match(
      await failure(none.addNote({ text: "a" })),
      `notes/add needs the extension ${ID}, which the peer did not declare`,
    );
    // The handler of the extension's method returns an invalid result, so the
    // call fails.
    const wrong = await connectClient(
      revisions,
      await createServerWith(revisions, { "notes/add": () => ({ id: 1 }) }),
      {},
      options,
    );
    assert.match(
      await failure(wrong.addNote({ text: "a" })),
      /notes\/add is not valid|cannot be said|Internal error/,
    );
  });

test("a request of an extension is refused if the client does not declare the extension", async () => {
  const server = await createServerWith("2026-07-28", { "notes/add": add });
  const asker = await Asker.of(server, { extensions: { other: {} } });
  const { error } = await asker.ask("notes/add", { text: "a" });
  assert.equal(
    [error.code, error.data],
    [-32021, { requiredCapabilities: { extensions: { [ID]: {} } } }],
  );
  // A server of a revision with a handshake also refuses the request.
  const options = { capabilities: { extensions: { [ID]: false } } };
  const old = await createServerWith("2025-11-25", { "notes/add": add });
  const client = await connectClient("2025-11-25", old, {}, options);
  assert.match(
    await failure(client.addNote({ text: "a" })),
    /needs the extension/,
  );
});

for (const [side, asker, accepted] of [
  ["server", { extensions: {} }, true],
  ["client", { extensions: {} }, false],
  ["client", { extensions: { [ID]: {} } }, true],
] as const)
  test(`the tag @declaredBy ${side}: a server ${accepted ? "accepts" : "refuses"} an extension's request from a client with the capabilities ${JSON.stringify(asker)}`, async () => {
    const load = await loadDeclaredBy(side);
    const { createServer } = await load<ServerModule>("server");
    const server = createServer(INFO, { "notes/add": add });
    const { error } = await (
      await Asker.of(server, asker)
    ).ask("notes/add", { text: "a" });
    assert.is(error?.code, accepted ? undefined : -32021);
  });

for (const [side, declared] of [
  ["server", [{}, { [ID]: {} }]],
  ["client", [{ [ID]: {} }, {}]],
] as const)
  test(`the tag @declaredBy ${side}: only the ${side} declares the extension in its capabilities`, async () => {
    const load = await loadDeclaredBy(side);
    const { createServer, memory } = await load<ServerModule>("server");
    const { createClient } = await load<ClientModule>("client");
    let seen: unknown;
    const server = createServer(INFO, {
      "notes/add": (params: { text: string }, { peer }: Context) => {
        seen = (peer.capabilities as { extensions?: object }).extensions ?? {};
        return add(params);
      },
    });
    const client = createClient(INFO, {});
    const [near, far] = memory();
    await Promise.all([server.connect(far), client.connect(near)]);
    const sends = client as unknown as {
      addNote(params: object): Promise<{ id: string }>;
      server: { capabilities: { extensions?: object } };
    };
    assert.is((await sends.addNote({ text: "a" })).id, "id of a");
    const { extensions = {} } = sends.server.capabilities;
    assert.equal([seen, extensions], declared);
  });

test("the generated code of an extension compiles in programs with strict TypeScript options", async () => {
  const { folder } = copyModules(await generateOutput("2026-07-28"));
  writeFileSync(
    join(folder, "use.ts"),
    `import { createServer } from "./server.js";
import { createClient } from "./client.js";
import { METHODS } from "./methods.js";
import { isAddNoteRequest, type DecodedClientMessage } from "./validators.js";

createServer({ name: "s", version: "1" }, {
  "notes/add": ({ text }, ctx) => ({ id: text.trim() + String(ctx.id) }),
});
const client = createClient({ name: "c", version: "1" }, {
  "notifications/notes/gone": ({ id }) => console.log(id.length),
});
export const id: Promise<string> = client.addNote({ text: "a" }).then(({ id }) => id);
export const extension: "${ID}" = METHODS["notes/add"].extension;
export const text = (value: unknown): string =>
  isAddNoteRequest(value) ? value.params.text : "";
export const method = (said: DecodedClientMessage): string =>
  said.ok && said.kind === "request" && said.message.method === "notes/add"
    ? said.message.params.text
    : "";
// @ts-expect-error: a number is not a string
void client.addNote({ text: 1 });
`,
  );
  assert.is(await typeCheck(folder, { options: NODE }), "");
});

test.run();
