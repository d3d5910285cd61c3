/**
 * Number of 16-bit groups in an IPv6 address, and in its network prefix (RFC
 * 4291).
 */
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Returns the network to which the limits for an address apply. For IPv6,
 * returns the /64 prefix, because one client may own all addresses of a /64
 * network. Returns IPv4 addresses unchanged, even if they are embedded in IPv6
 * addresses.
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
