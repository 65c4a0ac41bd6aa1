import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { SlotId } from "../../domain/event/Timing.js"
import { runSteps } from "../../domain/runSteps.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import type { AvailabilityRows, RowWrite } from "../../domain/ticketing/AvailabilityRow.js"
import { capIssues } from "../value/ParseResult.js"
import { besideData, unwrapBody } from "../value/unwrapBody.js"
import { readAvailabilityRow, type RowReading, writableOfRow } from "./readAvailabilityRow.js"

/** A parsed body of an availability PATCH. The rows are valid only without issues. */
export interface AvailabilityReading {
  /** In body order. */
  readonly rows: ReadonlyArray<RowWrite>
  readonly issues: ReadonlyArray<Issue>
  /** `ignored` warnings for unknown members. */
  readonly warnings: ReadonlyArray<Issue>
}

/** Context for parsing availability. */
export interface AvailabilityContext extends RowReading {
  /** Slot ids of the event. */
  readonly slots: ReadonlySet<string>
  /** Codes of the configured providers. */
  readonly providers: ReadonlyArray<string>
  /** Stored rows of the event; a row of a removed provider may still be deleted. */
  readonly stored: AvailabilityRows
}

const isSlotId = Schema.is(SlotId)

const written: ReadonlySet<string> = new Set(writableOfRow)

/** Issues of a slot key, and of a value that is no object of rows. */
const slotIssues = (slot: string, rows: Json, { slots }: AvailabilityContext): ReadonlyArray<Issue> => [
  ...(slots.has(slot) ? [] : [issue("timing.unknown", slot, { origin: slot })]),
  ...(isJsonObject(rows) ? [] : [issue("type.invalid", slot, { origin: rows, message: "an object of rows by provider is expected" })])
]

/**
 * Parses the body of an availability PATCH, `{ "<slotId>": { "<provider>": row | null } }` (wire.md §8, PATCH
 * availability). Collects all issues, each with its path.
 *
 * @example
 * readAvailability({ a1B2c: { weezevent: { status: "mixed" } } }, context).issues
 * // required at a1B2c.weezevent.syncedAt, enum.invalid at a1B2c.weezevent.status
 */
export const readAvailability = (body: Json, context: AvailabilityContext): AvailabilityReading =>
  runSteps(availabilitySteps(body, context))

/** The steps of `readAvailability`, one per slot. */
export function* availabilitySteps(body: Json, context: AvailabilityContext): Generator<void, AvailabilityReading> {
  const unwrapped = unwrapBody(body)
  if (Either.isLeft(unwrapped)) return { rows: [], issues: unwrapped.left, warnings: [] }
  const { issues_max } = context.limits
  const rows: Array<RowWrite> = []
  const issues: Array<Issue> = []
  const warnings: Array<Issue> = [...besideData(body, issues_max)]
  for (const [slot, byProvider] of Object.entries(unwrapped.right)) {
    yield
    if (issues.length > issues_max) break
    issues.push(...slotIssues(slot, byProvider, context))
    // An invalid slot key may be as long as the body, so it is not repeated in the issues of its members.
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
