import { differentialCase } from "@agenda-engine/conformance/differential"
import { runConformance } from "@agenda-engine/conformance/runConformance"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { useMigratedFiles } from "./database/useMigratedFiles.js"

const fresh = Effect.map(useMigratedFiles(), (filename) => SqliteStores.layer({ filename }))

it.live("SQLite answers random histories as the interpreters do", () =>
  Effect.gen(function*() {
    const { results } = yield* runConformance({ name: "sqlite", fresh, lacks: {} }, [differentialCase({ runs: ofFull(1_000) })])
    expect(results.map(({ outcome }) => outcome)).toEqual([{ _tag: "Passed" }])
  }), 1_200_000)
