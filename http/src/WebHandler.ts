import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import { StopDeadline } from "@agenda-engine/core/schedule/StopDeadline"
import { Stopping } from "@agenda-engine/core/schedule/Stopping"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Runtime from "effect/Runtime"
import { routesOf } from "./api/routes.js"
import { App, Requests } from "./App.js"
import { notFound } from "./cache/ResponseCache.js"
import { fromPlatform } from "./context/IncomingRequest.js"
import { CurrentSettings, defaultSettings, type HttpSettings } from "./HttpSettings.js"
import { httpPipeline } from "./pipeline/httpPipeline.js"
import * as RequestRunner from "./pipeline/RequestRunner.js"
import * as RouteTable from "./pipeline/RouteTable.js"
import type { Handle } from "./request/Handle.js"
import { Refusal } from "./response/Refusal.js"
import type { Failure } from "./response/respondFailure.js"

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
   * resources. Mails under way get what is left of these ten seconds. Later requests get 503, and later
   * effects are refused with `StoreError`. A second call waits for the first.
   */
  readonly dispose: () => Promise<void>
}

/** Answers every request with a failure, with the common error body and headers. */
const refuse = (request: Request, failure: Failure, settings: HttpSettings, always: Layer.Layer<never>): Promise<Response> => {
  const table = RouteTable.make(settings)
  const refused: Handle = () => Effect.fail(failure)
  const pipeline = httpPipeline({
    table,
    handlers: Object.fromEntries(routesOf(settings).map(({ name }) => [name, refused])),
    cache: { findValid: () => Effect.succeed(notFound), put: () => {} },
    clock: Clock.make(),
    compress: null,
    compressStream: null,
    hostUsers: null,
    wrongSecrets: new WeakSet()
  })
  const incoming = fromPlatform(HttpServerRequest.fromWeb(request))
  return RequestRunner.make(pipeline, Context.empty(), false).answer(incoming, settings, () => {}).pipe(
    Effect.map((response) => HttpServerResponse.toWeb(response, { withoutBody: incoming.method === "HEAD" })),
    Effect.provide(always),
    Effect.runPromise
  )
}

const closed = new Refusal({ kind: "unavailable", message: "the server is shutting down", headers: { "retry-after": "5" } })

/** What a handler that is disposed answers to other calls. */
const stopped = new StoreError({ reason: "Unavailable", operation: "WebHandler", cause: "the handler is disposed" })

/** Maximum time that running requests, and after them mails under way, get to finish. */
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

/** Status of a request whose client disconnected. */
const disconnected = 499

/** Answers a web request. Calls `over` when the response was read to its end, or its client disconnected. */
const answerWeb = (
  requests: Context.Tag.Service<Requests>,
  runtime: Runtime.Runtime<never>,
  request: Request,
  settings: HttpSettings,
  over: () => void
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const running = requests.run(fromPlatform(HttpServerRequest.fromWeb(request)), settings, runtime)
    const end = () => {
      running.over()
      over()
    }
    running.fiber.addObserver((exit) => {
      try {
        const response = Exit.match(exit, {
          onSuccess: (answered) => HttpServerResponse.toWeb(answered, { withoutBody: request.method === "HEAD", runtime }),
          onFailure: (cause) => new Response(null, { status: Cause.isInterruptedOnly(cause) ? disconnected : 500 })
        })
        resolve(withEnd(response, end))
      } catch (cause) {
        running.over()
        reject(cause)
      }
    })
    if (request.signal.aborted) running.over()
    request.signal.addEventListener("abort", running.over, { once: true })
  })

/** A built engine with its app, or one that is being built. */
const start = <Services, E>(layer: Layer.Layer<Requests | Engine | Services, E>) => {
  const managed = ManagedRuntime.make(layer)
  const answering = Effect.map(managed.runtimeEffect, (runtime) => ({ requests: Context.get(runtime.context, Requests), runtime }))
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
  const deadline = Deferred.unsafeMake<void>(FiberId.none)
  const isStopping = Deferred.unsafeMake<void>(FiberId.none)
  const layer = App.layer.pipe(
    Layer.provideMerge(engine),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(CurrentSettings, all),
        Layer.succeed(StopDeadline, Deferred.await(deadline)),
        Layer.succeed(Stopping, Deferred.await(isStopping))
      )
    ),
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
    if (Exit.isSuccess(exit)) return { managed: attempt.managed, ...exit.value }
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
      const { requests, runtime } = await started()
      return await answerWeb(requests, runtime, request, here, over)
    } catch (cause) {
      over()
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
    Deferred.unsafeDone(isStopping, Effect.void)
    const ended = Effect.async<void>((resume) => {
      drained = () => resume(Effect.void)
      if (underWay === 0) drained()
    })
    const release = Effect.suspend(() => current?.managed.disposeEffect ?? Effect.void)
    const timer = Effect.fork(Effect.delay(Deferred.succeed(deadline, undefined), drain_ms_max))
    await Effect.runPromise(timer.pipe(Effect.zipRight(Effect.raceFirst(ended, Deferred.await(deadline))), Effect.zipRight(release)))
  }

  return {
    handler: async (request, mount = {}) => {
      if (closing !== null) return refuse(request, closed, all, always)
      underWay++
      return answer(request, mount)
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
