import type { HttpPlatform } from "../../transport/transport.js";

/**
 * Second argument with which platforms call a fetch handler. Each member is set
 * by one kind of platform.
 */
interface PlatformInfo {
  /** Address of the client in Deno. */
  readonly remoteAddr?: { readonly hostname?: unknown } | null;
  /** Bun's function `server.requestIP`, which returns the address of a client. */
  readonly requestIP?: unknown;
  /** Node.js request, set by adapters such as `@hono/node-server`. */
  readonly incoming?: IncomingRequest | null;
  /** Node.js request, set by adapters such as `@whatwg-node/server`. */
  readonly req?: IncomingRequest | null;
}

/** Members of Node's `IncomingMessage` that the fetch handler uses. */
export interface IncomingRequest {
  readonly socket?: { readonly remoteAddress?: unknown } | null;
  readonly headers?: { readonly [name: string]: unknown };
}

/** Bun's server object. It returns the client address of a request. */
interface BunServer {
  requestIP(request: Request): { readonly address?: unknown } | null;
}

/**
 * Returns the network address of the client on platforms that provide it: Deno,
 * Bun, Cloudflare Workers, and adapters for Node.js.
 */
export function getPlatformAddress(
  request: Request,
  platform: HttpPlatform | undefined,
  nodeRequest: IncomingRequest | undefined = findNodeRequest(request, platform),
): string | undefined {
  const info = Object(platform) as PlatformInfo;
  const addresses = [
    info.remoteAddr?.hostname,
    typeof info.requestIP === "function"
      ? (info as unknown as BunServer).requestIP(request)?.address
      : undefined,
    nodeRequest?.socket?.remoteAddress,
    // Cloudflare sets both the request member `cf` and the header
    // `CF-Connecting-IP`. Without `cf`, the header is ignored, because a client
    // could send any address in it.
    "cf" in request ? request.headers.get("cf-connecting-ip") : undefined,
  ];
  return addresses.find(
    (address): address is string => typeof address === "string",
  );
}

/**
 * Returns the Node.js request from which an adapter created the web request, or
 * undefined if it is not known. Some adapters pass it as a member of
 * `platform`. The adapter `@hono/node-server` stores it in the web request.
 */
export function findNodeRequest(
  request: Request,
  platform: HttpPlatform | undefined,
): IncomingRequest | undefined {
  const info = Object(platform) as PlatformInfo;
  const passed = info.incoming ?? info.req;
  if (passed) return passed;
  const key = Object.getOwnPropertySymbols(request).find(
    ({ description }) => description === "incomingKey",
  );
  return key && (Reflect.get(request, key) as IncomingRequest);
}
