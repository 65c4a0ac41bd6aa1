/** A server to race on: where its agenda's events are, and the headers of who writes them. */
export interface RacedServer {
  readonly events: string
  readonly writer: { readonly [name: string]: string }
}

/** What came back: bodies are not compressed, so that tags are those of the bytes themselves. */
export interface Raced {
  readonly status: number
  readonly text: string
  readonly etag: string
  readonly location: string | null
}

/** Sends a request to the server whose turn it is. */
export const sendTo = async (
  servers: ReadonlyArray<RacedServer>,
  turn: number,
  path: string,
  call: { readonly method: string; readonly body?: object; readonly headers?: { readonly [name: string]: string } }
): Promise<Raced> => {
  const server = servers[turn % servers.length]
  if (server === undefined) throw new Error("no servers")
  const response = await fetch(`${server.events}${path}`, {
    method: call.method,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    headers: { ...server.writer, "content-type": "application/json", "accept-encoding": "identity", ...call.headers }
  })
  const text = await response.text()
  return { status: response.status, text, etag: response.headers.get("etag") ?? "", location: response.headers.get("location") }
}

/** The version that a tag begins with. */
export const versionOf = (tag: string): number => Number(/^"(\d+)\./.exec(tag)?.[1])

/** A valid body of an event, titled so. */
export const titled = (title: string) => ({
  title: { en: title },
  description: { en: "Many want it at once" },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" }]
})
