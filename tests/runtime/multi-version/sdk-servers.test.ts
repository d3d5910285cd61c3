/**
 * Connects generated clients to servers of the official SDK. Some clients
 * support one revision, others support all revisions.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Watch } from "../../harness/http/programs.js";
import {
  startListening,
  NAMES,
  createV1Server,
  createV1SseServer,
  createV2Server,
  STATE,
  stop,
} from "../../harness/http/sdk-servers.js";
import { closing } from "../../harness/run/closing.js";
import { load, type Validators } from "../../harness/generated/load.js";
import { tapOurs } from "../../harness/peers/tap.js";
import { sample } from "../../harness/run/sampling.js";
import { MODERN, OLDER } from "../../harness/wire/multi-version.js";
import type { Fields } from "../../harness/generated/modules.js";
import type { Server as Http } from "node:http";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("multi-version client: servers of the official SDK");
const atEnd = closing(test);

interface Case {
  readonly http: () => Http;
  readonly path?: string;
  readonly version: string;
  /** Protocol revisions that the client may use (client option `revisions`). */
  readonly revisions?: readonly string[] | undefined;
  /**
   * Whether the test calls tools that send requests and progress notifications
   * to the client.
   */
  readonly asks?: boolean;
}

/**
 * Tests a server with a generated client of the revision `of`. If `of` is
 * "all", the client is a multi-version client.
 */
async function exercise(of: string, options: Case): Promise<void> {
  const { version, revisions, asks, path = "/mcp" } = options;
  const { createClient, http } = await load(of, "client");
  const createWatch = async (revision: string): Promise<Watch> =>
    new Watch(
      await (of === "all"
        ? load<Validators>("all", `${revision}/validators`)
        : load<Validators>(of, "validators")),
    );
  const [newest, spoken] = [
    await createWatch(MODERN),
    await createWatch(version),
  ];
  const errors: string[] = [];
  const content = { type: "text", text: "hi" };
  const sampled = { role: "assistant", model: "ours", content };
  const client = createClient(
    { name: "ours", version: "1" },
    { "sampling/createMessage": () => sampled },
    {
      ...(revisions ? { revisions } : {}),
      onError: (error: Error) => errors.push(error.message),
    },
  );
  atEnd(() => client.close());
  const server = options.http();
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `${await startListening(server)}${path}`;
  // Until the handshake, the client sends messages in the format of the newest
  // revision.
  let watch = newest;
  const states: unknown[] = [];
  const transport = tapOurs(http(url), {
    sent(message) {
      if (message["method"] === "initialize") watch = spoken;
      watch.take("client", message);
      const { requestState } = (message["params"] ?? {}) as Fields;
      if (requestState !== undefined) states.push(requestState);
    },
    received: (message) => watch.take("server", message),
  });
  await client.connect(transport);
  assert.is(client.server.version, version);
  const { resultType, tools } = await client.listTools();
  const complete = of === "all" || of === MODERN ? "complete" : undefined;
  assert.is(resultType, complete);
  assert.equal(tools.map((tool) => tool.name).sort(), NAMES);
  const echo = { name: "echo", arguments: { text: "é\u2028\n" } };
  const many = Array.from({ length: 20 }, () => client.callTool(echo));
  for (const { content } of await Promise.all(many))
    assert.equal(JSON.parse(content[0]?.text ?? ""), echo.arguments);
  if (asks) {
    const seen: number[] = [];
    const onProgress = ({ progress }: { progress: number }) =>
      void seen.push(progress);
    await client.callTool({ name: "steps", arguments: {} }, { onProgress });
    if (version !== MODERN) assert.equal(seen, [1, 2, 3]);
    const asked = await client.callTool({ name: "ask", arguments: {} });
    assert.is(asked.content[0]?.text, "ours");
    assert.equal(states, version === MODERN ? [STATE] : []);
  }
  await client.close();
  assert.equal([...newest.problems, ...spoken.problems], []);
  assert.ok([...newest.seen, ...spoken.seen].length >= 6);
  assert.equal(errors, []);
  await stop(server);
}

const streams = () => createV1Server(false);
const json = () => createV1Server(true);

requirement("9e3fc8c0d0e9");
for (const [legacy, version, of = "all"] of [
  ["stateless", MODERN],
  ["reject", MODERN],
  ["stateless", MODERN, MODERN],
  ["reject", MODERN, MODERN],
  ["stateless", "2025-11-25", "2025-11-25"],
] as const)
  test(`a generated client (--rev ${of}) uses a server of SDK v2 with the option legacy: ${legacy}`, () =>
    exercise(of, {
      http: () => createV2Server(legacy),
      version,
      asks: version === MODERN,
    }));

test("a generated client limited to older revisions uses a server of SDK v2", () =>
  exercise("all", {
    http: () => createV2Server("stateless"),
    version: "2025-11-25",
    revisions: OLDER,
  }));

for (const version of sample(OLDER, 2))
  for (const of of ["all", version]) {
    const revisions = of === "all" ? [MODERN, version] : undefined;
    const options = { version, revisions };
    requirement("2f294d76c87a 6f9d090f7b3e");
    test(`a generated client (--rev ${of}) uses a server of SDK v1 for ${version} with event streams`, () =>
      exercise(of, { ...options, http: streams, asks: true }));

    requirement("2f294d76c87a");
    test(`a generated client (--rev ${of}) uses a server of SDK v1 for ${version} with JSON responses`, () =>
      exercise(of, { ...options, http: json }));
  }

requirement("e2816cf0a9bc 093b5a36baad");
for (const [of, version, revisions] of [
  ["all", "2025-11-25"],
  ["all", "2024-11-05", [MODERN, "2024-11-05"]],
  ["2024-11-05", "2024-11-05"],
] as const)
  test(`a generated client (--rev ${of}) uses a server of SDK v1 for ${version} over legacy SSE`, () =>
    exercise(of, {
      http: createV1SseServer,
      path: "/sse",
      version,
      revisions,
      asks: true,
    }));

test.run();
