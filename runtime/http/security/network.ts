/** Number of groups of an IPv6 address, and of its network part (RFC 4291). */
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Returns the part of an address that limits apply to. One client may have all
 * addresses of an IPv6 network; an IPv4 address within IPv6 stays one address.
 */
export function getNetwork(address: string): string {
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
