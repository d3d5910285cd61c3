import { ClientCore, lenient, offered } from "../client.js";
import { EraEndpoint } from "./endpoint.js";
import { negotiate } from "./negotiate.js";
import type { ClientCoreOptions } from "../client.js";
import type { Era, Eras } from "./era.js";
import type { Handlers, Lifecycle, PeerInfo } from "../lifecycle/lifecycle.js";

type Open = NonNullable<Lifecycle["open"]>;

/** Options of a client of several revisions. */
export interface ErasOptions extends ClientCoreOptions {
  /** Revisions that may be spoken. Default: all. */
  readonly revisions?: readonly string[] | undefined;
  /**
   * How long a server may take to say which revisions it speaks, before the
   * older opening is tried, in milliseconds. Default: 10 seconds.
   */
  readonly discoverTimeout?: number | undefined;
}

/** Longer than a program takes to start, shorter than its user waits. */
const DISCOVER_TIMEOUT = 10_000;

/**
 * A client that finds out which revision a server speaks: it asks for what
 * needs no handshake first, and shakes hands when the server does not know it.
 */
export class ErasClient extends ClientCore {
  constructor(
    eras: Eras,
    info: PeerInfo,
    handlers: Handlers,
    options: ErasOptions,
  ) {
    const allowed = allowedOf(eras, options.revisions);
    super(allowed[0], info, handlers, options, (own) => {
      const [first] = endpointsOf(allowed, eras, info, own, options);
      return first as EraEndpoint;
    });
  }
}

function allowedOf(eras: Eras, versions: ErasOptions["revisions"]): Eras {
  if (versions === undefined) return eras;
  const [first, ...rest] = eras.filter(({ version }) =>
    versions.includes(version),
  );
  if (first) return [first, ...rest];
  const known = eras.map(({ version }) => version).join(", ");
  throw new TypeError(`options.revisions has none of ${known}`);
}

/** An endpoint for each revision; any of them finds the right one. */
function endpointsOf(
  allowed: Eras,
  eras: Eras,
  info: PeerInfo,
  handlers: Handlers,
  options: ErasOptions,
): EraEndpoint[] {
  const versions = allowed.map(({ version }) => version);
  const settings = {
    timeout: options.discoverTimeout ?? DISCOVER_TIMEOUT,
    shookHands: new Set<string>(),
  };
  const open: Open = (connection, request) =>
    negotiate(connection, endpoints, request, settings);
  const endpoints = allowed.map((era: Era): EraEndpoint => {
    const found = {
      ...lenient(era, options),
      lifecycle: { ...era.lifecycle, open },
    };
    return new EraEndpoint(
      { ...era, ...found },
      eras[0],
      versions,
      info,
      handlers,
      offered(era, handlers, options),
    );
  });
  return endpoints;
}
