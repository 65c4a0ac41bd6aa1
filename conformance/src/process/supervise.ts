import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { type Case, caseTime_ms_max, demand } from "../Case.js"
import { type CaseResult, type Report, reportOf, unopened } from "../runConformance.js"
import { FromRunner, type ToRunner } from "./caseMessages.js"
import { besides, type IpcChild, startChild } from "./IpcChild.js"

/** A run of cases in processes of their own. */
export interface SupervisedRun {
  /** URL of the module that exports the store. */
  readonly module: string
  /** Options of Node for the processes. */
  readonly execArgv: ReadonlyArray<string>
  readonly runs: number
  readonly seed: number
  readonly cases: ReadonlyArray<Case>
  /** Number of processes. */
  readonly jobs: number
  /** Ends after the first failure. */
  readonly bail: boolean
  /** Time limit of each case, milliseconds; null: its own. */
  readonly time_ms_max: number | null
  readonly onResult?: (result: CaseResult, done: number) => void
  /** Gets what the processes print. */
  readonly onOutput?: (text: string) => void
}

/** Milliseconds that a process may be late with the result of a case. */
const grace_ms = 5_000

/** Milliseconds to wait for the end of a process after the last case. */
const end_ms_max = 1_500

/** Number of ends of processes after which no further case is run. */
const ends_max = 25

/** Fails in a report when the process of the store ends with an error after the last case. */
const endCase: Case = demand("store.end", "StoreUnderTest.fresh", "the process ends without an error after the last case")(function*() {
  yield* Effect.void
})

const silent = (what: string, time_ms: number): string =>
  `${what} did not end within ${time_ms} ms, and kept its process busy; the process was killed`

/** The next answer of a runner; fails with the reason why there is none. */
const answer = (child: IpcChild, time_ms_max: number, what: string): Effect.Effect<FromRunner, string> =>
  child.next.pipe(
    Effect.flatMap(Schema.decodeUnknown(FromRunner)),
    Effect.mapError((error) => error.message),
    Effect.timeoutFail({ duration: time_ms_max, onTimeout: () => silent(what, time_ms_max) })
  )

/**
 * Runs cases against the store of a module in other processes, and reports. A store that ends its process, throws from
 * a timer or blocks its process fails the case that was running; the next case runs in a new process. Fails with a text
 * when the module exports no store.
 */
export const supervise = (
  run: SupervisedRun
): Effect.Effect<{ readonly report: Report; readonly lacks: Readonly<Record<string, string>> }, string> =>
  Effect.scoped(Effect.gen(function*() {
    const { bail, cases, execArgv, jobs, module, onOutput, onResult, runs, seed, time_ms_max } = run
    const whole = yield* Effect.scope
    const results: Array<CaseResult> = []
    const queue = [...cases]
    let ends = 0
    let isStopped = false
    const keep = (result: CaseResult): Effect.Effect<void> =>
      Effect.sync(() => {
        results.push(result)
        if (bail && result.outcome._tag === "Failed") isStopped = true
        onResult?.(result, results.length)
      })

    const start: Effect.Effect<IpcChild> = Scope.extend(
      startChild(besides("caseProgram", import.meta.url), [module, String(runs), String(seed)], {
        execArgv,
        isLeader: true,
        ...(onOutput === undefined ? {} : { onOutput })
      }),
      whole
    )
    const begin: Effect.Effect<{ readonly child: IpcChild; readonly loaded: FromRunner }, string> = Effect.flatMap(
      start,
      (child) => Effect.map(answer(child, caseTime_ms_max, "loading the module"), (loaded) => ({ child, loaded }))
    )

    /** The result of a case in a process; fails with the reason why there is none. */
    const ask = (child: IpcChild, one: Case): Effect.Effect<CaseResult, string> =>
      Effect.gen(function*() {
        const limit_ms = time_ms_max ?? one.time_ms_max
        yield* child.send({ _tag: "Run", id: one.id, time_ms_max } satisfies ToRunner)
        const message = yield* answer(child, limit_ms + grace_ms, "the case")
        if (message._tag !== "Result") {
          return yield* Effect.fail(message._tag === "Refused" ? message.reason : `it answered ${message._tag}`)
        }
        return { case: one, outcome: message.outcome, time_ms: message.time_ms }
      })

    const work = (first: IpcChild | null): Effect.Effect<void> =>
      Effect.gen(function*() {
        let child = first
        let before: string | null = null
        for (let one = queue.shift(); one !== undefined && !isStopped; one = queue.shift()) {
          const current = one
          const began = yield* Clock.currentTimeMillis
          const result = yield* Effect.either(Effect.gen(function*() {
            child ??= (yield* begin).child
            return yield* ask(child, current)
          }))
          if (Either.isLeft(result)) {
            ends += 1
            if (ends >= ends_max) isStopped = true
            yield* child === null ? Effect.void : child.kill
            child = null
            const after = before === null ? [] : [`the case before it in the same process was ${before}`]
            const reason = [result.left, ...after].join("\n")
            const time_ms = (yield* Clock.currentTimeMillis) - began
            yield* keep({ case: current, outcome: { _tag: "Failed", reason }, time_ms })
            before = null
          } else {
            yield* keep(result.right)
            before = current.id
          }
        }
        if (child === null) return
        yield* child.send({ _tag: "End" } satisfies ToRunner)
        const end = yield* Effect.timeoutOption(child.ended, end_ms_max)
        if (end._tag === "Some" && end.value.code !== 0) {
          yield* keep({ case: endCase, outcome: { _tag: "Failed", reason: end.value.message }, time_ms: 0 })
        }
        yield* child.kill
      })

    const name = module.slice(module.lastIndexOf("/") + 1)
    const first = yield* Effect.either(begin)
    if (Either.isLeft(first)) return { report: unopened(name, cases.length, `the store cannot be loaded: ${first.left}`), lacks: {} }
    const { child, loaded } = first.right
    if (loaded._tag !== "Loaded") return yield* Effect.fail(loaded._tag === "Refused" ? loaded.reason : `it answered ${loaded._tag}`)
    yield* child.send({ _tag: "Open" } satisfies ToRunner)
    const opened = yield* Effect.either(answer(child, caseTime_ms_max + grace_ms, "opening the store"))
    if (Either.isLeft(opened)) {
      return { report: unopened(loaded.name, cases.length, `the store cannot be opened: ${opened.left}`), lacks: loaded.lacks }
    }
    if (opened.right._tag === "NotOpened") {
      return { report: unopened(loaded.name, cases.length, opened.right.reason), lacks: loaded.lacks }
    }
    yield* Effect.all([work(child), ...Array.from({ length: jobs - 1 }, () => work(null))], { concurrency: "unbounded", discard: true })
    const order = new Map(cases.map(({ id }, index) => [id, index]))
    const placeOf = ({ case: { id } }: CaseResult): number => order.get(id) ?? cases.length
    return {
      report: reportOf(loaded.name, cases.length, results.toSorted((left, right) => placeOf(left) - placeOf(right))),
      lacks: loaded.lacks
    }
  }))
