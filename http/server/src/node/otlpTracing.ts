import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TracingSettings } from "../config/TracingConfig.js"
import { version } from "../config/version.js"

/**
 * Sends traces to a collector by OTLP over HTTP (JSON). Spans that it does not take are lost. Fails when the optional
 * package `@effect/opentelemetry` is not installed.
 */
export const otlpTracing = ({ headers, url }: TracingSettings): Effect.Effect<Layer.Layer<never>, unknown> =>
  Effect.map(
    Effect.tryPromise(() => Promise.all([import("@effect/opentelemetry/OtlpTracer"), import("@effect/opentelemetry/OtlpSerialization")])),
    ([tracer, { layerJson }]) =>
      tracer.layer({
        url: `${url.replace(/\/+$/, "")}/v1/traces`,
        headers,
        resource: { serviceName: "agenda-engine", serviceVersion: version }
      }).pipe(Layer.provide([layerJson, FetchHttpClient.layer]))
  )
