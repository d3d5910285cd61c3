/** Groups of an IPv6 address, and those that name a network (RFC 4291). */
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Whom an address counts as: of IPv6 its network, all addresses of which one
 * client may have; an IPv4 address within IPv6 is that address.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const within = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (within !== undefined) return within;
  if (!/^[\da-f:]+$/i.test(address)) return address;
  const [before = "", after] = address.toLowerCase().split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const rest = after === "" ? [] : after.split(":");
    while (groups.length + rest.length < GROUPS) groups.push("0");
    groups.push(...rest);
  }
  return groups.slice(0, NETWORK_GROUPS).join(":");
}
