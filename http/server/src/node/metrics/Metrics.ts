import { countOf, type EngineCounter, engineCounters, loggedPages, reservedConnections } from "@agenda-engine/core/domain/engineMetrics"
import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import { readTarget } from "@agenda-engine/http/pipeline/RequestTarget"
import type { RouteTable } from "@agenda-engine/http/pipeline/RouteTable"
import * as Redacted from "effect/Redacted"
import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"
import type { MetricsSettings } from "../../config/MetricsConfig.js"
import { networksOf, plainAddress } from "../../config/Networks.js"
import { clientOf } from "../clients/forwarded.js"

/** What the server tells of itself when it is asked for its metrics. */
export interface Sources {
  readonly settings: HttpSettings
  readonly table: RouteTable
  readonly version: string
  /** Null: unknown. */
  readonly databaseId: string | null
  /** When the newest backup was complete, in epoch milliseconds; null: unknown, or there is none. */
  readonly backedUpAt: () => Promise<number | null>
  /** The responses that came from the cache. */
  readonly cached: WeakSet<ServerResponse>
  /** Has the requests whose secret was wrong. */
  readonly wrongSecrets: WeakSet<object>
  readonly connections: () => number
  /** The requests that wait to be started. */
  readonly waiting: () => number
  /** The webhooks that are disabled after failures; null while the store cannot be asked. */
  readonly disabledWebhooks: () => Promise<number | null>
  /** The changes that consumers of the host could not handle; null while the store cannot be asked. */
  readonly parkedChanges: () => Promise<number | null>
}

/** Methods in labels; others are `_OTHER` (OpenTelemetry semantic conventions, HTTP). */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Upper bounds of the histogram, in seconds: those of the conventions, and lower ones for cached answers. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** The status in labels of a request whose client disconnected before the end of the response. */
const abandoned = 499

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Metrics of a server, in the text format of Prometheus. */
export interface Metrics {
  /** Measures the requests that a listener answers. */
  readonly measured: (listener: RequestListener) => RequestListener
  /** Counts a request that exceeds this limit. */
  readonly limited: (policy: string) => void
  /** Answers a request for the metrics: 403 with the reason where it may not read them. */
  readonly respond: (request: IncomingMessage, response: ServerResponse) => void
}

/** Whether a request may read the metrics. */
const mayRead = ({ networks, token }: MetricsSettings): (request: IncomingMessage) => boolean => {
  const isAllowed = networksOf(networks)
  const expected = token === null ? null : digest(Redacted.value(token))
  return (request) => {
    const sent = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1]
    return expected !== null && sent !== undefined && timingSafeEqual(digest(sent), expected) ||
      isAllowed(plainAddress(clientOf(request) ?? ""))
  }
}

/** Metrics of this process and its requests. */
export const make = (readers: MetricsSettings, sources: Sources): Metrics => {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  // Gauges with the suffix of counters, which promtool refuses.
  for (const what of ["handles", "requests", "resources"]) register.removeSingleMetric(`nodejs_active_${what}_total`)
  const duration = new Histogram({
    registers,
    buckets,
    name: "http_server_request_duration_seconds",
    help: "Duration of requests, from their start to the end of the response.",
    labelNames: ["http_request_method", "http_route", "http_response_status_code", "cached"]
  })
  const limited = new Counter({
    registers,
    name: "agenda_rate_limited_total",
    help: "Requests beyond a rate limit.",
    labelNames: ["policy"]
  })
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>) =>
    new Gauge({
      registers,
      name,
      help,
      async collect() {
        this.set(await read() ?? Number.NaN)
      }
    })
  gauge("agenda_connections", "Open connections.", sources.connections)
  gauge("agenda_requests_waiting", "Requests that wait to be started.", sources.waiting)
  gauge("agenda_webhooks_disabled", "Webhooks that are disabled after failures.", sources.disabledWebhooks)
  gauge("agenda_changes_parked", "Changes that consumers could not handle.", sources.parkedChanges)
  gauge("agenda_last_backup_timestamp_seconds", "When the newest backup was complete.", async () => {
    const at = await sources.backedUpAt()
    return at === null ? null : at / 1_000
  })
  const counted = (counter: EngineCounter) =>
    new Counter({
      registers,
      name: counter.name,
      help: counter.help,
      collect() {
        this.reset()
        this.inc(countOf(counter))
      }
    })
  Object.values(engineCounters).forEach(counted)
  gauge(loggedPages.name, loggedPages.help, () => countOf(loggedPages))
  gauge(reservedConnections.name, reservedConnections.help, () => countOf(reservedConnections))
  new Gauge({ registers, name: "agenda_build_info", help: "Version and database of the server.", labelNames: ["version", "database_id"] })
    .set({ version: sources.version, database_id: sources.databaseId ?? "" }, 1)

  const routeOf = (request: IncomingMessage): string => readTarget(request, sources.settings, sources.table).nearest?.path ?? ""
  const isReader = mayRead(readers)
  return {
    limited: (policy) => limited.inc({ policy }),
    measured: (listener) => (request, response) => {
      const begun = performance.now()
      response.once("close", () => {
        const { method = "" } = request
        duration.observe({
          http_request_method: methods.has(method) ? method : "_OTHER",
          http_route: routeOf(request),
          http_response_status_code: response.writableFinished ? response.statusCode : abandoned,
          cached: sources.cached.has(response) ? "1" : "0"
        }, (performance.now() - begun) / 1_000)
      })
      listener(request, response)
    },
    respond: (request, response) => {
      if (!isReader(request)) {
        if (request.headers.authorization !== undefined) sources.wrongSecrets.add(request)
        response.writeHead(403, { "content-type": "text/plain; charset=utf-8" })
          .end("metrics need the bearer token of AGENDA_METRICS_TOKEN, or a client in AGENDA_METRICS_NETWORKS\n")
        return
      }
      register.metrics().then(
        (text) => response.writeHead(200, { "content-type": register.contentType, "cache-control": "no-store" }).end(text),
        () => response.writeHead(500).end()
      )
    }
  }
}
