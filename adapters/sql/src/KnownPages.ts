import { HeldBytes } from "@agenda-engine/core/domain/HeldBytes"
import type { EventHit, QueryPlan, SearchAnswer, TombstoneHit } from "@agenda-engine/core/query/QueryPlan"
import * as Effect from "effect/Effect"
import { bodyChars } from "./bodyChars.js"

/** An answer, and the revisions that were read in the same snapshot; null where these are not known. */
export interface Standing {
  readonly revisions: string | null
  readonly answer: SearchAnswer
}

/** Bytes that all pages together take, about. Their records are most of it, which often are those that are known anyway. */
const bytes_max = 16 * 1_024 * 1_024

/** A page that takes more is read each time. */
const page_bytes_max = 1_024 * 1_024

/** Bytes that a record takes beside its texts, about. */
const record_bytes = 1_024

const bytesOf = (hit: EventHit | TombstoneHit): number => {
  if (hit._tag === "Tombstone") return record_bytes
  const { body, head: { summary } } = hit
  const wide = body === null ? 0 : bodyChars(body) + body.slots.length * record_bytes / 4
  return record_bytes + summary.length + wide
}

const sizeOf = ({ hits, locations }: SearchAnswer): number =>
  hits.reduce((sum, hit) => sum + bytesOf(hit), locations.reduce((sum, { detail }) => sum + record_bytes + detail.length, 0))

/**
 * Whole answers to plans. The revisions that a plan depends on (`current`) are asked for first, and alone: as long as they are those of a known
 * answer it is what the store would find at that instant. Otherwise the plan is `read`, in one snapshot with its revisions. Nothing is known of
 * plans with tallies, whose answers are known by their counts, nor of pages that are shown as of another instant than they are made of, which
 * does not come again.
 */
export type KnownPages = <E>(
  plan: QueryPlan,
  current: Effect.Effect<string | null, E>,
  read: Effect.Effect<Standing, E>
) => Effect.Effect<SearchAnswer, E>

/** Known pages; none at first. */
export const makeKnownPages = (): KnownPages => {
  const held = new HeldBytes<Standing>(bytes_max)
  return (plan, current, read) => {
    if (plan.shownAt !== plan.asOf || plan.tallies.length > 0) return Effect.map(read, ({ answer }) => answer)
    const question = JSON.stringify(plan)
    const found = Effect.map(read, (standing) => {
      const bytes = question.length + sizeOf(standing.answer)
      if (standing.revisions !== null && bytes <= page_bytes_max) held.set(question, standing, bytes)
      return standing.answer
    })
    const known = held.get(question)
    return known === undefined
      ? found
      : Effect.flatMap(current, (revisions) => revisions === known.revisions ? Effect.succeed(known.answer) : found)
  }
}
