import * as Arr from "effect/Array"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { operatorWithAuthor } from "../../domain/access/Credential.js"
import {
  type Conflict,
  type Forbidden,
  type Invalid,
  type NotFound,
  StoreError,
  type Unauthorized
} from "../../domain/error/EngineError.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { RollbackWhole, Transaction } from "../../ports/Transaction.js"
import { forEachInSlices, makePacer, mapInSlices } from "../../schedule/timeSlices.js"
import { type Access, authorized } from "../Access.js"
import { Agendas } from "../Agendas.js"
import type { Converted } from "../event/write/convertAhead.js"
import type { Restoration } from "../event/write/Restoration.js"
import { Events } from "../Events.js"
import type { ImportOptions, ImportReport } from "../ImportReport.js"
import { Locations } from "../Locations.js"
import { LocationSets } from "../LocationSets.js"
import { Networks } from "../Networks.js"
import { atomically } from "../transaction/atomically.js"
import { type LineReading, readLine, type TransferLine } from "./readLine.js"

type LineOutcome =
  | { readonly _tag: "created" | "updated" | "unchanged" }
  | { readonly _tag: "rejected"; readonly issues: ReadonlyArray<Issue> }

/** A rejected line, with its issues. */
const rejected = (issues: ReadonlyArray<Issue>): LineOutcome => ({ _tag: "rejected", issues })

interface LineContext {
  /** Owner of the imported records; null for none. */
  readonly ownerUid: number | null
  /**
   * Whether events keep the `updatedAt` and `availabilityUpdatedAt` of their lines, by agenda uid; decided at the first
   * event line of each agenda.
   */
  readonly keepsInstants: Map<number, boolean>
  /** Markup converted ahead, by agenda uid. */
  readonly converted: ReadonlyMap<number, Converted>
}

/**
 * Whether events may keep old instants: only while the agenda has never changed, so that no polling client has seen a
 * later instant.
 */
const findKeepsInstants = Effect.fnUntraced(function*(agendaUid: number, known: LineContext["keepsInstants"]) {
  const agendas = yield* AgendaStore
  const clock = yield* atomically(agendas.lock(agendaUid))
  const keeps = clock === null || clock.changedAt === 0
  known.set(agendaUid, keeps)
  return keeps
})

const withoutInstants = (
  { availabilityUpdatedAt: _availabilityUpdatedAt, updatedAt: _updatedAt, ...restoration }: Restoration
): Restoration => restoration

const restore = Effect.fnUntraced(function*(line: TransferLine, context: LineContext) {
  const { ownerUid } = context
  switch (line.kind) {
    case "network":
      return (yield* (yield* Networks).restore(line.draft)).outcome
    case "locationSet":
      return (yield* (yield* LocationSets).restore(line.draft)).outcome
    case "agenda": {
      const agendas = yield* Agendas
      return (yield* agendas.restore(ownerUid === null ? line.draft : { ...line.draft, ownerUid })).outcome
    }
    case "location":
      return yield* (yield* Locations).restore(line.agendaUid, line.uid, line.body, line)
    case "event": {
      const caller = operatorWithAuthor(ownerUid)
      const events = yield* Events
      const { keepsInstants } = context
      const keeps = keepsInstants.get(line.agendaUid) ?? (yield* findKeepsInstants(line.agendaUid, keepsInstants))
      const restoration = keeps ? line.restoration : withoutInstants(line.restoration)
      const agenda = { _tag: "Uid", uid: line.agendaUid } as const
      return (yield* authorized(
        caller,
        agenda,
        "events:write",
        (authorization) => events.restore(authorization, restoration, line.body, context.converted.get(line.agendaUid))
      )).outcome
    }
  }
})

const refusal = (error: Exclude<Effect.Effect.Error<ReturnType<typeof restore>>, StoreError>): LineOutcome => rejected(issuesOf(error))

const issuesOf = (error: Invalid | Unauthorized | Forbidden | NotFound | Conflict): ReadonlyArray<Issue> => {
  switch (error._tag) {
    case "Invalid":
      return error.issues
    case "NotFound":
      return [issue("enum.invalid", error.what === "agenda" ? "agendaUid" : error.what, { message: error.message })]
    case "Conflict":
      return error.issues ?? [issue("duplicate", "uid", { message: error.message })]
    case "Unauthorized":
    case "Forbidden":
      return [issue("unauthorized", "", { message: error.message })]
  }
}

