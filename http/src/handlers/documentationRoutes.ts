import { issueCodes } from "@agenda-engine/core/domain/Issue"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openApi } from "../api/openApi.js"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { answer } from "../response/answer.js"
import { problemKinds } from "../response/problemKinds.js"
import { Refusal } from "../response/Refusal.js"

const isKind = (kind: string | undefined): kind is keyof typeof problemKinds => kind !== undefined && Object.hasOwn(problemKinds, kind)

const problem = Effect.gen(function*() {
  const { kind } = yield* HttpRouter.params
  if (!isKind(kind)) return yield* new Refusal({ kind: "not-found", message: "problem not found" })
  const codes = kind === "validation" || kind === "parameters"
    ? Object.entries(issueCodes).map(([code, row]) => ({ code, ...row }))
    : []
  return HttpServerResponse.unsafeJson({ kind, ...problemKinds[kind], codes })
})

const contract = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    yield* router.get(
      "/openapi.json",
      Effect.map(CurrentRequest, ({ base }) => HttpServerResponse.unsafeJson(openApi(base)))
    )
    yield* router.get("/problems/:kind", answer(problem))
  })
)

const reference = Effect.gen(function*() {
  const swagger = yield* Effect.promise(() => import("@effect/platform/HttpApiSwagger"))
  const built = yield* Layer.build(Layer.provideMerge(swagger.layer({ path: "/*" }), HttpApiBuilder.Router.Live))
  return yield* Context.get(built, HttpApiBuilder.Router).router
}).pipe(Effect.scoped, Effect.uninterruptible)

/** The page is large, and few ask for it: it is loaded and made the first time. */
const docs = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const api = yield* Effect.context<HttpApi.Api>()
    const page = yield* Effect.cached(Effect.provide(reference, api))
    yield* router.get("/docs", Effect.flatten(page))
  })
)

/** `/openapi.json`, `/docs`, the interactive reference with everything it needs inside, and what each kind of problem means. */
export const documentationRoutes = Layer.merge(contract, docs)
