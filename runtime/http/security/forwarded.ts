import type { HttpHead } from "../../transport/transport.js";

/**
 * Returns a function for the option `address`, which reads the client's address
 * from `X-Forwarded-For` behind this number of trusted proxies. Each proxy must
 * append the address of its peer, and clients must not reach the server
 * directly. Earlier entries of the header come from the client and are ignored.
 * With fewer entries than proxies, the function returns the address that the
 * platform provides.
 *
 * @throws TypeError when `proxies` is not a positive integer.
 */
export function forwardedFor(
  proxies: number,
): (request: HttpHead) => string | undefined {
  if (!Number.isInteger(proxies) || proxies < 1) {
    throw new TypeError("forwardedFor takes the number of proxies, 1 or more");
  }
  return (request) => {
    const written = request.header("x-forwarded-for")?.split(",") ?? [];
    const one = written.at(-proxies)?.trim();
    return one ? withoutPort(one) : request.address;
  };
}

/** Removes the port, which some proxies add and which differs by connection. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}
