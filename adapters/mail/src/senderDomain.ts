/** The domain of a sender, `address` or `Name <address>`. Null when it is not an address. */
export const senderDomain = (from: string): string | null => {
  const [, bare, named] = /^(?:([^\s<>@]+@[^\s<>@]+)|[^<>\r\n]*<([^\s<>@]+@[^\s<>@]+)>)$/.exec(from.trim()) ?? []
  return (bare ?? named)?.split("@")[1]?.toLowerCase() ?? null
}
