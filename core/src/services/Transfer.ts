import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { NotFound, type StoreError } from "../domain/error/EngineError.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { EventSearch } from "../ports/event/EventSearch.js"
import type { EventStore } from "../ports/event/EventStore.js"
import type { LocationSetStore } from "../ports/LocationSetStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import type { NetworkStore } from "../ports/NetworkStore.js"
import type { Transaction } from "../ports/Transaction.js"
import { UserStore } from "../ports/UserStore.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { Access } from "./Access.js"
import type { Agendas } from "./Agendas.js"
import type { Events } from "./Events.js"
import type { ImportOptions, ImportReport } from "./ImportReport.js"
import type { Locations } from "./Locations.js"
import type { LocationSets } from "./LocationSets.js"
import type { Networks } from "./Networks.js"
import { streamAll } from "./transaction/scanAll.js"
import { exportAgenda, exportEvents, exportLocationSets, exportNetworks } from "./transfer/exportAgenda.js"
import { importLines } from "./transfer/importLines.js"

/** Number of lines in an agenda's export: the agenda, its locations and its events of every state. */
const countLines = (agendaUid: number): Effect.Effect<number, StoreError, EventSearch | LocationStore> =>
  Effect.gen(function*() {
    const events = yield* Effect.flatMap(EventSearch, (store) =>
      store.search({
        scope: { _tag: "Agenda", agendaUid },
        audience: "privileged",
        asOf: 0,
        shownAt: 0,
        live: [],
        removed: null,
        segments: [{ source: "live", featured: null, endedFilter: null, order: [{ key: "updatedAt", direction: "asc" }], ties: "asc" }],
        start: { _tag: "Skip", count: 0 },
        limit: 0,
        bodies: false,
        locations: false,
        tallies: []
      }))
    const locations = yield* Effect.flatMap(LocationStore, (store) =>
      store.search({
        agendaUid,
        setUid: null,
        words: [],
        states: null,
        createdAt: null,
        updatedAt: null,
        sort: { key: "createdAt", direction: "asc" },
        after: null,
        skip: 0,
        limit: 0
      }))
    return 1 + locations.total + events.total
  })

type TransferPorts =
  | Access
  | Agendas
  | AgendaStore
  | Events
  | EventSearch
  | EventStore
  | Locations
  | LocationSets
  | LocationSetStore
  | LocationStore
  | Networks
  | NetworkStore
  | Transaction

/** Imports and exports whole agendas as JSON lines. For operators and embedders: it checks no caller. */
export class Transfer extends Context.Tag("@agenda-engine/core/services/Transfer")<Transfer, {
  /**
   * Imports JSON lines: `{"kind":"network"|"locationSet"|"agenda"|"location"|"event", ...}`. All but events keep their
   * uids; events are found by `extId`, else by uid, so importing the same lines again changes nothing. A faulty line is
   * reported with all its issues, and the import continues. Blank lines are skipped. Memory does not grow with the
   * number of imported lines. `NotFound`: the owner. A store error ends the import and names the first line that is not
   * imported; lines imported before stay.
   */
  readonly import: <E, R>(
    lines: Stream.Stream<string, E, R>,
    options: ImportOptions
  ) => Effect.Effect<ImportReport, NotFound | StoreError | E, R>
  /**
   * Lines from which `import` restores the same agendas. First the networks and the location sets, or those of the
   * agenda; then the agendas, each with its locations; then the events of each agenda; all in order of uid. Equal
   * content gives equal text. Null exports every agenda. `NotFound`: the agenda.
   */
  readonly export: (agendaUid: number | null) => Stream.Stream<string, NotFound | StoreError>
  /** Number of lines of that export. */
  readonly size: (agendaUid: number | null) => Effect.Effect<number, NotFound | StoreError>
}>() {
  /** Layer of Transfer: imports through the engine's services, exports from the stores. */
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
