import * as Effect from "effect/Effect"
import * as Http from "node:http"

/** What a service answers to a request; `never` answers nothing. */
export type ServiceAnswer = { readonly status?: number; readonly headers?: Http.OutgoingHttpHeaders; readonly body?: unknown } | "never"

/** A request as the service received it. */
export interface ServiceRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly userAgent: string
}

/** A geocoding service on a free port of this machine. */
export interface GeocodingService {
  readonly url: string
  readonly requests: ReadonlyArray<ServiceRequest>
  /** Sets the answer to every later request. */
  readonly answer: (answer: ServiceAnswer) => void
}

/** Starts a service that plays a geocoder until the scope closes. */
export const startService = Effect.acquireRelease(
  Effect.async<GeocodingService & { readonly server: Http.Server }>((resume) => {
    const requests: Array<ServiceRequest> = []
    let next: ServiceAnswer = { body: [] }
    const server = Http.createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://service")
      requests.push({ path: pathname, query: searchParams, userAgent: request.headers["user-agent"] ?? "" })
      if (next === "never") return
      const { body, headers = {}, status = 200 } = next
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(typeof body === "string" ? body : JSON.stringify(body))
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = address === null || typeof address === "string" ? 0 : address.port
      resume(Effect.succeed({
        server,
        requests,
        url: `http://127.0.0.1:${port}`,
        answer: (answer) => {
          next = answer
        }
      }))
    })
  }),
  ({ server }) =>
    Effect.async<void>((resume) => {
      server.closeAllConnections()
      server.close(() => resume(Effect.void))
    })
)

/** An answer of the national address base with one place. */
export const addressBaseAnswer = (
  coordinates: readonly [number, number],
  properties: { readonly score: number; readonly postcode?: string }
) => ({
  body: { type: "FeatureCollection", features: [{ type: "Feature", geometry: { type: "Point", coordinates }, properties }] }
})

/** An answer of Nominatim with one place. */
export const nominatimAnswer = (lat: string, lon: string) => ({ body: [{ place_id: 1, lat, lon, category: "building", importance: 0.1 }] })
