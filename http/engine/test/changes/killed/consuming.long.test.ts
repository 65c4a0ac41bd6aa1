import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { bundleProcesses } from "../../../../../conformance/test/process/bundleProcesses.js"
import { ofFull } from "../../../../../core/test/repository/ofFull.js"
import { type Batch, consumeUnderFire, program } from "./ConsumeRound.js"

const postgres = usePostgres()
const options = bundleProcesses([program])

const kills = ofFull(100)

type Within = (test: (url: string) => Promise<void>) => Promise<void>

const inFolder = (urlIn: (folder: string) => string): Within => async (test) => {
  const folder = await mkdtemp(join(tmpdir(), "agenda-engine-consuming-"))
  try {
    await test(urlIn(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const databases: { readonly [name: string]: Within } = {
  SQLite: inFolder((folder) => `sqlite:${join(folder, "agenda.db")}`),
  LMDB: inFolder((folder) => `lmdb:${folder}`),
  Postgres: (test) =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(postgres.freshSchema, (url) => Effect.promise(() => test(Redacted.value(url))))))
}

/** The changes of an agenda in the order in which they were given first. */
const firstGiven = (batches: ReadonlyArray<Batch>, agenda: string): ReadonlyArray<string> => [
  ...new Set(batches.flatMap(({ changes }) => changes).filter((change) => change.startsWith(`${agenda} `)))
]

describe.each(Object.entries(databases))("processes killed repeatedly while they consume changes on %s", (name, within) => {
  it("lose no change, get each at least once and in order within its agenda, and one at a time is active", () =>
    within(async (url) => {
      const numbers = Random.make(name)
      const { batches, logs, written } = await consumeUnderFire(url, options, kills, () => Effect.runSync(numbers.next))
      expect(written).toBeGreaterThan(kills)
      expect(["1", "2"].map((agenda) => firstGiven(batches, agenda))).toEqual(logs)
      // What comes twice comes from the last batch of a process that was killed.
      const given = batches.flatMap(({ changes }) => changes)
      const unstored = batches.filter(({ process }, index) => batches.findLastIndex((batch) => batch.process === process) === index)
      expect(given.length - new Set(given).size).toBeLessThanOrEqual(unstored.flatMap(({ changes }) => changes).length)
      const byTime = batches.toSorted((left, right) => left.begin - right.begin)
      const overlaps = byTime.slice(1).filter((batch, index) => {
        const before = byTime[index]
        return before !== undefined && before.process !== batch.process && before.end !== null && before.end > batch.begin
      })
      expect(overlaps).toEqual([])
      expect(new Set(batches.map(({ process }) => process)).size).toBeGreaterThanOrEqual(kills)
    }), 1_200_000)
})
