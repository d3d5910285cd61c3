/**
 * Floods of requests. A flood is defined by its messages, the way to send them,
 * and the number of clients.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../run/time-limit.js";
import { ask, Manners, type Over, type Sent } from "./requests.js";
import type { Below } from "../models/mutations.js";
import type { Message } from "./processes.js";

const WAYS = {
  many: { count: 150 },
  large: { count: 12, pad: 1_000_000 },
  slow: { count: 60, slow: true },
  unread: { count: 80, unread: true },
  cancelled: { count: 120, cancel: true },
} as const;

export interface Flood {
  /**
   * Method of the messages, or the kind of objects that the messages make the
   * server store, such as `sessions`.
   */
  readonly what: string;
  readonly way: keyof typeof WAYS;
  /** Number of principals (authenticated users) that send the flood. */
  readonly crowd: number;
  /** Channel on which the server sends its answers. */
  readonly over: Over;
}

/**
 * Function that creates a message which makes the server store an object.
 * Returns undefined if a GET request does this instead.
 */
type CreateMessage = (
  n: number,
  manners: Manners,
) => Message | Message[] | undefined;

const message = (id: unknown, method: string, params: object): Message => ({
  jsonrpc: "2.0",
  id,
  method,
  params: { ...params },
});

const call =
  (name: string, more: object = {}): CreateMessage =>
  (id) => {
    const _meta = { progressToken: id };
    return message(id, "tools/call", { name, arguments: {}, _meta, ...more });
  };

const LOGS = { _meta: { "io.modelcontextprotocol/logLevel": "debug" } };

const STORED: { readonly [place: string]: CreateMessage } = {
  sessions: (n, manners) => manners.opening(`c${n}`.padEnd(10_000)),
  streams: () => undefined,
  subscriptions: (id) =>
    message(id, "resources/subscribe", {
      uri: `x://${id}/${"y".repeat(1_000)}`,
    }),
  listens: (id) =>
    message(id, "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    }),
  tasks: call("long", { task: { ttl: 60_000 } }),
  events: call("noisy"),
  batches: (n) =>
    Array.from({ length: 100 }, (_, of) =>
      message(`${n}/${of}`, "tools/list", {}),
    ),
  "in flight": call("stuck"),
  logs: call("noisy", LOGS),
  cursors: (id) => message(id, "tools/list", { cursor: `c${id}`.repeat(100) }),
};

/**
 * Returns floods for each method and each kind of stored object. Half of the
 * floods are sent by one client, the other half by ten clients.
 */
export function getFloods(
  methods: Iterable<string>,
  revision: string,
): Flood[] {
  const { overs } = new Manners(revision);
  return [...methods, ...Object.keys(STORED)].flatMap((what, index) =>
    (Object.keys(WAYS) as (keyof typeof WAYS)[]).flatMap((way, turn) =>
      overs.map((over) => {
        const crowd = (index + turn) % 2 === 0 ? 1 : 10;
        return { what, way, crowd, over };
      }),
    ),
  );
}

/**
 * Environment of a flood: URL of the attacked server, messages by method, and a
 * random generator.
 */
export interface Flooding {
  readonly url: string;
  readonly revision: string;
  readonly messages: ReadonlyMap<string, readonly Message[]>;
  readonly below: Below;
}

/**
 * Sends all messages of a flood, waits briefly for the answers, and
 * disconnects.
 */
export async function flood(
  { url, revision, messages, below }: Flooding,
  { what, way, crowd, over }: Flood,
): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  // Remove the limit on listeners, because each request adds a listener to the
  // abort signal.
  setMaxListeners(0, signal);
  const manners = new Manners(revision);
  const principals = Array.from({ length: crowd }, (_, n) => `eve${n}`);
  const { count, ...manner } = WAYS[way];
  const unread = "unread" in manner;
  const conversations = await Promise.all(
    principals.map((name) => manners.open(url, name, signal, over, unread)),
  );
  const pad = "pad" in manner ? "x".repeat(manner.pad) : undefined;
  const pool = messages.get(what) ?? [];
  const made = (n: number): ReturnType<CreateMessage> => {
    const sending = STORED[what]
      ? STORED[what](n, manners)
      : { ...pool[below(pool.length)], id: n };
    if (pad === undefined || !sending || Array.isArray(sending)) return sending;
    return { ...sending, params: { ...sending.params, pad } };
  };
  const all = Array.from({ length: count }, async (_, n) => {
    const of = n % crowd;
    const sending = made(n);
    const { url: to, session } = (what === "sessions"
      ? undefined
      : conversations[of]) ?? { url };
    const wrapped = manners.wrap(sending ?? {}, principals[of] ?? "", session);
    const sent: Sent = {
      ...wrapped,
      ...manner,
      ...(sending ? {} : { method: "GET" }),
      signal:
        "cancel" in manner
          ? AbortSignal.any([signal, AbortSignal.timeout(below(20))])
          : signal,
    };
    await ask(
      !sending && over === "sse" ? new URL("/sse", url).href : to,
      sent,
    );
  });
  await Promise.race([Promise.all(all), sleep(LINGER)]);
  gone.abort();
  await Promise.all(all);
}

/** Maximum time to wait for missing answers after a flood, in milliseconds. */
const LINGER = 150;

const neverAborted = (): AbortSignal => new AbortController().signal;

/**
 * Sends valid requests of an honest client while `happening` runs. Returns one
 * element per response: its status code, or `status: text` if the response is
 * wrong. If the server does not answer, the test reaches its time limit.
 */
export async function honest(
  url: string,
  revision: string,
  happening: () => Promise<void>,
): Promise<(number | string)[]> {
  const manners = new Manners(revision);
  const { session } = await manners.open(url, "ann", neverAborted());
  const statuses: (number | string)[] = [];
  let over = false;
  const happened = happening().finally(() => (over = true));
  for (let id = 1; !over || id < 3; id += 1) {
    const asked = message(id, "tools/list", {});
    const wrapped = manners.wrap(asked, "ann", session);
    const reply = await waitFor(
      "the server answers the honest client",
      ask(url, { ...wrapped, signal: neverAborted() }),
    );
    const { status, text } = reply ?? { status: 0, text: "no answer" };
    statuses.push(text.includes("echo") ? status : `${status}: ${text}`);
    if (reply === undefined) break;
    await sleep(10);
  }
  if (session) {
    const ended = manners.wrap({}, "ann", session);
    const left = { ...ended, method: "DELETE", signal: neverAborted() };
    const { status } = (await ask(url, left)) ?? { status: 0 };
    // The session must end: floods check that the server keeps no sessions.
    if (status !== 204) statuses.push(`DELETE: ${status}`);
  }
  await happened;
  return statuses;
}
