import { differentialCase } from "@agenda-engine/conformance/differential"
import { runConformance } from "@agenda-engine/conformance/runConformance"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

const fresh = Effect.map(usePostgres().emptyDatabase, (url) => PostgresStores.layer({ url }))

it.live("Postgres answers random histories as the interpreters do", () =>
  Effect.gen(function*() {
    const { results } = yield* runConformance({ name: "postgres", fresh, lacks: {} }, [differentialCase({ runs: ofFull(300) })])
    expect(results.map(({ outcome }) => outcome)).toEqual([{ _tag: "Passed" }])
  }), 600_000)
