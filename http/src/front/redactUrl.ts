const secretNames = /^(?:key|code|access[-_]token|token)(?:\[|\.|$)/i

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll("+", " "))
  } catch {
    return name
  }
}

/**
 * A request target as logs may show it: the values of credentials left out (wire.md §3).
 *
 * @example
 * redactUrl("/v2/agendas?key=abc&size=2") // "/v2/agendas?key=redacted&size=2"
 */
export const redactUrl = (url: string): string => {
  const start = url.indexOf("?")
  if (start === -1) return url
  const parts = url.slice(start + 1).split("&").map((part) => {
    const [name = ""] = part.split("=", 1)
    return secretNames.test(decoded(name).trim()) ? `${name}=redacted` : part
  })
  return `${url.slice(0, start)}?${parts.join("&")}`
}
