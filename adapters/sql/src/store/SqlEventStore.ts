import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import type { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import type { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import type { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Transitions, TransitionsPlan } from "@agenda-engine/core/query/event/Transitions"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import type { StateChange } from "@agenda-engine/core/record/StateChange"
import type { VocabularyWord } from "@agenda-engine/core/record/VocabularyWord"
import { vocabularyOfPlace, WordCounts } from "@agenda-engine/core/search/vocabulary"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { agendaOfEvent, byUid, hasUid } from "../fragment/ofEvent.js"
import { compileScope, compileScopeForSet } from "../plan/condition/compileScope.js"
import { findRecord, findRecords } from "../read/loadEvents.js"
import { hasRevisions } from "../read/readRevisions.js"
import { type Copies, noCopies, searchCopy } from "../read/searchCopy.js"
import { makeRecordCaches, searchEvents } from "../read/searchEvents.js"
import { tombstoneCells, tombstoneOf, withdrawnOf } from "../row/EventRow.js"
import { stateChangeCells, stateChangeOf } from "../row/StateChangeRow.js"
import { countedKinds } from "../text/countedWords.js"
import { putAvailability, putEvent, putTimezone } from "../write/putEvent.js"
import { removeEvent } from "../write/removeEvents.js"

/** The last character in sort order: a text followed by it is an upper bound of all texts that start with the text. */
const lastCharacter = "\u{10FFFF}"

interface CompiledWords {
  /** Rows `value` and `events`: words of titles, keywords and descriptions that start with the text. */
  readonly own: Statement<Row>
  /** Rows `place` and `events`: the searchable text of each location. */
  readonly places: Statement<Row>
}

/** Compiles `EventSearch.words` to statements. */
export const compileWords = (context: SqlContext, scope: Scope, beginning: string): CompiledWords => {
  const { sql } = context
  const inScope = compileScopeForSet(context, scope, "w.agenda_uid")
  /** Rows `value` and `events`: the tokens of a kind that start with a text, without the prefix of the kind. */
  const counted = (prefix: string, start: string) =>
    sql`SELECT substr(w.token, ${
      sql.literal(`${prefix.length + 1}`)
    }) AS value, sum(w.events) AS events FROM agenda_word_count w WHERE ${inScope} AND w.token >= ${
      bindableText(prefix + start)
    } AND w.token < ${bindableText(prefix + start + lastCharacter)} GROUP BY w.token`
  return {
    own: counted(countedKinds.vocabulary, beginning),
    places: sql`SELECT l.event_search_text AS place, at.events FROM (${
      counted(countedKinds.location, "")
    }) at JOIN agenda_location l ON l.uid = CAST(at.value AS BIGINT)`
  }
}

const readWords = (
  database: SqlDatabase,
  operation: string,
  scope: Scope,
  beginning: string
): Effect.Effect<ReadonlyArray<VocabularyWord>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const counts = new WordCounts(beginning)
    const compiled = compileWords(database, scope, beginning)
    yield* readRows(operation, yield* compiled.own, (row) => counts.add(Cell.text(row, "value"), Cell.integer(row, "events")))
    yield* readRows(operation, yield* compiled.places, (row) => {
      const events = Cell.integer(row, "events")
      for (const word of vocabularyOfPlace(Cell.text(row, "place"))) counts.add(word, events)
    })
    return counts.words()
  })

/** Longest slot, in milliseconds. A slot that ends in a time window began at most this long before it. */
const slot_ms_max = 86_400_000

/**
 * Compiles a query for the transitions around an instant, which returns one row: `last_turn` and `next_turn`. A
 * transition is the begin or end of a slot, or a change of availability. Each branch scans a range of one index.
 */
export const compileTransitions = (context: SqlContext, plan: TransitionsPlan): Fragment => {
  const { sql } = context
  const { at, from, until } = plan
  const readable = compileScope(context, plan.scope, "s.agenda_uid")
  const slotTransitions = (state: string) => {
    const slotsSince = (since: number) =>
      sql`agenda_slot s WHERE ${readable} AND ${sql.literal(state)} AND s.begin_ms >= ${since} AND s.begin_ms < ${until}`
    return sql`SELECT s.begin_ms AS turn FROM ${slotsSince(from)} UNION ALL SELECT s.end_ms FROM ${
      slotsSince(from - slot_ms_max)
    } AND s.end_ms >= ${from} AND s.end_ms < ${until}`
  }
  const unpublished = plan.audience === "public" ? sql.literal("") : sql` UNION ALL ${slotTransitions("s.state <> 2")}`
  const audience = sql.literal(plan.audience === "public" ? " AND v.state = 2" : "")
  const ticketing = sql` UNION ALL SELECT v.from_ms FROM agenda_availability v WHERE ${
    compileScope(context, plan.scope, "v.agenda_uid")
  } AND v.from_ms >= ${from} AND v.from_ms < ${until}${audience}`
  return sql`SELECT max(CASE WHEN t.turn <= ${at} THEN t.turn END) AS last_turn, min(CASE WHEN t.turn > ${at} THEN t.turn END) AS next_turn FROM (${
    slotTransitions("s.state = 2")
  }${unpublished}${ticketing}) t`
}

