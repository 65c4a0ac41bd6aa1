import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { FilledWorld } from "../../world/FilledWorld.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type CredentialName } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}/events`

layer(FilledWorld.layer, { excludeTestServices: true })("a refused list of events", (it) => {
  const ask = (query: string, as: CredentialName = "ownerless") =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`${main}?${query}`, as === "none" ? {} : { headers: credentials[as] }))

  it.effect("reports the errors of parameters, additional fields and facets at once", () =>
    Effect.gen(function*() {
      const { body, status } = yield* ask(
        "size=999&sort=nonsense&after[]=x&uid=y&genres=rock&places[gte]=few&geo[northEast][lat]=1&extId[key]=a&aggs[0][t]=colours&aggs[1][t]=af&aggs[1][f]=dossier&aggs[2][t]=cities&aggs[3][t]=cities&aggs[3][s]=5&aggs[4][t]=af&aggs[4][k]=x&aggs[5][t]=additionalFieldMetrics&aggs[5][f]=genres&if=colour"
      )
      expect(status).toBe(400)
      const errors = at(body, "errors")
      const found = Array.isArray(errors)
        ? errors.map((error: unknown) => `${String(at(error, "code"))} ${String(at(error, "field"))}`)
        : []
      expect(found.toSorted()).toEqual([
        "cursor.invalid after",
        "parameter.invalid aggs[0][t]",
        "parameter.invalid aggs[1][f]",
        "parameter.invalid aggs[3]",
        "parameter.invalid aggs[4][field]",
        "parameter.invalid aggs[5][f]",
        "parameter.invalid extId[value]",
        "parameter.invalid genres",
        "parameter.invalid geo[northEast][lng]",
        "parameter.invalid geo[southWest][lat]",
        "parameter.invalid geo[southWest][lng]",
        "parameter.invalid if",
        "parameter.invalid places[gte]",
        "parameter.invalid size",
        "parameter.invalid sort",
        "parameter.invalid uid"
      ])
    }))

  it.effect("does not tell facets by a field that the caller may not read from those by an unknown field", () =>
    Effect.gen(function*() {
      for (const as of ["ownerless", "contributorKey", "contributorToken"] as const) {
        for (const [field, type] of [["dossier", "af"], ["budget", "additionalFieldMetrics"]] as const) {
          const hidden = yield* ask(`aggs[0][t]=${type}&aggs[0][f]=${field}`, as)
          const unknown = yield* ask(`aggs[0][t]=${type}&aggs[0][f]=nothere`, as)
          expect(hidden.status).toBe(400)
          expect(hidden.text.replaceAll(field, "…")).toBe(unknown.text.replaceAll("nothere", "…"))
        }
      }
    }))
})
