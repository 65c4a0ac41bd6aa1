import ipaddr from "ipaddr.js"

/** The first bits of every address of IPv6 that is given out to the public (RFC 4291 §2.4). */
const globalUnicast = ipaddr.parseCIDR("2000::/3")

/**
 * Whether everybody reaches an address: none of this machine, of a private or shared network, of one link, of translators and tunnels that lead
 * into any of those, or of documentation. An IPv4 address within an IPv6 one counts as itself.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast))
}
