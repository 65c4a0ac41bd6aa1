import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { TestWorld } from "../../world/TestWorld.js"
import type { CredentialName } from "../../world/World.js"

layer(TestWorld.layer(), { excludeTestServices: true })("the list across agendas", (it) => {
  const ask = (query: string, as: CredentialName = "ownerless") =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`/v2/events?${query}`, as === "none" ? {} : { headers: credentials[as] }))

  describe("refuses parameters of a single agenda", () => {
    const refused: ReadonlyArray<readonly [string, string, string]> = [
      ["state=2", "state", "2"],
      ["featured=1", "featured", "1"],
      ["sort=timingsWithFeatured.asc", "sort", "timingsWithFeatured.asc"],
      ["sort[]=updatedAt.asc&sort[]=lastTimingWithFeatured.asc", "sort", "lastTimingWithFeatured.asc"],
      ["aggs=states", "aggs", "states"],
      ["aggs=featured", "aggs", "featured"],
      ["aggs[0][t]=af&aggs[0][f]=genres", "aggs[0]", "additionalFields"],
      ["aggregations[0][t]=additionalFieldMetrics&aggregations[0][f]=places", "aggregations[0]", "additionalFieldMetrics"]
    ]
    for (const [query, field, origin] of refused) {
      it.effect(query, () =>
        Effect.gen(function*() {
          const { body, status } = yield* ask(query, "administratorKey")
          expect(status).toBe(400)
          expect(at(body, "errors")).toMatchObject([{ code: "parameter.invalid", field, origin }])
        }))
    }
    it.effect("reports all errors at once", () =>
      Effect.gen(function*() {
        const { body } = yield* ask("state=0&featured=1&size=1000&after[]=x&uid=a&aggs=states")
        const errors = at(body, "errors")
        expect(Array.isArray(errors) ? errors.map((error: unknown) => at(error, "field")) : []).toEqual(
          ["uid", "size", "state", "featured", "aggs", "after"]
        )
      }))
  })
})
