import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import * as SqliteMigrations from "../src/SqliteMigrations.js"
import { temporaryFile } from "./temporaryFile.js"

const names = [
  "agendas",
  "locations",
  "events",
  "people",
  "credentials",
  "networks",
  "revisions",
  "agenda_words",
  "location_index",
  "event_index",
  "event_search",
  "location_sets",
  "key_uses",
  "event_history",
  "kept_answers",
  "invitations",
  "images",
  "agenda_removals",
  "availability",
  "withdrawals",
  "counted_columns",
  "posted_terms",
  "counted_places",
  "published_terms"
]

const all = names.map((name, place) => ({ id: place + 1, name }))

describe("SqliteMigrations", () => {
  it.scopedLive("takes each step once", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      expect(yield* SqliteMigrations.up(file)).toEqual(all)
      expect(yield* SqliteMigrations.up(file)).toEqual([])
    }))

  it.scopedLive("says what was taken and what was not, and makes no file for it", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      expect(yield* SqliteMigrations.status(file)).toEqual({ applied: [], pending: all })
      expect(existsSync(file.filename)).toBe(false)
      yield* SqliteMigrations.up(file)
      expect(yield* SqliteMigrations.status(file)).toEqual({ applied: all, pending: [] })
    }))

  it.scopedLive("lets one in at a time", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      const taken = yield* Effect.all(Array.from({ length: 6 }, () => SqliteMigrations.up(file)), { concurrency: "unbounded" })
      expect(taken.flat()).toEqual(all)
    }))
})
