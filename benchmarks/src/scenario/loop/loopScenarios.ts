import type * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { copyFile } from "node:fs/promises"
import { join } from "node:path"
import type { WriteRound } from "../../loop/LoopOptions.js"
import type { Scenario } from "../Scenario.js"
import { warmUpRounds_max } from "../warmUpToSteady.js"
import type { Contestant, World } from "../World.js"
import { type Loop, startLoop } from "./startLoop.js"

/** Events that one round writes. */
const round_events = 300
/** Events that a bulk loader writes in one transaction. */
const bulk_events = 1_000

/** A copy of the data, for one process alone to write to. */
const copyOf = (world: World, name: string) => {
  const file = join(world.directory, `loop-${name}.db`)
  return Effect.as(Effect.promise(() => copyFile(world.seeded, file, constants.COPYFILE_FICLONE)), file)
}

/** Rounds of one task, each about events of its own. */
const writingNew = (loop: Loop, name: string, task: WriteRound["task"]): Contestant => {
  let rounds = 0
  return {
    name,
    round: Effect.suspend(() => {
      const seed = ++rounds
      return loop.round({ task, events: round_events, prefix: `${task}-${seed}-`, seed })
    })
  }
}

/** Rounds of tasks that take turns, all about the same events. The warm-up stores them. */
const writingKnown = (loop: Loop, name: string, tasks: Arr.NonEmptyReadonlyArray<WriteRound["task"]>): Contestant => {
  let rounds = 0
  return {
    name,
    round: Effect.suspend(() =>
      loop.round({ task: tasks[rounds++ % tasks.length] ?? tasks[0], events: round_events, prefix: `${name}-`, seed: 1 })
    )
  }
}

/**
 * What bare better-sqlite3 is to write, made by a process of the engine in its own file: as many events as all rounds
 * together write, those of the warm-up included.
 */
const makeSource = Effect.fnUntraced(function*(world: World, loop: Loop, file: string, task: WriteRound["task"]) {
  const source = { file, prefix: `source-${task}-` }
  yield* loop.round({ task, events: round_events * (warmUpRounds_max + world.settings.rounds), prefix: source.prefix, seed: 0 })
  return source
})

/** Bare better-sqlite3 that writes the rows of a source, warmed up by as many events as the engine. */
const rawWriting = Effect.fnUntraced(function*(
  world: World,
  name: string,
  source: { readonly file: string; readonly prefix: string },
  batch: number
) {
  const loop = yield* startLoop(world, { on: "raw", file: yield* copyOf(world, name.replaceAll(/\W/g, "")), source, batch })
  const contestant: Contestant = {
    name,
    isFloor: true,
    warmUp: loop.round({ task: "raw", events: world.settings.warmUp_writes, isTakenBack: true }),
    round: loop.round({ task: "raw", events: round_events, isTakenBack: false })
  }
  return contestant
})

/** What is left of the engine's warm-up after so many writes. */
const warmingUp = ({ settings }: World, loop: Loop, task: WriteRound["task"], done: number): Contestant["round"] =>
  loop.round({ task, events: Math.max(1, settings.warmUp_writes - done), prefix: `warm-${task}-`, seed: 1_000 })

const upsertInEngine: Scenario = {
  name: "upsert-engine",
  title:
    "durable upserts by external id in the engine (5 slots, text): new, changed, unchanged; against a raw loop that writes the same rows",
  on: ["small"],
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const file = yield* copyOf(world, "upserts")
      const loop = yield* startLoop(world, { on: "engine", file })
      const source = yield* makeSource(world, loop, file, "create")
      const raw = yield* rawWriting(world, "raw loop", source, 1)
      return [
        raw,
        { ...writingNew(loop, "new", "create"), warmUp: warmingUp(world, loop, "create", round_events * world.settings.rounds) },
        writingKnown(loop, "changed", ["create", "change"]),
        writingKnown(loop, "unchanged", ["repeat"])
      ]
    }),
  targets: [
    { what: "durable upsert by external id, in the engine", of: "new", to: "raw loop", measure: "perSecond", atLeast: 0.3 }
  ]
}

const bulkImport: Scenario = {
  name: "import",
  title: "import of new events: descriptions in markdown, in HTML; against a raw bulk loader of the same rows",
  on: ["small"],
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const file = yield* copyOf(world, "imports")
      const loop = yield* startLoop(world, { on: "engine", file })
      const markdown = yield* makeSource(world, loop, file, "import")
      const html = yield* makeSource(world, loop, file, "importHtml")
      return [
        yield* rawWriting(world, "raw loader", markdown, bulk_events),
        { ...writingNew(loop, "markdown", "import"), warmUp: warmingUp(world, loop, "import", 2 * round_events * world.settings.rounds) },
        yield* rawWriting(world, "raw loader, HTML", html, bulk_events),
        writingNew(loop, "HTML", "importHtml")
      ]
    }),
  targets: [
    { what: "import, markdown descriptions", of: "markdown", to: "raw loader", measure: "perSecond", atLeast: 0.3 },
    { what: "import, HTML descriptions", of: "HTML", to: "raw loader, HTML", measure: "perSecond", atLeast: 0.12 }
  ]
}

/** Writes of processes of their own, to copies of the data. */
export const loopScenarios: ReadonlyArray<Scenario> = [upsertInEngine, bulkImport]
