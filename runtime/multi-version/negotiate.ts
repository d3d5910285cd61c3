/** How a client finds out which revision a server speaks. */
import {
  ConnectionError,
  isModern,
  McpError,
  noneInCommon,
  notSpoken,
} from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { handshake } from "../protocol/initialize/client.js";
import { discovered } from "../protocol/stateless/client.js";
import { standsAlone } from "./revision-binding.js";
import type { ConnectionFault } from "../json-rpc/messages/errors.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { EraEndpoint } from "./endpoint.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { Transport } from "../transport/transport.js";

export interface Negotiation {
  /** How long the server may take to say what it speaks, in milliseconds. */
  readonly timeout: number;
  /** Servers that are known to need a handshake: addresses, or transports. */
  readonly shookHands: Set<string | Transport>;
  /** Called with a server that ended, or got stuck, when it was asked. */
  readonly ended: (transport: Transport) => void;
}

/**
 * Opens the conversation in the newest revision that both sides speak.
 *
 * @throws ConnectionError when there is none.
 */
export async function negotiate(
  connection: Connection,
  endpoints: readonly EraEndpoint[],
  options: RequestOptions,
  { timeout, shookHands, ended }: Negotiation,
): Promise<void> {
  const alone = endpoints.filter(({ era }) => standsAlone(era));
  const older = endpoints.filter(({ era }) => !standsAlone(era));
  const { transport } = connection;
  const place = transport.address ?? transport;
  let left: readonly EraEndpoint[] = older;
  const asked =
    alone.length > 0 && !(older.length > 0 && shookHands.has(place));
  let patience = options;
  if (asked) {
    const limited = withinLimit(timeout, options);
    const found = await discover(
      connection,
      alone,
      older,
      older.length === 0 ? options : limited,
    );
    if (found.open) return;
    left = found.left;
    // It may be starting up, or stuck: then a new process is tried.
    if (isFault(found.problem, "timeout") && transport.again) {
      patience = withinLimit(HANDSHAKE_FACTOR * timeout, options);
    }
  }
  try {
    await shakeHands(connection, left, patience);
  } catch (error) {
    if (error instanceof McpError && alone.length > 0) {
      // It refuses the handshake: it may speak only revisions without one.
      const late = discover(connection, alone, [], options);
      if (await late.then(({ open }) => open).catch(() => false)) return;
    }
    const stuck = patience !== options && isFault(error, "timeout");
    if (asked && (stuck || isFault(error, "closed"))) ended(transport);
    throw error;
  }
  if (typeof place === "string") shookHands.add(place);
}

/** A process may take so many time-outs of discovery for the handshake. */
const HANDSHAKE_FACTOR = 3;

function withinLimit(limit: number, options: RequestOptions): RequestOptions {
  return { ...options, timeout: Math.min(limit, options.timeout ?? limit) };
}

function isFault(error: unknown, fault: ConnectionFault): boolean {
  return error instanceof ConnectionError && error.fault === fault;
}

function isUnauthorized(problem: unknown): boolean {
  return (
    problem instanceof ConnectionError &&
    problem.cause instanceof Error &&
    problem.cause.name === "OAuthError"
  );
}

/** Whether the conversation is open; else with what to shake hands, and why. */
interface Discovery {
  readonly open: boolean;
  readonly left: readonly EraEndpoint[];
  readonly problem?: unknown;
}

/** Asks the server what it speaks, and opens the conversation. */
async function discover(
  connection: Connection,
  alone: readonly EraEndpoint[],
  older: readonly EraEndpoint[],
  options: RequestOptions,
): Promise<Discovery> {
  let endpoint = alone[0] as EraEndpoint;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await askVersion(connection, endpoint, options);
    const { spoken, problem } = answer;
    if (answer.open) return { open: true, left: [] };
    connection.phase = "new";
    options.signal?.throwIfAborted();
    if (spoken === undefined) {
      // Who was not let in would be asked to sign in again, by the handshake.
      if (isUnauthorized(problem)) throw problem;
      if (older.length > 0) return { open: false, left: older, problem };
      throw refusedVersion(endpoint, problem);
    }
    const shared = (list: readonly EraEndpoint[]): EraEndpoint[] =>
      list.filter(({ era }) => spoken.includes(era.version));
    // A server may refuse a revision and yet list it: it is tried once more.
    const [next] = shared(alone);
    if (next === undefined || attempt > alone.length) {
      const left = shared(older);
      if (left.length > 0) return { open: false, left };
      throw noneInCommon(spoken, endpoint.versions, problem);
    }
    endpoint = next;
  }
}

interface OpeningAnswer {
  readonly open: boolean;
  /** What the server speaks; undefined when it does not know the question. */
  readonly spoken?: readonly unknown[] | undefined;
  readonly problem?: unknown;
}

async function askVersion(
  connection: Connection,
  endpoint: EraEndpoint,
  options: RequestOptions,
): Promise<OpeningAnswer> {
  connection.switchTo(endpoint);
  connection.phase = "open";
  try {
    const asked = connection.request("server/discover", undefined, options);
    const found = (await asked) as { supportedVersions: readonly string[] };
    const spoken = found.supportedVersions;
    const open = spoken.includes(endpoint.era.version);
    if (open) discovered(connection, found);
    return { open, spoken };
  } catch (problem) {
    const modern = problem instanceof McpError && isModern(problem.code);
    const spoken = modern ? supportedOf(problem) : undefined;
    return { open: false, spoken, problem };
  }
}

/** Shakes hands in the newest of the revisions, or that which is answered. */
async function shakeHands(
  connection: Connection,
  endpoints: readonly EraEndpoint[],
  options: RequestOptions,
): Promise<void> {
  const newest = endpoints[0] as EraEndpoint;
  connection.switchTo(newest);
  await handshake(connection, options, (version) => {
    const answered = endpoints.find(({ era }) => era.version === version);
    if (answered) connection.switchTo(answered);
    return answered !== undefined;
  });
}

/** The revisions that a refusal names. */
function supportedOf({ data }: McpError): readonly unknown[] {
  const supported = isObject(data) ? data.supported : undefined;
  return Array.isArray(supported) ? supported : [];
}

function refusedVersion({ versions }: EraEndpoint, problem: unknown): unknown {
  return problem instanceof McpError
    ? notSpoken(versions.join(", "), problem)
    : problem;
}
