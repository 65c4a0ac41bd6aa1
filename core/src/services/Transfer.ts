import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { NotFound, type StoreError } from "../domain/EngineError.js"
import type { Issue } from "../domain/Issue.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import type { EventStore } from "../ports/EventStore.js"
import type { LocationSetStore } from "../ports/LocationSetStore.js"
import type { LocationStore } from "../ports/LocationStore.js"
import type { NetworkStore } from "../ports/NetworkStore.js"
import type { Transaction } from "../ports/Transaction.js"
import { UserStore } from "../ports/UserStore.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { Agendas } from "./Agendas.js"
import type { Events } from "./Events.js"
import type { Locations } from "./Locations.js"
import type { LocationSets } from "./LocationSets.js"
import type { Networks } from "./Networks.js"
import { streamAll } from "./scanAll.js"
import { countLines } from "./transfer/countLines.js"
import { exportAgenda, exportEvents } from "./transfer/exportAgenda.js"
import { exportLocationSets } from "./transfer/exportLocationSets.js"
import { exportNetworks } from "./transfer/exportNetworks.js"
import { importLines } from "./transfer/importLines.js"

type TransferPorts =
  | Agendas
  | AgendaStore
  | Events
  | EventStore
  | Locations
  | LocationSets
  | LocationSetStore
  | LocationStore
  | Networks
  | NetworkStore
  | Transaction

/** How an import is done. */
export interface ImportOptions {
  /** Who becomes administrator of the imported agendas and contributor of new events; null: nobody. */
  readonly ownerUid: number | null
  /** Find out what would happen, and leave everything as it is. */
  readonly dryRun: boolean
  /** Told now and then how many lines are done. */
  readonly progress: (lines: number) => Effect.Effect<void>
}

/** What an import did: how many lines of every kind had which outcome, and why some were refused. */
export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** One entry per refused line, in their order; `line` counts from 1. */
  readonly errors: ReadonlyArray<{ readonly line: number; readonly errors: ReadonlyArray<Issue> }>
}

/** Carries whole agendas in and out, as lines of JSON. For operators and embedders: it asks for no caller. */
export class Transfer extends Context.Tag("@agenda-engine/core/services/Transfer")<Transfer, {
  /**
   * Takes lines of JSON in: `{"kind":"network"|"locationSet"|"agenda"|"location"|"event", ...}`. All but events keep their uids; events are found by
   * `extId`, else by uid, so that the same lines again change nothing. A line that cannot be taken is reported with all its faults and
   * stops nothing. Blank lines are passed over. Memory does not grow with the number of lines that are taken.
   * `NotFound`: the owner. A failure of the store ends the import; what was taken before stays.
   */
  readonly import: <E, R>(
    lines: Stream.Stream<string, E, R>,
    options: ImportOptions
  ) => Effect.Effect<ImportReport, NotFound | StoreError | E, R>
  /**
   * The lines that `import` makes the same agendas from: the networks and the location sets, or those of the agenda, then the agendas in
   * order of uid, each with its locations, then the events of each agenda, all in order of uid. The same content is always the same text.
   * Null: every one there is. `NotFound`: the agenda.
   */
  readonly export: (agendaUid: number | null) => Stream.Stream<string, NotFound | StoreError>
  /** How many lines that export has now. */
  readonly size: (agendaUid: number | null) => Effect.Effect<number, NotFound | StoreError>
}>() {
  /** Imports through the engine's services, exports what the stores hold. */
  static readonly layer: Layer.Layer<
    Transfer,
    never,
    TransferPorts | UserStore
  > = Layer.effect(Transfer, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const ports = yield* Effect.context<TransferPorts>()
  const agendas = yield* AgendaStore
  const users = yield* UserStore

  const checkOwner = (uid: number | null): Effect.Effect<void, NotFound | StoreError> =>
    uid === null
      ? Effect.void
      : Effect.filterOrFail(users.find(uid), (user) => user !== null, () => new NotFound({ what: "user" }))

  const every = streamAll((after: number, limit) => agendas.scan(after, limit), (agenda) => agenda.uid, 0)
  const one = (uid: number) =>
    Stream.fromEffect(agendas.find({ _tag: "Uid", uid })).pipe(
      Stream.mapEffect((agenda) => agenda === null ? new NotFound({ what: "agenda" }) : Effect.succeed(agenda))
    )

  const chosen = (agendaUid: number | null) => agendaUid === null ? every : one(agendaUid)
  const commonOf = (agenda: AgendaRecord | null) => Stream.concat(exportNetworks(agenda), exportLocationSets(agenda))
  const common = (agendaUid: number | null) => agendaUid === null ? commonOf(null) : Stream.flatMap(one(agendaUid), commonOf)

  return Transfer.of({
    import: (lines, options) =>
      Effect.zipRight(checkOwner(options.ownerUid), importLines(lines, options)).pipe(
        Effect.provide(ports),
        Effect.withSpan("Transfer.import")
      ),

    export: (agendaUid) =>
      common(agendaUid).pipe(
        Stream.concat(Stream.flatMap(chosen(agendaUid), exportAgenda)),
        Stream.concat(Stream.flatMap(chosen(agendaUid), exportEvents)),
        Stream.map((line) => JSON.stringify(line)),
        Stream.provideSomeContext(ports)
      ),

    size: (agendaUid) =>
      Effect.zipWith(
        Stream.runCount(common(agendaUid)),
        Stream.runSum(Stream.mapEffect(chosen(agendaUid), ({ uid }) => countLines(uid))),
        (first, rest) => first + rest
      ).pipe(Effect.provide(ports))
  })
})
