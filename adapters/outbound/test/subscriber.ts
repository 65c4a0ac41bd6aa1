import * as Effect from "effect/Effect"
import * as Http from "node:http"

/** A request that a subscriber has taken. */
export interface Taken {
  readonly path: string
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
}

/** How a subscriber answers a request to a path. */
export type Answers = (path: string, response: Http.ServerResponse) => void

/** A subscriber on this machine. Notes the requests that it has taken, and the paths whose connections were closed. */
export const startSubscriber = (answer: Answers) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly taken: Array<Taken>; readonly closed: Set<string>; readonly close: () => void }>(
      (resume) => {
        const taken: Array<Taken> = []
        const closed = new Set<string>()
        const http = Http.createServer((request, response) => {
          let body = ""
          request.setEncoding("utf8").on("data", (chunk: string) => body += chunk).on("end", () => {
            const path = request.url ?? ""
            taken.push({ path, headers: request.headers, body })
            response.on("close", () => closed.add(path))
            answer(path, response)
          })
        })
        http.listen(0, "127.0.0.1", () => {
          const address = http.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          const close = () => {
            http.closeAllConnections()
            http.close()
          }
          resume(Effect.succeed({ port, taken, closed, close }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )
