import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** A counter of the engine. */
export interface EngineCounter {
  readonly name: string
  readonly help: string
  readonly metric: Metric.Metric.Counter<number>
}

const counter = (name: string, help: string): EngineCounter => ({
  name,
  help,
  metric: Metric.counter(name, { description: help, incremental: true })
})

/** Counters of the engine in the metrics of Effect, where exporters of a host find them. */
export const engineCounters = {
  statements: counter("agenda_statements_total", "Statements that SQL databases were given."),
  transactionRetries: counter("agenda_transaction_retries_total", "Transactions that were run again after a lost race."),
  mailsSent: counter("agenda_mails_sent_total", "Mails that the mail server has taken."),
  mailsRefused: counter("agenda_mails_refused_total", "Attempts to send a mail that failed."),
  webhooksDelivered: counter("agenda_webhooks_delivered_total", "Changes that webhooks have taken."),
  webhooksRefused: counter("agenda_webhooks_refused_total", "Deliveries to webhooks that failed.")
} as const

/** Adds to a counter at once, without a fiber step. */
export const count = ({ metric }: EngineCounter, times = 1): void => metric.unsafeUpdate(times, [])

/** What a counter has counted in this process. */
export const countOf = ({ metric }: EngineCounter): number => Effect.runSync(Metric.value(metric)).count

/** Connections of all pools of Postgres that are in use, and uses that wait for one, in this process. */
export const reservedConnections: EngineCounter = {
  name: "agenda_pool_reserved_connections",
  help: "Connections of Postgres that are in use, and uses that wait for one.",
  metric: Metric.counter("agenda_pool_reserved_connections")
}

/** Pages of the write-ahead logs of the SQLite files that this process has open, after its last commits. */
export const loggedPages: EngineCounter = {
  name: "agenda_wal_pages",
  help: "Pages of the write-ahead log of SQLite.",
  metric: Metric.counter("agenda_wal_pages")
}
