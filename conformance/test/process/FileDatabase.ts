import type { Key, KeyValue, Writing } from "@agenda-engine/core/keyvalue/KeyValue"
import { emptyTree, type Tree, writingOf } from "@agenda-engine/core/memory/memoryKeyValue"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as RedBlackTree from "effect/RedBlackTree"
import type * as Scope from "effect/Scope"
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"

/** What a database does wrong between processes, or when its process is killed. */
export type FileFault =
  | "caches without end"
  | "caches for a while"
  | "forgets what it wrote when it closes"
  | "keeps its lock when its process dies"
  | "keeps revisions in its process"
  | "leases its lock for 500 ms"
  | "locks within its process"
  | "never leaves memory"
  | "reads before it locks"
  | "saves when it closes"
  | "tears commits"
  | "writes behind"
  | "writes through"
  | "writes from its cache"

type State = Tree<unknown>

const stateText = (state: Iterable<readonly [Key, unknown]>): string => JSON.stringify([...state])

const stateOf = (text: string): State => {
  const entries: ReadonlyArray<readonly [Key, unknown]> = JSON.parse(text)
  return entries.reduce((tree, [key, value]) => RedBlackTree.insert(tree, Data.array(key), value), emptyTree<unknown>())
}

const isRevision = ([key]: readonly [Key, unknown]): boolean => key[0] === "revision"

/** Whether an entry is in the first part of a commit that is torn. */
const isFirst = ([[table]]: readonly [Key, unknown]): boolean =>
  /^(agenda|clock|key|location|member|network|user)( by| in)?$/.test(String(table))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The process that holds a lock; 0 when it was released since, or is being taken. */
const holderOf = (lockname: string): number => {
  try {
    return Number(readFileSync(lockname, "utf8"))
  } catch {
    return 0
  }
}

/** How long ago a lock was taken, milliseconds; 0 when it was released since. */
const ageOf_ms = (lockname: string): number => {
  const { mtimeMs } = statSync(lockname, { throwIfNoEntry: false }) ?? {}
  return mtimeMs === undefined ? 0 : performance.now() + performance.timeOrigin - mtimeMs
}

/** Milliseconds after which a database that leases its lock gives it to another process. */
const lease_ms = 500

/** Milliseconds for which a database that "caches for a while" does not read its file again. */
const cached_ms = 400

/** Milliseconds by which a database that "writes behind" is late. */
const behind_ms = 60

/** Milliseconds that a commit takes which is written in two parts. */
const torn_ms = 500

/** A database in a file that several processes open. Transactions hold a lock file; a commit replaces the file. */
export const make = (filename: string, fault: FileFault | null): Effect.Effect<KeyValue, never, Scope.Scope> =>
  Effect.gen(function*() {
    const lockname = `${filename}.lock`
    const semaphore = yield* Effect.makeSemaphore(1)
    const load = (): State => existsSync(filename) ? stateOf(readFileSync(filename, "utf8")) : emptyTree()
    const replace = (text: string) => {
      writeFileSync(`${filename}.${process.pid}`, text)
      renameSync(`${filename}.${process.pid}`, filename)
    }
    let cache = load()
    let cachedAt = 0
    let own: State = emptyTree()

    const save = (state: State): Effect.Effect<void> => {
      cache = state
      own = state
      switch (fault) {
        case "never leaves memory":
        case "saves when it closes":
          return Effect.void
        case "writes behind":
          return Effect.asVoid(Effect.forkDaemon(Effect.delay(Effect.sync(() => replace(stateText(cache))), behind_ms)))
        case "tears commits":
          return Effect.sync(() => replace(stateText([...[...load()].filter((entry) => !isFirst(entry)), ...[...state].filter(isFirst)])))
            .pipe(
              Effect.zipRight(Effect.sleep(torn_ms)),
              Effect.zipRight(Effect.sync(() => replace(stateText(state))))
            )
        default:
          return Effect.sync(() => replace(stateText(state)))
      }
    }

    const withOwnRevisions = (state: State): State => {
      if (fault !== "keeps revisions in its process") return state
      return stateOf(stateText([...[...state].filter((entry) => !isRevision(entry)), ...[...own].filter(isRevision)]))
    }

    /** The committed state, as an outsider of all transactions reads it. */
    const committed: Effect.Effect<State> = Effect.gen(function*() {
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
          return withOwnRevisions(load())
      }
    })

    const lock: Effect.Effect<void> = Effect.suspend(() => {
      try {
        writeFileSync(lockname, String(process.pid), { flag: "wx" })
        return Effect.void
      } catch {
        const holder = holderOf(lockname)
        if (fault !== "keeps its lock when its process dies" && holder > 0 && !isAlive(holder)) rmSync(lockname, { force: true })
        if (fault === "leases its lock for 500 ms" && ageOf_ms(lockname) > lease_ms) rmSync(lockname, { force: true })
        return Effect.delay(lock, 2)
      }
    })
    const withLock = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      fault === "locks within its process" || fault === "never leaves memory"
        ? semaphore.withPermits(1)(effect)
        : semaphore.withPermits(1)(Effect.acquireUseRelease(lock, () => effect, () => Effect.sync(() => rmSync(lockname, { force: true }))))

    /** A commit that writes each change to the file at once. */
    const through = (writing: ReturnType<typeof writingOf<unknown>>): Writing => ({
      ...writing,
      put: (key, value) => {
        writing.put(key, value)
        replace(stateText(writing.tree()))
      },
      remove: (key) => {
        writing.remove(key)
        replace(stateText(writing.tree()))
      }
    })

    const onCopy = <A, E, R>(before: State, use: (writing: Writing) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const writing = writingOf(before)
          const used = fault === "writes through"
            ? Effect.tapErrorCause(use(through(writing)), () => save(before))
            : use(writing)
          return Effect.tap(restore(used), () => save(writing.tree()))
        })
      )

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        if (fault === "saves when it closes") replace(stateText(cache))
        if (fault === "forgets what it wrote when it closes") rmSync(filename, { force: true })
      })
    )

    return {
      read: (use) => Effect.flatMap(committed, (state) => use(writingOf(state))),
      commit: (use) => {
        if (fault === "reads before it locks") return Effect.flatMap(committed, (before) => withLock(onCopy(before, use)))
        const before = fault === "writes from its cache" || fault === "never leaves memory" || fault === "saves when it closes"
          ? Effect.sync(() => cache)
          : Effect.sync(() => withOwnRevisions(load()))
        return withLock(Effect.flatMap(before, (state) => onCopy(state, use)))
      }
    }
  })
