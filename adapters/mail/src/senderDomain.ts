/**
 * The host behind the `@` of a sender, with or without a name before it; null when it is no address.
 *
 * @example
 * senderDomain("Town agenda <agenda@example.org>") // "example.org"
 */
export const senderDomain = (from: string): string | null => {
  const [, bare, named] = /^(?:([^\s<>@]+@[^\s<>@]+)|[^<>\r\n]*<([^\s<>@]+@[^\s<>@]+)>)$/.exec(from.trim()) ?? []
  return (bare ?? named)?.split("@")[1]?.toLowerCase() ?? null
}
