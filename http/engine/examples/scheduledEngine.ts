import { createAgendaEngine, type EngineOptions } from "@agenda-engine/engine"

/**
 * An engine for functions without a server: nothing runs beside requests, and entries go to the log and the tracer of
 * the host, such as pino and the tracer of `@effect/opentelemetry`. A scheduler calls `everyMinute`.
 */
export const scheduledEngine = (
  database: "memory" | `postgres://${string}`,
  { logger, tracer }: Pick<EngineOptions, "logger" | "tracer">
) => {
  const engine = createAgendaEngine({ database, background: false, logger, tracer, http: { accessLog: true } })
  return { engine, everyMinute: () => engine.runDue() }
}
