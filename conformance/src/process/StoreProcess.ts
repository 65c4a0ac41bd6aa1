import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { besides, type IpcChild, type ProcessEnded, startChild } from "./IpcChild.js"
import type { ProgramName } from "./programs.js"
import { FromStore, type ToStore } from "./storeMessages.js"

/** How other processes open a store. */
export interface ProcessOptions {
  /** URL of the module that exports the store. */
  readonly module: string
  /** Options of Node for these processes. Default: those of this process. */
  readonly execArgv?: ReadonlyArray<string>
}

/** A program in another process failed, or said what was not expected. */
export class ProgramFailure extends Data.TaggedError("ProgramFailure")<{ readonly reason: string }> {
  override get message(): string {
    return `in the other process: ${this.reason}`
  }
}

type Failure = ProgramFailure | ProcessEnded

/** Another process that has a database open. */
export interface StoreProcess {
  /** Runs a program to its end and returns its result. */
  readonly run: (program: ProgramName, ...input: ReadonlyArray<number>) => Effect.Effect<unknown, Failure>
  /** Begins a program that says something. */
  readonly begin: (program: ProgramName, ...input: ReadonlyArray<number>) => Effect.Effect<void>
  /** What the program says next. */
  readonly said: Effect.Effect<unknown, Failure>
  /** Lets a program that waits go on, and returns its result. */
  readonly goOn: Effect.Effect<unknown, Failure>
  /** Waits until the process ends. */
  readonly ended: Effect.Effect<ProcessEnded>
  /** Ends the process by SIGKILL, and waits for its end. */
  readonly kill: Effect.Effect<ProcessEnded>
  /** Closes the database. */
  readonly close: Effect.Effect<unknown, Failure>
}

/** A child process that may be given to another case: it has ended every program that it began. */
interface Talk extends StoreProcess {
  readonly isAtRest: () => boolean
}

const answer = (child: IpcChild): Effect.Effect<typeof FromStore.Type, Failure> =>
  Effect.flatMap(
    child.next,
    (message) => Effect.mapError(Schema.decodeUnknown(FromStore)(message), (error) => new ProgramFailure({ reason: String(error) }))
  )

const said = (child: IpcChild): Effect.Effect<unknown, Failure> =>
  Effect.flatMap(answer(child), (message) => {
    if (message._tag === "Said") return Effect.succeed(message.value)
    return new ProgramFailure({ reason: message._tag === "Failed" ? message.reason : "it ended without saying anything" })
  })

const result = (child: IpcChild): Effect.Effect<unknown, Failure> =>
  Effect.flatMap(answer(child), (message) => {
    if (message._tag === "Done") return Effect.succeed(message.value)
    return new ProgramFailure({ reason: message._tag === "Failed" ? message.reason : "it said something before its end" })
  })

const talk = (child: IpcChild): Talk => {
  let isRunning = false
  const tell = (message: ToStore) => child.send(message)
  const begin: StoreProcess["begin"] = (program, ...input) =>
    Effect.suspend(() => {
      isRunning = true
      return tell({ _tag: "Run", program, input })
    })
  const end = Effect.tap(result(child), () => Effect.sync(() => isRunning = false))
  return {
    begin,
    run: (program, ...input) => Effect.zipRight(begin(program, ...input), end),
    said: said(child),
    goOn: Effect.zipRight(tell({ _tag: "GoOn" }), end),
    ended: child.ended,
    kill: child.kill,
    close: Effect.zipRight(tell({ _tag: "Close" }), result(child)),
    isAtRest: () => !isRunning
  }
}

/** Processes that open databases of one store; a process that closed its database opens the next one. */
export interface StoreProcesses {
  /** A process that has a database open until the scope closes. */
  readonly open: (address: string) => Effect.Effect<StoreProcess, Failure, Scope.Scope>
}

const start = ({ execArgv = process.execArgv, module }: ProcessOptions) =>
  Effect.tap(
    startChild(besides("storeProgram", import.meta.url), [module], { execArgv, isLeader: false }),
    (child) => result(child)
  )

/** Makes the processes of a store; none is started before it is needed. */
export const storeProcesses = (options: ProcessOptions): StoreProcesses => {
  const idle: Array<IpcChild> = []
  const take = Effect.suspend(() => {
    const child = idle.pop()
    child?.setWaited(true)
    // Outlives the scope of a case: it ends with this process.
    return child === undefined ? Effect.flatMap(Scope.make(), (scope) => Scope.extend(start(options), scope)) : Effect.succeed(child)
  })
  const close = (child: IpcChild, process: Talk) =>
    Effect.matchEffect(Effect.timeoutFail(process.close, { duration: 5_000, onTimeout: () => "late" }), {
      onFailure: () => child.kill,
      onSuccess: () =>
        Effect.sync(() => {
          child.setWaited(false)
          idle.push(child)
        })
    })
  return {
    open: (address) =>
      Effect.gen(function*() {
        const [child, process] = yield* Effect.acquireRelease(
          Effect.map(take, (child) => [child, talk(child)] as const),
          // The answer of an unfinished program would be read as that of the next case.
          ([child, process]) => process.isAtRest() ? close(child, process) : child.kill
        )
        yield* child.send({ _tag: "Open", address } satisfies ToStore)
        yield* result(child)
        return process
      })
  }
}
