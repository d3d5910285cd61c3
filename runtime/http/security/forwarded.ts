import type { HttpHead } from "../../transport/transport.js";

/**
 * Returns a function for the option `address` of a server behind trusted
 * proxies. The function reads the client's address from the `X-Forwarded-For`
 * header. Each proxy must append the address of its peer, and clients must not
 * reach the server directly. Earlier entries come from the client and are
 * ignored. If the header has fewer entries than there are proxies, the function
 * returns the address that the platform provides.
 *
 * @param proxies Number of trusted proxies.
 * @throws TypeError when `proxies` is not a positive integer.
 */
export function forwardedFor(
  proxies: number,
): (request: HttpHead) => string | undefined {
  if (!Number.isInteger(proxies) || proxies < 1) {
    throw new TypeError(
      "forwardedFor() needs the number of proxies, at least 1",
    );
  }
  return (request) => {
    const written = request.header("x-forwarded-for")?.split(",") ?? [];
    const one = written.at(-proxies)?.trim();
    return one ? withoutPort(one) : request.address;
  };
}

/**
 * Removes the port from an address. Some proxies add the port, which differs
 * for each connection.
 */
function withoutPort(address: string): string {
  const [, v6, v4] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}