/** Restores the record of a line. Only store errors fail; other failures reject the line. */
const restoreLine = (
  line: TransferLine,
  context: LineContext
): Effect.Effect<LineOutcome, StoreError, Access | Agendas | AgendaStore | Events | Locations | LocationSets | Networks | Transaction> =>
  restore(line, context).pipe(
    Effect.map((outcome): LineOutcome => ({ _tag: outcome })),
    Effect.catchIf((error) => error._tag !== "StoreError", (error) => Effect.succeed(refusal(error)))
  )

/**
 * Converts the markup of the event lines, by agenda uid. Agendas that do not exist yet are skipped, because an earlier
 * line may create them; the markup of their events is converted on restore.
 */
const convertLines: (
  lines: ReadonlyArray<TransferLine>,
  ownerUid: number | null
) => Effect.Effect<ReadonlyMap<number, Converted>, StoreError, Access | Events> = Effect.fnUntraced(function*(lines, ownerUid) {
  const events = yield* Events
  const written = lines.flatMap((line) => line.kind === "event" ? [line] : [])
  const converted = new Map<number, Converted>()
  for (const ofAgenda of Object.values(Arr.groupBy(written, ({ agendaUid }) => String(agendaUid)))) {
    const uid = ofAgenda[0].agendaUid
    const bodies = ofAgenda.map(({ body }) => body)
    const found = yield* authorized(
      operatorWithAuthor(ownerUid),
      { _tag: "Uid", uid },
      "events:write",
      (authorization) => events.convert(authorization, bodies)
    ).pipe(Effect.catchIf((error) => error._tag !== "StoreError", () => Effect.succeed(null)))
    if (found !== null) converted.set(uid, found)
  }
  return converted
})

type Services = Access | Agendas | AgendaStore | Events | Locations | LocationSets | Networks | Transaction

interface NumberedLine extends LineReading {
  /** Counts from 1. */
  readonly number: number
}

/** Lines per group; their markup is converted together. */
const group_lines = 250

/**
 * Maximum time in which a transaction accepts lines. An event becomes visible at most this long after its
 * `updatedAt`, plus the last line and the commit. Shorter transactions cost more CPU time for each line.
 */
const transaction_ns_max = 250_000_000n

class Undone extends Data.TaggedError("Undone") {}

/** Runs an effect, rolls back its writes and returns its result. */
const undone = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const result = yield* Deferred.make<A, E>()
  const transaction = yield* Transaction
  return yield* transaction.run(Effect.zipRight(Effect.intoDeferred(effect, result), new Undone())).pipe(
    Effect.catchTag("Undone", () => Deferred.await(result))
  )
})

/** The outcome of an invalid line: its own issues and those of its body. */
const refuse = Effect.fnUntraced(function*({ issues, line }: NumberedLine, context: LineContext) {
  if (line === null) return rejected(issues)
  const outcome = yield* undone(restoreLine(line, context))
  return rejected(outcome._tag === "rejected" ? [...issues, ...outcome.issues] : issues)
})

/** Inputs of every group of an import. */
type ImportContext = Omit<LineContext, "converted">

interface SoundLine {
  readonly number: number
  readonly line: TransferLine
}

interface NumberedOutcome {
  readonly number: number
  readonly outcome: LineOutcome
}

/** Consecutive lines of events only, or of other kinds only. */
const batchesOf = (lines: ReadonlyArray<SoundLine>): ReadonlyArray<Arr.NonEmptyReadonlyArray<SoundLine>> =>
  Arr.isNonEmptyReadonlyArray(lines)
    ? Arr.groupWith(lines, (left, right) => (left.line.kind === "event") === (right.line.kind === "event"))
    : []

/**
 * Restores lines in one transaction until `transaction_ns_max` has passed, at least one. An event line is validated
 * before its first write, so a failed one has nothing to undo.
 */
