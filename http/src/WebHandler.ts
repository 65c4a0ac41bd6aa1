import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import * as HttpApp from "@effect/platform/HttpApp"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { App } from "./App.js"
import { notFound } from "./cache/ResponseCache.js"
import { CurrentSettings, defaultSettings, type HttpSettings } from "./HttpSettings.js"
import { httpPipeline } from "./pipeline/httpPipeline.js"
import { Refusal } from "./response/Refusal.js"
import { type Failure, respondFailure } from "./response/respondFailure.js"

/** Where one request came in. */
export interface Mount {
  /** `basePath` of the settings, for this request. */
  readonly basePath?: string | undefined
}

/** The engine and its HTTP app, for a host's own server. */
export interface WebHandler<Services = never> {
  /**
   * Never rejects. It answers 503 while the engine cannot be built, for example because its database is unavailable.
   */
  readonly handler: (request: Request, mount?: Mount) => Promise<Response>
  /**
   * Builds the engine, unless it is built. Rejects with the error of the layer, such as `StoreError`; the next call or
   * request tries again.
   */
  readonly ready: () => Promise<void>
  /**
   * Runs an effect with the engine, and with the other services of the layer. Builds it as `ready` does, and rejects
   * with the effect's error.
   */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Engine | Services>) => Promise<A>
  /**
   * Waits up to ten seconds for running requests and effects, streamed bodies included, then releases the layer's
   * resources. Later requests get 503, and later effects are refused with `StoreError`. A second call waits for the
   * first.
   */
  readonly dispose: () => Promise<void>
}

/** The response to a request that no app can answer, with the common error body and headers. */
const refuse = (request: Request, failure: Failure, settings: HttpSettings, always: Layer.Layer<never>): Promise<Response> =>
  HttpApp.toWebHandler(
    Effect.provideService(
      httpPipeline(
        respondFailure(failure),
        Context.empty(),
        { findValid: () => Effect.succeed(notFound) },
        null,
        null
      ),
      CurrentSettings,
      settings
    ).pipe(Effect.provide(always))
  )(request)

const closed = new Refusal({ kind: "unavailable", message: "the server is shutting down", headers: { "retry-after": "5" } })

/** What a handler that is disposed answers to other calls. */
const stopped = new StoreError({ reason: "Unavailable", operation: "WebHandler", cause: "the handler is disposed" })

/** Maximum time that running requests get to finish. */
const drain_ms_max = 10_000

/**
 * Calls `over` when the body was read to its end or cancelled. A body of known length is in memory, so `over` is called
 * at once.
 */
const withEnd = (response: Response, over: () => void): Response => {
  const { body, headers } = response
  if (body === null || headers.has("content-length")) {
    over()
    return response
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  body.pipeTo(writable).then(over, over)
  return new Response(readable, response)
}

/** A built engine with its app, or one that is being built. */
const start = <Services, E>(layer: Layer.Layer<App | Engine | Services, E>) => {
  const managed = ManagedRuntime.make(layer)
  const answering = Effect.map(
    managed.runtimeEffect,
    (runtime) => HttpApp.toWebHandlerRuntime(runtime)(Context.get(runtime.context, App))
  )
  return { managed, exit: Effect.runPromiseExit(answering) }
}

/**
 * The HTTP app as a function of web requests, for hosts that run their own server. The engine is built with the first
 * request. When that fails the response is 503, and the next request tries again. `always` also holds while there is no
 * engine, such as a logger.
 *
 * @example
 * const { handler, dispose } = WebHandler.make(EngineLive, { publicUrl: "https://host.example/agendas" })
 * const response = await handler(new Request("https://host.example/v2/agendas", { headers: { key } }))
 */
export const make = <Services = never, E = never>(
  engine: Layer.Layer<Engine | Services, E>,
  settings: Partial<HttpSettings> = {},
  always: Layer.Layer<never> = Layer.empty
): WebHandler<Services> => {
  const all = { ...defaultSettings, ...settings }
  const layer = App.layer.pipe(
    Layer.provideMerge(engine),
    Layer.provideMerge(Layer.succeed(CurrentSettings, all)),
    Layer.provideMerge(always)
  )
  let current: ReturnType<typeof start<Services, E>> | null = null
  let closing: Promise<void> | null = null
  let underWay = 0
  let drained = () => {}

  const over = () => {
    underWay--
    if (underWay === 0) drained()
  }

  /** The engine with its app. Rejects with the layer's error. */
  const started = async () => {
    const attempt = current ??= start(layer)
    const exit = await attempt.exit
    if (Exit.isSuccess(exit)) return { managed: attempt.managed, answer: exit.value }
    // Every call that waited for this attempt gets here; the first of them makes room for the next attempt.
    if (current === attempt) {
      current = null
      await attempt.managed.dispose()
    }
    throw Cause.squash(exit.cause)
  }

  const answer = async (request: Request, mount: Mount): Promise<Response> => {
    const { basePath = all.basePath } = mount
    const here = basePath === all.basePath ? all : { ...all, basePath }
    try {
      const built = await started()
      return await built.answer(request, Context.make(CurrentSettings, here))
    } catch (cause) {
      return refuse(request, new StoreError({ reason: "Unavailable", operation: "WebHandler.make", cause }), here, always)
    }
  }

  /** Runs what `dispose` waits for. */
  const counted = async <A>(use: () => Promise<A>): Promise<A> => {
    if (closing !== null) throw stopped
    underWay++
    try {
      return await use()
    } finally {
      over()
    }
  }

  const close = async (): Promise<void> => {
    const ended = Effect.async<void>((resume) => {
      drained = () => resume(Effect.void)
      if (underWay === 0) drained()
    })
    await Effect.runPromise(Effect.timeoutOption(ended, drain_ms_max))
    await current?.managed.dispose()
  }

  return {
    handler: async (request, mount = {}) => {
      if (closing !== null) return refuse(request, closed, all, always)
      underWay++
      return answer(request, mount).then((response) => withEnd(response, over), (cause: unknown) => {
        over()
        throw cause
      })
    },
    ready: () => counted(async () => void await started()),
    run: (effect) =>
      counted(async () => {
        const { managed } = await started()
        return Exit.match(await managed.runPromiseExit(effect), {
          onSuccess: (value) => value,
          onFailure: (cause) => {
            throw Cause.squash(cause)
          }
        })
      }),
    dispose: () => closing ??= close()
  }
}
