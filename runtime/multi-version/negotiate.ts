/** Negotiation of the revision by a client. */
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
  /** Time to wait for the answer to `server/discover`, in milliseconds. */
  readonly timeout: number;
  /**
   * Servers known to need a handshake, as addresses, or transports of servers
   * without one.
   */
  readonly shookHands: Set<string | Transport>;
  /**
   * Callback invoked with the transport of a server that ended or stopped
   * responding after `server/discover`.
   */
  readonly ended: (transport: Transport) => void;
}

/**
 * Opens the connection in the newest revision that both sides support.
 *
 * @throws ConnectionError if there is none.
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
    // The server may be starting, or stuck on `server/discover`. If the
    // handshake times out too, a new process is tried.
    if (isFault(found.problem, "timeout") && transport.again) {
      patience = withinLimit(HANDSHAKE_FACTOR * timeout, options);
    }
  }
  try {
    await shakeHands(connection, left, patience);
  } catch (error) {
    if (error instanceof McpError && alone.length > 0) {
      // The server rejects the handshake: it may support only revisions without
      // one.
      const late = discover(connection, alone, [], options);
      if (await late.then(({ open }) => open).catch(() => false)) return;
    }
    const stuck = patience !== options && isFault(error, "timeout");
    if (asked && (stuck || isFault(error, "closed"))) ended(transport);
    throw error;
  }
  if (typeof place === "string") shookHands.add(place);
}

/**
 * Maximum time for the handshake with a server process that did not answer
 * `server/discover`, as a multiple of the timeout of that request.
 */
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

/**
 * Result of `server/discover`: whether the connection is open, or else the
 * endpoints to try a handshake with, and the error.
 */
interface Discovery {
  readonly open: boolean;
  readonly left: readonly EraEndpoint[];
  readonly problem?: unknown;
}

/**
 * Sends `server/discover` until the server accepts a revision, and opens the
 * connection in it.
 */
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
      // Without authorization, the handshake would ask the user to sign in
      // again.
      if (isUnauthorized(problem)) throw problem;
      if (older.length > 0) return { open: false, left: older, problem };
      throw refusedVersion(endpoint, problem);
    }
    const shared = (list: readonly EraEndpoint[]): EraEndpoint[] =>
      list.filter(({ era }) => spoken.includes(era.version));
    // A server may reject a revision and still list it, so it is tried once
    // more.
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
  /**
   * Revisions that the server supports. Undefined if it does not know
   * `server/discover`.
   */
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

/**
 * Sends `initialize` with the newest of the revisions. Switches to the one that
 * the server answers with.
 */
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

/** Returns the supported revisions that the data of an error lists. */
function supportedOf({ data }: McpError): readonly unknown[] {
  const supported = isObject(data) ? data.supported : undefined;
  return Array.isArray(supported) ? supported : [];
}

function refusedVersion({ versions }: EraEndpoint, problem: unknown): unknown {
  return problem instanceof McpError
    ? notSpoken(versions.join(", "), problem)
    : problem;
}
