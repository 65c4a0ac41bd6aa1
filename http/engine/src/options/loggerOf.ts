import * as Cause from "effect/Cause"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Predicate from "effect/Predicate"

type Write = (...values: ReadonlyArray<unknown>) => void

/**
 * A logger of a host with a method for each level, such as `console`, pino or the logger of Fastify. One with `child`
 * gets the fields of an entry and then its text, as pino takes them; another gets the text and then the fields.
 */
export interface HostLogger {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  readonly child?: unknown
}

type Level = "debug" | "info" | "warn" | "error"

const levels: { readonly [Tag in Logger.Logger.Options<unknown>["logLevel"]["_tag"]]: Level | null } = {
  All: "debug",
  Trace: "debug",
  Debug: "debug",
  Info: "info",
  Warning: "warn",
  Error: "error",
  Fatal: "error",
  None: null
}

/** The text of an entry, and everything else that was logged as fields. */
const partsOf = (message: unknown): { readonly text: string; readonly more: ReadonlyArray<unknown> } => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  return { text: parts.filter(Predicate.isString).join(" "), more: parts.filter(Predicate.not(Predicate.isString)) }
}

const forHost = (host: HostLogger): Logger.Logger<unknown, void> =>
  Logger.make(({ annotations, cause, logLevel, message }) => {
    const level = levels[logLevel._tag]
    if (level === null) return
    const { more, text } = partsOf(message)
    const fields = {
      ...Object.fromEntries(HashMap.toEntries(annotations)),
      ...(more.length === 0 ? {} : { details: more }),
      ...(Cause.isEmpty(cause) ? {} : { err: Cause.squash(cause) })
    }
    if (host.child !== undefined) return host[level](fields, text)
    return Object.keys(fields).length === 0 ? host[level](text) : host[level](text, fields)
  })

/** What the engine logs with; the default logger of Effect when the host names none. */
export const loggerOf = (logger: HostLogger | Logger.Logger<unknown, unknown> | undefined): Layer.Layer<never> =>
  logger === undefined ? Layer.empty : Logger.replace(Logger.defaultLogger, Logger.isLogger(logger) ? logger : forHost(logger))
