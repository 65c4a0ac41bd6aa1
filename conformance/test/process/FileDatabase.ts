import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { MemoryDatabase } from "@agenda-engine/core/memory/MemoryDatabase"
import { emptyState, type MemoryState } from "@agenda-engine/core/memory/MemoryState"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { identity } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"

/** What a database does wrong between processes, or when its process is killed. */
export type FileFault =
  | "caches without end"
  | "caches for a while"
  | "forgets what it wrote when it closes"
  | "keeps its lock when its process dies"
  | "keeps revisions in its process"
  | "locks within its process"
  | "never leaves memory"
  | "reads before it locks"
  | "saves when it closes"
  | "tears commits"
  | "writes behind"
  | "writes through"
  | "writes from its cache"

const stateText = (state: MemoryState): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(state).map(([name, value]) => [name, HashMap.isHashMap(value) ? { $map: HashMap.toEntries(value) } : value])
    )
  )

const stateOf = (text: string): MemoryState =>
  JSON.parse(text, (_, value) => value?.$map === undefined ? value : HashMap.fromIterable(value.$map))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface Current {
  readonly state: Ref.Ref<MemoryState>
  readonly isWritable: boolean
}

/** Milliseconds for which a database that "caches for a while" does not read its file again. */
const cached_ms = 400

/** Milliseconds by which a database that "writes behind" is late. */
const behind_ms = 60

/** Milliseconds that a commit takes which is written in two parts. */
const torn_ms = 40

/** A database in a file that several processes open. Transactions hold a lock file; a commit replaces the file. */
export const make = (filename: string, fault: FileFault | null): Effect.Effect<MemoryDatabase, never, Scope.Scope> =>
  Effect.gen(function*() {
    const lockname = `${filename}.lock`
    const semaphore = yield* Effect.makeSemaphore(1)
    const current = yield* FiberRef.make<Current | null>(null, { join: identity })
    const ownRevisions = yield* Ref.make(emptyState.revisions)
    const load = (): MemoryState => existsSync(filename) ? stateOf(readFileSync(filename, "utf8")) : emptyState
    const replace = (text: string) => {
      writeFileSync(`${filename}.${process.pid}`, text)
      renameSync(`${filename}.${process.pid}`, filename)
    }
    let cache = load()
    let cachedAt = 0

    const save = (state: MemoryState): Effect.Effect<void> => {
      cache = state
      switch (fault) {
        case "never leaves memory":
        case "saves when it closes":
          return Effect.void
        case "writes behind":
          return Effect.asVoid(Effect.forkDaemon(Effect.delay(Effect.sync(() => replace(stateText(cache))), behind_ms)))
        case "tears commits": {
          const { agendas, clocks, keys, locations, members, networks, users } = state
          return Effect.sync(() => replace(stateText({ ...load(), agendas, clocks, keys, locations, members, networks, users }))).pipe(
            Effect.zipRight(Effect.sleep(torn_ms)),
            Effect.zipRight(Effect.sync(() => replace(stateText(state))))
          )
        }
        default:
          return Effect.sync(() => replace(stateText(state)))
      }
    }

    const withOwnRevisions = (state: MemoryState): Effect.Effect<MemoryState> =>
      fault === "keeps revisions in its process"
        ? Effect.map(Ref.get(ownRevisions), (revisions) => ({ ...state, revisions }))
        : Effect.succeed(state)

    /** The committed state, as an outsider of all transactions reads it. */
    const committed: Effect.Effect<MemoryState> = Effect.gen(function*() {
      switch (fault) {
        case "caches without end":
        case "never leaves memory":
        case "saves when it closes":
          return cache
        case "caches for a while": {
          const now = yield* Clock.currentTimeMillis
          if (now - cachedAt > cached_ms) {
            cache = load()
            cachedAt = now
          }
          return cache
        }
        default:
          return load()
      }
    }).pipe(Effect.flatMap(withOwnRevisions))

    const lock: Effect.Effect<void> = Effect.suspend(() => {
      try {
        writeFileSync(lockname, String(process.pid), { flag: "wx" })
        return Effect.void
      } catch {
        const holder = existsSync(lockname) ? Number(readFileSync(lockname, "utf8")) : 0
        if (fault !== "keeps its lock when its process dies" && holder > 0 && !isAlive(holder)) rmSync(lockname, { force: true })
        return Effect.delay(lock, 2)
      }
    })
    const withLock = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      fault === "locks within its process" || fault === "never leaves memory"
        ? semaphore.withPermits(1)(effect)
        : semaphore.withPermits(1)(Effect.acquireUseRelease(lock, () => effect, () => Effect.sync(() => rmSync(lockname, { force: true }))))

    const onCopy = <A, E, R>(
      before: MemoryState,
      isWritable: boolean,
      effect: Effect.Effect<A, E, R>,
      commit: (state: MemoryState) => Effect.Effect<void>
    ): Effect.Effect<A, E, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          const copy = yield* Ref.make(before)
          const undone = fault === "writes through" ? Effect.tapErrorCause(effect, () => commit(before)) : effect
          const value = yield* restore(Effect.locally(undone, current, { state: copy, isWritable }))
          yield* commit(yield* Ref.get(copy))
          return value
        })
      )

    const run: MemoryDatabase["run"] = (effect) =>
      Effect.flatMap(FiberRef.get(current), (outer) => {
        if (outer !== null) {
          return Effect.flatMap(Ref.get(outer.state), (state) =>
            onCopy(state, outer.isWritable, effect, (next) => Ref.set(outer.state, next)))
        }
        const commit = (state: MemoryState) =>
          Effect.zipRight(Ref.set(ownRevisions, state.revisions), save(state))
        const begin = (before: MemoryState) => onCopy(before, true, effect, commit)
        if (fault === "reads before it locks") return Effect.flatMap(committed, (before) => withLock(begin(before)))
        const before = fault === "writes from its cache" || fault === "never leaves memory" || fault === "saves when it closes"
          ? Effect.sync(() => cache)
          : Effect.flatMap(Effect.sync(load), withOwnRevisions)
        return withLock(Effect.flatMap(before, begin))
      })

    const readOnly = (operation: string) => new StoreError({ reason: "ReadOnly", operation, cause: new Error("a snapshot only reads") })

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        if (fault === "saves when it closes") replace(stateText(cache))
        if (fault === "forgets what it wrote when it closes") rmSync(filename, { force: true })
      })
    )

    return {
      run,
      isActive: Effect.map(FiberRef.get(current), (outer) => outer !== null),
      snapshot: (effect) =>
        Effect.flatMap(
          FiberRef.get(current),
          (outer) =>
            Effect.flatMap(outer === null ? committed : Ref.get(outer.state), (state) => onCopy(state, false, effect, () => Effect.void))
        ),
      read: (select) =>
        Effect.flatMap(FiberRef.get(current), (outer) => Effect.map(outer === null ? committed : Ref.get(outer.state), select)),
      write: (operation, change) =>
        run(Effect.flatMap(FiberRef.get(current), (outer) => {
          if (outer === null || !outer.isWritable) return readOnly(operation)
          return Effect.flatMap(Ref.get(outer.state), (state) => {
            const changed = change(state)
            if ("conflict" in changed) {
              return new StoreError({ reason: "Conflict", operation, cause: new Error(changed.conflict) })
            }
            const through = fault === "writes through" ? Effect.sync(() => replace(stateText(changed))) : Effect.void
            return Effect.zipRight(Ref.set(outer.state, changed), through)
          })
        }))
    }
  })
