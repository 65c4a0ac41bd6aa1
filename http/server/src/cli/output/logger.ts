import * as Context from "effect/Context"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Tracer from "effect/Tracer"

/** Adds the id of the trace to lines of a request that is traced. */
const withTraceId = <A>(logger: Logger.Logger<unknown, A>): Logger.Logger<unknown, A> =>
  Logger.make((options) => {
    const span = Context.getOption(FiberRefs.getOrDefault(options.context, FiberRef.currentContext), Tracer.ParentSpan)
    return logger.log(
      span._tag === "None" ? options : { ...options, annotations: HashMap.set(options.annotations, "traceId", span.value.traceId) }
    )
  })

/**
 * The log of a command, on stderr: one line a record, with the id of its trace. Lines are no events of spans, because
 * they have addresses of clients and values of queries.
 */
export const loggerLayer = (
  { format, level }: { readonly format: "json" | "logfmt"; readonly level: LogLevel.LogLevel }
): Layer.Layer<never> => {
  const lines = format === "json" ? Logger.jsonLogger : Logger.logfmtLogger
  return Layer.mergeAll(
    Logger.replace(Logger.defaultLogger, Logger.withConsoleError(withTraceId(lines))),
    Logger.remove(Logger.tracerLogger),
    Logger.minimumLogLevel(level)
  )
}
