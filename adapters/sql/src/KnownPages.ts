import { HeldBytes } from "@agenda-engine/core/domain/HeldBytes"
import type { EventHit, QueryPlan, SearchAnswer, TombstoneHit } from "@agenda-engine/core/query/QueryPlan"
import * as Effect from "effect/Effect"
import { bodyChars } from "./bodyChars.js"
import { valuesIn } from "./KnownCounts.js"

/** An answer, and the revisions that were read in the same snapshot; null where these are not known. */
export interface Standing {
  readonly revisions: string | null
  readonly answer: SearchAnswer
}

/** Bytes that all pages together take, about. Their records are most of it, which often are those that are known anyway. */
const bytes_max = 16 * 1_024 * 1_024

/** A page that takes more is read each time. */
const page_bytes_max = 1_024 * 1_024

/** Bytes that the questions take which were asked once, about. */
const once_bytes_max = 1_024 * 1_024

/** Bytes that a record takes beside its texts, about. */
const record_bytes = 1_024

const bytesOf = (hit: EventHit | TombstoneHit): number => {
  if (hit._tag === "Tombstone") return record_bytes
  const { body, head: { summary } } = hit
  const wide = body === null ? 0 : bodyChars(body) + body.slots.length * record_bytes / 4
  return record_bytes + summary.length + wide
}

/** Bytes that a counted value takes, about. */
const value_bytes = 256

const sizeOf = ({ hits, locations, tallies }: SearchAnswer): number =>
  hits.reduce((sum, hit) => sum + bytesOf(hit), 0) +
  locations.reduce((sum, { detail }) => sum + record_bytes + detail.length, 0) +
  tallies.reduce((sum, tally) => sum + valuesIn(tally) * value_bytes, 0)

/**
 * Whole answers to plans. The revisions that a plan depends on (`current`) are asked for first, and alone: as long as they are those of a known
 * answer it is what the store would find at that instant. Otherwise the plan is `read`, in one snapshot with its revisions. Pages behind cursors
 * are known from their second asking on: who walks through all of a list would leave nothing else known.
 */
export type KnownPages = <E>(
  plan: QueryPlan,
  current: Effect.Effect<string | null, E>,
  read: Effect.Effect<Standing, E>
) => Effect.Effect<SearchAnswer, E>

/** Known pages; none at first. */
export const makeKnownPages = (): KnownPages => {
  const held = new HeldBytes<Standing>(bytes_max)
  const askedOnce = new HeldBytes<null>(once_bytes_max)
  const isAskedAgain = (question: string): boolean => {
    const isKnown = askedOnce.has(question)
    askedOnce.set(question, null, question.length)
    return isKnown
  }
  return (plan, current, read) => {
    const question = JSON.stringify(plan)
    const found = Effect.map(read, (standing) => {
      const bytes = question.length + sizeOf(standing.answer)
      const isHeld = standing.revisions !== null && bytes <= page_bytes_max
      if (isHeld && (plan.start._tag === "Skip" || isAskedAgain(question))) held.set(question, standing, bytes)
      return standing.answer
    })
    const known = held.get(question)
    return known === undefined
      ? found
      : Effect.flatMap(current, (revisions) => revisions === known.revisions ? Effect.succeed(known.answer) : found)
  }
}
