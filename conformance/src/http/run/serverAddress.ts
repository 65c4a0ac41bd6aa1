import * as Encoding from "effect/Encoding"

/** Where requests go, and who sends them. */
export interface ServerAddress {
  /** The URL without user, password and trailing slashes. */
  readonly url: string
  /** `authorization` with the scheme Basic (RFC 7617); empty when the URL names no user. */
  readonly headers: { readonly [name: string]: string }
  /** The password in every spelling that a report may contain; empty when the URL has none. */
  readonly passwords: ReadonlyArray<string>
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Takes user and password out of the valid URL of a server: `fetch` refuses URLs that contain them, and reports print
 * URLs.
 *
 * @example
 * serverAddress("https://user:word@agenda.example/").url // "https://agenda.example"
 */
export const serverAddress = (text: string): ServerAddress => {
  const url = new URL(text)
  const { password, username } = url
  if (username === "" && password === "") return { url: text.replace(/\/+$/, ""), headers: {}, passwords: [] }
  const basic = Encoding.encodeBase64(`${decode(username)}:${decode(password)}`)
  const [, typed = ""] = /:\/\/[^/?#]*?:([^/?#]*)@/.exec(text) ?? []
  url.username = ""
  url.password = ""
  return {
    url: url.href.replace(/\/+$/, ""),
    headers: { authorization: `Basic ${basic}` },
    passwords: [basic, decode(password), password, typed].filter((spelling) => spelling !== "")
  }
}