/** The last and next instants around `at` at which a slot begins or ends, or availability changes. */
const findTransitions = (database: SqlDatabase, plan: TransitionsPlan): Effect.Effect<Transitions, StoreError> => {
  const operation = "EventSearch.transitions"
  const { read, sql } = database
  return read(
    operation,
    sql`${compileTransitions(database, plan)}`.pipe(
      Effect.flatMap((rows) =>
        readFirst(operation, rows, (row) => ({ last: Cell.integerOrNull(row, "last_turn"), next: Cell.integerOrNull(row, "next_turn") }))
      ),
      Effect.map((found) => found ?? { last: null, next: null })
    )
  )
}

const named = ({ dialect, sql }: SqlDatabase, agendaUid: number, ref: EventRef): Fragment => {
  const inAgenda = sql`e.agenda_uid = ${bindableNumber(agendaUid)}`
  switch (ref._tag) {
    case "Uid":
      return sql`${inAgenda} AND e.uid = ${bindableNumber(ref.uid)}`
    case "Slug":
      return dialect.keysByAgenda
        ? sql`${inAgenda} AND e.uid = (SELECT k.uid FROM agenda_event_slug k WHERE k.slug = ${bindableText(ref.slug)})`
        : sql`${inAgenda} AND e.slug = ${bindableText(ref.slug)}`
    case "ExtId":
      return sql`${inAgenda} AND e.uid = (SELECT x.event_uid FROM agenda_ext_id x WHERE x.agenda_uid = ${
        bindableNumber(agendaUid)
      } AND x.ext_key = ${bindableText(ref.key)} AND x.ext_value = ${bindableText(ref.value)})`
  }
}

/** `EventStore` in an SQL database. */
export const makeEventStore = (database: SqlDatabase): Context.Tag.Service<EventStore> => {
  const { dialect, longSnapshot, read, snapshot, sql, writeOrConflict: put, writeUnchecked: change } = database
  const bySlug = sql.literal(dialect.keysByAgenda ? "agenda_event_slug" : "agenda_event")
  return {
    find: (agendaUid, ref) => {
      const operation = "EventStore.find"
      return read(operation, findRecord(database, operation, agendaUid, named(database, agendaUid, ref)))
    },
    agendaOfSlug: (slug) => {
      const operation = "EventStore.agendaOfSlug"
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT agenda_uid FROM ${bySlug} WHERE slug = ${bindableText(slug)}`,
          (rows) => readFirst(operation, rows, (row) => Cell.integer(row, "agenda_uid"))
        )
      )
    },
    taken: (uid, slug) =>
      read(
        "EventStore.taken",
        Effect.map(
          sql`SELECT 'uid' AS taken WHERE EXISTS (SELECT 1 FROM ${
            sql(byUid(database))
          } WHERE uid = ${uid}) OR EXISTS (SELECT 1 FROM agenda_tombstone WHERE uid = ${uid}) UNION ALL SELECT 'slug' WHERE EXISTS (SELECT 1 FROM ${bySlug} WHERE slug = ${
            bindableText(slug)
          })`,
          (rows) => ({ uid: rows.some((row) => row["taken"] === "uid"), slug: rows.some((row) => row["taken"] === "slug") })
        )
      ),
    agendasAt: (locationUid, limit) => {
      const operation = "EventStore.agendasAt"
      // Agenda by agenda, because the index by location begins with the agenda.
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT a.uid FROM agenda a WHERE EXISTS (SELECT 1 FROM agenda_event e WHERE e.agenda_uid = a.uid AND e.location_uid = ${
            bindableNumber(locationUid)
          }) ${limitTo(sql, limit)}`,
          (rows) => readRows(operation, rows, (row) => Cell.integer(row, "uid"))
        )
      )
    },
    put: (record, index, isNew = false) => put("EventStore.put", putEvent(database, record, index, isNew)),
    putAvailability: (agendaUid, uid, availability) =>
      change("EventStore.putAvailability", putAvailability(database, agendaUid, uid, availability)),
    putTimezone: (event) => change("EventStore.putTimezone", putTimezone(database, event)),
    remove: (uid) => change("EventStore.remove", removeEvent(database, "EventStore.remove", uid)),
    scan: (group, afterUid, limit) => {
      const operation = "EventStore.scan"
      if ("agendaUid" in group) {
        const found = sql`e.agenda_uid = ${group.agendaUid} AND e.uid > ${afterUid} ORDER BY e.uid ${limitTo(sql, limit)}`
        return longSnapshot(operation, findRecords(database, operation, found))
      }
      const names = dialect.keysByAgenda ? ["(e.agenda_uid, e.uid)", "t.agenda_uid, t.uid"] as const : ["e.uid", "t.uid"] as const
      const found = sql`SELECT ${
        sql.literal(names[1])
      } FROM agenda a CROSS JOIN agenda_event t WHERE t.agenda_uid = a.uid AND t.location_uid = ${
        bindableNumber(group.locationUid)
      } AND t.uid > ${afterUid} ORDER BY t.uid ${limitTo(sql, limit)}`
      return snapshot(operation, findRecords(database, operation, sql`${sql.literal(names[0])} IN (${found}) ORDER BY e.uid`))
    }
  }
}

