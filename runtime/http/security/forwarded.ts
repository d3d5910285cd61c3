import type { HttpHead } from "../../transport/transport.js";

/**
 * Whose request it is behind so many proxies of your own, by `X-Forwarded-For`,
 * for the option `address`. Each proxy has to add the address that it was sent
 * from, and nothing else may reach the server: what stands before that was
 * written by whoever sent it, and is not looked at. Where fewer proxies have
 * written than there are, it is the address that the platform tells.
 *
 * @throws TypeError when `proxies` is no number of proxies.
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

/** Some proxies write the port as well, which is another for each connection. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}
