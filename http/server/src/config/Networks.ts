import { BlockList, isIP } from "node:net"

/** An address without the prefix of IPv4 in IPv6 (`::ffff:`), zone and brackets. */
export const plainAddress = (address: string): string =>
  address.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "")

type Family = "ipv4" | "ipv6"

const familyOf = (address: string): Family | null => {
  const version = isIP(address)
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : null
}

interface Network {
  readonly address: string
  readonly family: Family
  readonly bits: number
}

const parseNetwork = (text: string): Network | null => {
  const [address = "", bits, ...rest] = text.split("/")
  const family = familyOf(address)
  if (family === null || rest.length > 0) return null
  const bits_max = family === "ipv4" ? 32 : 128
  if (bits === undefined) return { address, family, bits: bits_max }
  return /^\d{1,3}$/.test(bits) && Number(bits) <= bits_max ? { address, family, bits: Number(bits) } : null
}

/** Whether a text is an address or a network, as `10.0.0.0/8` (RFC 4632) or `fd00::/8` (RFC 4291 §2.3). */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== null

/** Asks whether an address is in one of these networks; texts that are none are left out. */
export const networksOf = (texts: ReadonlyArray<string>): (address: string) => boolean => {
  const list = new BlockList()
  for (const text of texts) {
    const network = parseNetwork(text)
    if (network !== null) list.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== null && list.check(address, family)
  }
}

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): ReadonlyArray<string> => {
  const [head = "", tail] = address.split("::")
  const before = head === "" ? [] : head.split(":")
  if (tail === undefined) return before
  const after = tail === "" ? [] : tail.split(":")
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after]
}

/**
 * The network that is counted as one client: an IPv4 address, or the first 56 bits of an IPv6 address, which providers
 * give to one subscriber.
 *
 * @example
 * clientNetwork("2001:db8:1:2ff::9") // "2001:db8:1:200::/56"
 */
export const clientNetwork = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [first, second, third, fourth] = groupsOf(address).map((group) => Number.parseInt(group, 16) || 0)
  const network = [first, second, third, (fourth ?? 0) & 0xff00].map((group = 0) => group.toString(16))
  return `${network.join(":")}::/56`
}

/** Whether an address is this machine's. It is that of a proxy or of the operator, and is not limited. */
export const isLoopback = networksOf(["127.0.0.0/8", "::1"])