const historyColumns = { uid: "h.event_uid", agendaUid: "h.agenda_uid" } as const

const addStateChange = (database: SqlDatabase, added: StateChange): Statement<Row> => {
  const { sql } = database
  const cells = Object.entries(stateChangeCells(added))
  const names = sql.csv(cells.map(([name]) => sql.literal(name)))
  const values = sql.csv(cells.map(([, cell]) => sql`${cell}`))
  const agendaUid = agendaOfEvent(database, added.eventUid)
  const position = sql`(SELECT count(*) FROM agenda_event_history h WHERE ${hasUid(database, historyColumns, [added.eventUid])})`
  return sql`INSERT INTO agenda_event_history (${names}, agenda_uid, position) VALUES (${values}, ${agendaUid}, ${position})`
}

/** `EventHistory` in an SQL database. */
export const makeEventHistory = (database: SqlDatabase): Context.Tag.Service<EventHistory> => {
  const { writeUnchecked: change, read, sql } = database
  return {
    add: (added) => change("EventHistory.add", database.runBatch([addStateChange(database, added)])),
    find: (eventUids) =>
      read(
        "EventHistory.find",
        Effect.flatMap(
          sql`SELECT h.* FROM agenda_event_history h WHERE ${hasUid(database, historyColumns, eventUids)} ORDER BY h.event_uid, h.position`,
          (rows) => readRows("EventHistory.find", rows, stateChangeOf)
        )
      )
  }
}

/** `EventSearch` in an SQL database, which its copies follow. */
export const makeEventSearch = (database: SqlDatabase, copies: Copies): Context.Tag.Service<EventSearch> => {
  const caches = makeRecordCaches()
  return {
    search: (plan, known = {}) => {
      const { counts, read = null } = known
      const searched = searchEvents(database, caches, plan, known)
      if (read === null || copies === noCopies) return searched
      const operation = "EventSearch.search"
      // In the snapshot of a copy, records are not cached.
      const copied = searchCopy(copies, operation, read, (copy) => searchEvents(copy, caches, plan, counts === undefined ? {} : { counts }))
      // Counts may be of a later state than the copy has, unless the database still has the revisions.
      const isCurrent = counts === undefined ? Effect.succeed(true) : database.read(operation, hasRevisions(database, operation, read))
      return Effect.flatMap(database.isInTransaction, (isWriting) =>
        isWriting
          ? searched
          : Effect.flatMap(copied, (found) =>
            found === null ? searched : Effect.flatMap(isCurrent, (current) => current ? Effect.succeed(found) : searched)))
    },
    transitions: (plan) => findTransitions(database, plan),
    words: (scope, beginning) => {
      const operation = "EventSearch.words"
      return database.longSnapshot(operation, readWords(database, operation, scope, beginning))
    }
  }
}

/** `TombstoneStore` in an SQL database. */
export const makeTombstoneStore = (database: SqlDatabase): Context.Tag.Service<TombstoneStore> => {
  const { writeUnchecked: change, read, sql } = database
  return {
    find: (agendaUid, uid, audience) => {
      const operation = "TombstoneStore.find"
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT agenda_uid, audience, uid, removed_at FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND audience = ${audience} AND uid = ${uid}`,
          (rows) => readFirst(operation, rows, tombstoneOf)
        )
      )
    },
    put: (tombstone, withdrawal) =>
      change(
        "TombstoneStore.put",
        Effect.asVoid(
          sql`INSERT INTO agenda_tombstone ${
            sql.insert(tombstoneCells(tombstone, withdrawal))
          } ON CONFLICT (agenda_uid, audience, uid) DO UPDATE SET removed_at = excluded.removed_at, slug = excluded.slug, version = excluded.version, slots = excluded.slots, last_end = excluded.last_end`
        )
      ),
    remove: (agendaUid, uid, audience) =>
      change(
        "TombstoneStore.remove",
        Effect.asVoid(sql`DELETE FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND audience = ${audience} AND uid = ${uid}`)
      ),
    withdrawals: (agendaUid, { endsAfter, limit, slug }) => {
      const operation = "TombstoneStore.withdrawals"
      const isNamed = slug === null ? sql`` : sql` AND slug = ${bindableText(slug)}`
      return read(
        operation,
        Effect.flatMap(
          sql`SELECT uid, removed_at, slug, version, slots, last_end FROM agenda_tombstone WHERE agenda_uid = ${agendaUid} AND last_end > ${endsAfter}${isNamed} ORDER BY removed_at DESC, uid ${
            limitTo(sql, limit)
          }`,
          (rows) => readRows(operation, rows, withdrawnOf)
        )
      )
    }
  }
}