const restoreSome = (lines: ReadonlyArray<SoundLine>, context: LineContext) =>
  atomically(Effect.gen(function*() {
    const clock = yield* Effect.clock
    const pace = yield* makePacer
    const began_ns = clock.unsafeCurrentTimeNanos()
    const isOver = () => clock.unsafeCurrentTimeNanos() - began_ns >= transaction_ns_max
    const outcomes: Array<NumberedOutcome> = []
    const restoreUntilOver = Effect.fnUntraced(function*(batch: Arr.NonEmptyReadonlyArray<SoundLine>) {
      for (const { line, number } of batch) {
        outcomes.push({ number, outcome: yield* restoreLine(line, context) })
        if (isOver()) return
        yield* pace
      }
    })
    for (const batch of batchesOf(lines)) {
      const restored = restoreUntilOver(batch)
      yield* batch[0].line.kind === "event" ? Effect.provideService(restored, RollbackWhole, true) : restored
      if (isOver()) break
    }
    return outcomes
  }))

/** Takes the outcomes of lines, in order, once they are committed or refused. */
type Report = (outcomes: ReadonlyArray<NumberedOutcome>) => Effect.Effect<void>

/** Adds to a store error the first line that is not imported. */
const naming = (line: number) => <A, R>(effect: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.mapError(effect, (error) => new StoreError({ ...error, line }))

/** Restores lines in as many transactions as they need. */
const restoreAll = Effect.fnUntraced(
  function*(lines: Arr.NonEmptyReadonlyArray<SoundLine>, context: LineContext, report: Report) {
    let rest: ReadonlyArray<SoundLine> = lines
    while (Arr.isNonEmptyReadonlyArray(rest)) {
      const outcomes = yield* restoreSome(rest, context).pipe(naming(rest[0].number))
      rest = rest.slice(outcomes.length)
      yield* report(outcomes)
    }
  }
)

/** Imports lines that all have faults, or none. */
const importRun = (lines: Arr.NonEmptyReadonlyArray<NumberedLine>, context: LineContext, report: Report) => {
  const sound = lines.flatMap(({ issues, line, number }) => line !== null && issues.length === 0 ? [{ line, number }] : [])
  return Arr.isNonEmptyReadonlyArray(sound)
    ? restoreAll(sound, context, report)
    : forEachInSlices(lines, (line) =>
      refuse(line, context).pipe(
        naming(line.number),
        Effect.flatMap((outcome) => report([{ number: line.number, outcome }]))
      ))
}

const importGroup = Effect.fnUntraced(
  function*(lines: Arr.NonEmptyReadonlyArray<NumberedLine>, { keepsInstants, ownerUid }: ImportContext, report: Report) {
    const sound = lines.flatMap(({ issues, line }) => line !== null && issues.length === 0 ? [line] : [])
    const converted = yield* convertLines(sound, ownerUid).pipe(naming(lines[0].number))
    const runs = Arr.groupWith(lines, (left, right) => (left.issues.length === 0) === (right.issues.length === 0))
    yield* Effect.forEach(runs, (run) => importRun(run, { keepsInstants, ownerUid, converted }, report), { discard: true })
  }
)

const tally = () => {
  const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 }
  const errors: Array<ImportReport["errors"][number]> = []
  return {
    add: ({ number, outcome }: NumberedOutcome): void => {
      counts[outcome._tag]++
      if (outcome._tag === "rejected") errors.push({ line: number, errors: outcome.issues })
    },
    report: (): ImportReport => ({ ...counts, errors })
  }
}

/** Imports lines in groups and counts the outcomes. */
export const importLines = <E, R>(
  lines: Stream.Stream<string, E, R>,
  options: ImportOptions
): Effect.Effect<ImportReport, StoreError | E, R | Services> => {
  const all = Effect.suspend(() => {
    const outcomes = tally()
    const context: ImportContext = { ownerUid: options.ownerUid, keepsInstants: new Map() }
    const report: Report = (group) => {
      group.forEach(outcomes.add)
      return options.progress(group.at(-1)?.number ?? 0)
    }
    return lines.pipe(
      Stream.zipWithIndex,
      Stream.filter(([line]) => line.trim() !== ""),
      Stream.grouped(group_lines),
      Stream.runForEach((group) =>
        Effect.flatMap(
          mapInSlices(group, ([line, index]): NumberedLine => ({ number: index + 1, ...readLine(line) })),
          (read) => Arr.isNonEmptyReadonlyArray(read) ? importGroup(read, context, report) : Effect.void
        )
      ),
      Effect.map(outcomes.report)
    )
  })
  return options.dryRun ? undone(all) : all
}
