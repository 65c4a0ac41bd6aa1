import { issueCodes } from "@agenda-engine/core/domain/Issue"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiSwagger from "@effect/platform/HttpApiSwagger"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
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

/** `/openapi.json`, `/docs`, the interactive reference with everything it needs inside, and what each kind of problem means. */
export const documentationRoutes = Layer.merge(contract, HttpApiSwagger.layer({ path: "/docs" }))
