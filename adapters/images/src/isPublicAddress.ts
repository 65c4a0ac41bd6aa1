import ipaddr from "ipaddr.js"

/** The prefix of all public IPv6 addresses (RFC 4291 §2.4). */
const globalUnicast = ipaddr.parseCIDR("2000::/3")

/**
 * Whether an address is public: not loopback, private, shared, link-local, for documentation, or of a translator or
 * tunnel into such a network. An IPv4-mapped IPv6 address is checked as IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast))
}
