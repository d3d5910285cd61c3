/** The client of every revision uses the official SDK's servers over HTTP. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Watch } from "../http/programs.js";
import {
  listening,
  NAMES,
  newer,
  older,
  second,
  STATE,
  stop,
} from "../http/sdk-servers.js";
import { closing } from "../support/closing.js";
import { load } from "../interop/support.js";
import { MODERN, OLDER } from "./support.js";
import type { Server as Http } from "node:http";
import type { Transport } from "../../templates/runtime/transport/transport.js";

const test = suite("SDK servers and a client of every revision");
const atEnd = closing(test);

type Decoders = ConstructorParameters<typeof Watch>[0];
type Sent = Record<string, unknown>;

/** What crosses a transport: until the handshake, in the newest revision. */
function tapped(transport: Transport, newest: Watch, spoken: Watch): Transport {
  let watch = newest;
  const { start, send } = transport;
  transport.start = (receiver) => {
    const { receive } = receiver;
    receiver.receive = (message, origin) => {
      watch.take("server", message as object as Sent);
      receive.call(receiver, message, origin);
    };
    return start.call(transport, receiver);
  };
  transport.send = (message, about) => {
    if ((message as object as Sent).method === "initialize") watch = spoken;
    watch.take("client", message as object as Sent);
    send.call(transport, message, about);
  };
  return transport;
}

const SHAKEN = ["POST server/discover", "POST initialize"];
const FOUND_OLDER = [...SHAKEN, "GET", "POST initialize"];

interface Case {
  readonly name: string;
  readonly http: () => Http;
  readonly path?: string;
  readonly version: string;
  readonly revisions?: readonly string[];
  /** What is sent first. */
  readonly order: readonly string[];
  /** Whether the server has questions of its own. */
  readonly asks?: boolean;
}

const CASES: readonly Case[] = [
  {
    name: "v2, dual",
    http: () => second("stateless"),
    version: MODERN,
    order: ["POST server/discover", "POST tools/list"],
    asks: true,
  },
  {
    name: "v2, modern only",
    http: () => second("reject"),
    version: MODERN,
    order: ["POST server/discover", "POST tools/list"],
    asks: true,
  },
  {
    name: "v2, dual, held to the older ones",
    http: () => second("stateless"),
    version: "2025-11-25",
    revisions: OLDER,
    order: ["POST initialize"],
  },
  {
    name: "v1, streams",
    http: () => newer(false).http,
    version: "2025-11-25",
    order: SHAKEN,
    asks: true,
  },
  {
    name: "v1, JSON answers",
    http: () => newer(true).http,
    version: "2025-11-25",
    order: SHAKEN,
  },
  ...OLDER.map((version) => ({
    name: `v1, held to the newest and ${version}`,
    http: () => newer(false).http,
    version,
    revisions: [MODERN, version],
    order: SHAKEN,
    asks: true,
  })),
  {
    name: "v1, the older transport",
    http: older,
    path: "/sse",
    version: "2025-11-25",
    order: FOUND_OLDER,
    asks: true,
  },
  {
    name: "v1, the older transport, held to 2024-11-05",
    http: older,
    path: "/sse",
    version: "2024-11-05",
    revisions: [MODERN, "2024-11-05"],
    order: FOUND_OLDER,
    asks: true,
  },
];

for (const { name, version, revisions, order, asks, ...one } of CASES) {
  test(`${name}: ${version}`, async () => {
    const { createClient, http } = await load("all", "client");
    const [newest, spoken] = await Promise.all(
      [MODERN, version].map(
        async (revision) =>
          new Watch(await load<Decoders>("all", `${revision}/validators`)),
      ),
    );
    if (!newest || !spoken) throw new Error("no validators");
    const requests: string[] = [];
    const states: unknown[] = [];
    const logged: typeof fetch = (input, init) => {
      const { body, method = "GET" } = init ?? {};
      const sent = typeof body === "string" ? (JSON.parse(body) as Sent) : {};
      requests.push([method, sent.method].filter(Boolean).join(" "));
      const { requestState } = (sent.params ?? {}) as Sent;
      if (requestState !== undefined) states.push(requestState);
      return fetch(input, init);
    };
    const errors: string[] = [];
    const client = createClient(
      { name: "ours", version: "1" },
      {
        "sampling/createMessage": () => ({
          role: "assistant",
          model: "ours",
          content: { type: "text", text: "hi" },
        }),
      },
      {
        ...(revisions ? { revisions } : {}),
        onError: (error: Error) => errors.push(error.message),
      },
    );
    atEnd(() => client.close());
    const server = one.http();
    atEnd(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `${await listening(server)}${one.path ?? "/mcp"}`;
    await client.connect(tapped(http(url, { fetch: logged }), newest, spoken));
    assert.is(client.server.version, version);
    const { resultType, tools } = await client.listTools();
    assert.is(resultType, "complete");
    assert.equal(tools.map((tool) => tool.name).sort(), NAMES);
    const echo = { name: "echo", arguments: { text: "é\u2028\n" } };
    const { content } = await client.callTool(echo);
    assert.equal(JSON.parse(content[0]?.text ?? ""), echo.arguments);
    if (asks) {
      const asked = await client.callTool({ name: "ask", arguments: {} });
      assert.is(asked.content[0]?.text, "ours");
      assert.equal(states, version === MODERN ? [STATE] : []);
    }
    await client.close();
    assert.equal(requests.slice(0, order.length), order);
    assert.equal([...newest.problems, ...spoken.problems], []);
    assert.ok([...newest.seen, ...spoken.seen].length >= 6);
    assert.equal(errors, []);
    await stop(server);
  });
}

test.run();
