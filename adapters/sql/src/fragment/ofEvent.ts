import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { EventKey } from "../database/Dialect.js"
import { inlined_max, isOneOf, isOneOfTexts, type SqlContext } from "./isOneOf.js"

/** The columns that name an event, in a statement of a plan with this scope. */
interface NamedEvent {
  readonly uid: string
  readonly agendaUid: string
  /** With a scope of one agenda, the agenda is compared with a constant: a planner then reads one partition. */
  readonly scope?: Scope
}

/** Predicate: the columns `event_uid` and `agenda_uid` of a row name the same event as these columns. */
export const isOfEvent = ({ dialect, sql }: SqlContext, row: string, { agendaUid, scope, uid }: NamedEvent): Fragment => {
  const isEvent = sql.literal(`${row}.event_uid = ${uid}`)
  if (!dialect.keysByAgenda) return isEvent
  return scope?._tag === "Agenda"
    ? sql`${isEvent} AND ${sql.literal(`${row}.agenda_uid`)} = ${scope.agendaUid}`
    : sql`${isEvent} AND ${sql.literal(`${row}.agenda_uid = ${agendaUid}`)}`
}

/** Predicate: these columns name one of some events. */
export const isOneOfEvents = (context: SqlContext, { agendaUid, uid }: NamedEvent, events: ReadonlyArray<EventKey>): Fragment => {
  const { dialect, sql } = context
  const isEvent = isOneOf(context, uid, events.map((event) => event.uid))
  if (!dialect.keysByAgenda) return isEvent
  const [agenda, ...others] = new Set(events.map((event) => event.agendaUid))
  if (others.length === 0) return agenda === undefined ? isEvent : sql`${sql.literal(agendaUid)} = ${agenda} AND ${isEvent}`
  // Postgres knows how many rows arrays have, those of JSON it guesses.
  const [agendas, uids] = [events.map((event) => event.agendaUid), events.map((event) => event.uid)]
  return sql`(${sql.literal(`${agendaUid}, ${uid}`)}) IN (SELECT * FROM unnest(${agendas}::bigint[], ${uids}::bigint[]))`
}

/** The table that has the agenda of each event by its uid. */
export const byUid = ({ dialect }: SqlContext): string => dialect.keysByAgenda ? "agenda_event_uid" : "agenda_event"

/** Scalar subquery: the agenda of the event with a uid. */
export const agendaOfEvent = (context: SqlContext, uid: number): Fragment =>
  context.sql`(SELECT k.agenda_uid FROM ${context.sql(byUid(context))} k WHERE k.uid = ${uid})`

/** Predicate: these columns name an event with one of these uids. In a scope of one agenda, they are also of it. */
export const hasUid = (context: SqlContext, { agendaUid, scope, uid }: NamedEvent, uids: ReadonlyArray<number>): Fragment => {
  const { dialect, sql } = context
  const isNamed = isOneOf(context, uid, uids)
  if (!dialect.keysByAgenda || scope?._tag === "Agenda") return isNamed
  const [first, ...others] = uids
  // One partition is read.
  if (first !== undefined && others.length === 0) return sql`${isNamed} AND ${sql.literal(agendaUid)} = ${agendaOfEvent(context, first)}`
  const lookUp = sql`agenda_event_uid k WHERE ${isOneOf(context, "k.uid", uids)}`
  // Postgres before 17 looks each uid up in each agenda, so only few of them.
  return uids.length <= inlined_max
    ? sql`${isNamed} AND ${sql.literal(agendaUid)} = ANY(ARRAY(SELECT k.agenda_uid FROM ${lookUp}))`
    : sql`(${sql.literal(`${agendaUid}, ${uid}`)}) IN (SELECT k.agenda_uid, k.uid FROM ${lookUp})`
}

/** Predicate: the event `e` has one of these slugs. */
export const hasSlug = (context: SqlContext, slugs: ReadonlyArray<string>): Fragment => {
  const { dialect, sql } = context
  if (!dialect.keysByAgenda) return isOneOfTexts(context, "e.slug", slugs)
  return sql`(e.agenda_uid, e.uid) IN (SELECT k.agenda_uid, k.uid FROM agenda_event_slug k WHERE ${isOneOfTexts(context, "k.slug", slugs)})`
}

/**
 * Predicate: these columns name an event that a derived table has. `only`: the agenda of all of them; null for that
 * which the derived table has.
 */
export const isFoundIn = ({ dialect, sql }: SqlContext, { agendaUid, uid }: NamedEvent, found: string, only: number | null): Fragment => {
  const isFound = sql.literal(`${uid} = ${found}.uid`)
  if (!dialect.keysByAgenda) return isFound
  return only === null
    ? sql`${isFound} AND ${sql.literal(`${agendaUid} = ${found}.agenda_uid`)}`
    : sql`${isFound} AND ${sql.literal(agendaUid)} = ${only}`
}

/** Predicate: a row is derived from this event. */
export const isDerivedFrom = ({ dialect, sql }: SqlContext, { agendaUid, uid }: EventKey): Fragment =>
  dialect.keysByAgenda ? sql`agenda_uid = ${agendaUid} AND event_uid = ${uid}` : sql`event_uid = ${uid}`

/** Predicate: a row is of one of some events of an agenda. `column`: the uid of the event in the row. */
export const isAmongEvents = (context: SqlContext, agendaUid: number, uids: ReadonlyArray<number>, column = "event_uid"): Fragment => {
  const { dialect, sql } = context
  const isEvent = isOneOf(context, column, uids)
  return dialect.keysByAgenda ? sql`agenda_uid = ${agendaUid} AND ${isEvent}` : isEvent
}
