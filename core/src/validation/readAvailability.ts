import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { AvailabilityRows } from "../domain/AvailabilityRow.js"
import { type Issue, issue } from "../domain/Issue.js"
import { isJsonObject, type Json } from "../domain/Json.js"
import { SlotId } from "../domain/Timing.js"
import type { WrittenRow } from "../domain/WrittenRow.js"
import { capIssues } from "./capIssues.js"
import { readAvailabilityRow, type RowReading, writableOfRow } from "./readAvailabilityRow.js"
import { unwrapBody } from "./unwrapBody.js"

/** The body of a PATCH of availability, read. The rows are only to be used when there are no issues. */
export interface AvailabilityReading {
  /** In the order of the body. */
  readonly rows: ReadonlyArray<WrittenRow>
  readonly issues: ReadonlyArray<Issue>
  /** What of the body is left alone (`ignored`). */
  readonly warnings: ReadonlyArray<Issue>
}

/** What availability is read by. */
export interface AvailabilityContext extends RowReading {
  /** The ids of the event's slots. */
  readonly slots: ReadonlySet<string>
  /** The codes of the providers that there are. */
  readonly providers: ReadonlyArray<string>
  /** The rows that the event has: also one of a provider that is no longer there may be forgotten. */
  readonly stored: AvailabilityRows
}

const isSlotId = Schema.is(SlotId)

const written: ReadonlySet<string> = new Set(writableOfRow)

/** The faults of naming a slot, and of what stands in the place of its rows. */
const slotIssues = (slot: string, rows: Json, { slots }: AvailabilityContext): ReadonlyArray<Issue> => [
  ...(slots.has(slot) ? [] : [issue("timing.unknown", slot, { origin: slot })]),
  ...(isJsonObject(rows) ? [] : [issue("type.invalid", slot, { origin: rows, message: "an object of rows by provider is expected" })])
]

/**
 * Reads the body of a PATCH of availability, `{ "<slotId>": { "<provider>": row | null } }`, and finds every fault in it, each at its path
 * (wire.md §8, PATCH availability).
 *
 * @example
 * readAvailability({ a1B2c: { weezevent: { status: "mixed" } } }, context).issues
 * // required at a1B2c.weezevent.syncedAt, enum.invalid at a1B2c.weezevent.status
 */
export const readAvailability = (body: Json, context: AvailabilityContext): AvailabilityReading => {
  const unwrapped = unwrapBody(body)
  if (Either.isLeft(unwrapped)) return { rows: [], issues: unwrapped.left, warnings: [] }
  const { issues_max } = context.limits
  const rows: Array<WrittenRow> = []
  const issues: Array<Issue> = []
  const warnings: Array<Issue> = []
  for (const [slot, byProvider] of Object.entries(unwrapped.right)) {
    if (issues.length > issues_max) break
    issues.push(...slotIssues(slot, byProvider, context))
    // What cannot be a slot may be as long as the body: it is not said again for each thing in it.
    if (!isJsonObject(byProvider) || !isSlotId(slot)) continue
    for (const [provider, value] of Object.entries(byProvider)) {
      if (issues.length > issues_max) break
      const field = `${slot}.${provider}`
      const isForgotten = value === null && Object.hasOwn(context.stored[slot] ?? {}, provider)
      if (!isForgotten && !context.providers.includes(provider)) {
        issues.push(issue("provider.unknown", field, { origin: provider, info: { accepted: context.providers } }))
      }
      if (value === null) {
        rows.push({ slot, provider, row: null })
        continue
      }
      const read = readAvailabilityRow(value, { field }, context)
      if (Either.isLeft(read)) issues.push(...read.left)
      else rows.push({ slot, provider, row: read.right })
      if (isJsonObject(value)) {
        for (const member of Object.keys(value)) if (!written.has(member)) warnings.push(issue("ignored", `${field}.${member}`))
      }
    }
  }
  return { rows, issues: capIssues(issues, issues_max), warnings: capIssues(warnings, issues_max) }
}
