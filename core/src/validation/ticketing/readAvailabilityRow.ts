import * as Either from "effect/Either"
import { formatUtc } from "../../derive/dates/formatInstant.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import type { AvailabilityRow } from "../../domain/ticketing/AvailabilityRow.js"
import { type SlotStatus, slotStatuses } from "../../domain/ticketing/Ticketing.js"
import { fault, issuesOf, type ParseResult, type ValuePath } from "../value/ParseResult.js"
import { readWrittenInstant, type WrittenInstant } from "../value/readInstant.js"
import { readCount, readOneOf } from "../value/readScalar.js"
import { readText } from "../value/readText.js"

/** The writable members of a row. */
export const writableOfRow = [
  "syncedAt",
  "onSaleFrom",
  "onSaleThrough",
  "closedBySource",
  "remaining",
  "lowStockThreshold",
  "sourceRef",
  "status"
] as const satisfies ReadonlyArray<keyof AvailabilityRow>

/** Context for parsing a row. */
export interface RowReading {
  readonly limits: Limits
  /** Epoch milliseconds. */
  readonly now: number
}

const readSyncedAt = (value: Json | undefined, path: ValuePath, { limits, now }: RowReading): ParseResult<WrittenInstant> =>
  Either.flatMap(readWrittenInstant(value, path), (syncedAt) => {
    const { field, ...at } = path
    if (syncedAt === null) return fault("required", field, { ...at, message: "an instant is required" })
    const { syncedAhead_seconds_max } = limits
    if (syncedAt.at <= now + syncedAhead_seconds_max * 1_000) return Either.right(syncedAt)
    return fault("range", field, {
      ...at,
      origin: syncedAt.text,
      message: `this is more than ${syncedAhead_seconds_max} seconds ahead of the server's clock`,
      info: { now: formatUtc(now), ahead_seconds_max: syncedAhead_seconds_max }
    })
  })

const readClosed = (value: Json | undefined, { field, ...at }: ValuePath): ParseResult<boolean | null> => {
  if (value === undefined || value === null) return Either.right(null)
  return typeof value === "boolean"
    ? Either.right(value)
    : fault("type.invalid", field, { ...at, origin: value, message: "a boolean is expected" })
}

const readStatus = (value: Json | undefined, path: ValuePath): ParseResult<SlotStatus | null> =>
  value === undefined || value === null ? Either.right(null) : readOneOf(value, path, slotStatuses)

const readMembers = (row: JsonObject, { field, ...at }: ValuePath, reading: RowReading) => {
  const pathOf = (member: keyof AvailabilityRow) => ({ ...at, field: `${field}.${member}` })
  const { sourceRef_chars_max: chars_max } = reading.limits
  return {
    syncedAt: readSyncedAt(row["syncedAt"], pathOf("syncedAt"), reading),
    onSaleFrom: readWrittenInstant(row["onSaleFrom"], pathOf("onSaleFrom")),
    onSaleThrough: readWrittenInstant(row["onSaleThrough"], pathOf("onSaleThrough")),
    closedBySource: readClosed(row["closedBySource"], pathOf("closedBySource")),
    remaining: readCount(row["remaining"], pathOf("remaining")),
    lowStockThreshold: readCount(row["lowStockThreshold"], pathOf("lowStockThreshold")),
    sourceRef: readText(row["sourceRef"] ?? null, { ...pathOf("sourceRef"), chars_max }),
    status: readStatus(row["status"], pathOf("status"))
  }
}

const windowIssues = (
  { onSaleFrom, onSaleThrough }: Pick<ReturnType<typeof readMembers>, "onSaleFrom" | "onSaleThrough">,
  { field, ...at }: ValuePath
): ReadonlyArray<Issue> => {
  const from = Either.getOrNull(onSaleFrom)
  const through = Either.getOrNull(onSaleThrough)
  if (from === null || through === null || from.at <= through.at) return []
  const more = { ...at, origin: through.text, info: { onSaleFrom: from.text } }
  return [issue("range", `${field}.onSaleThrough`, { ...more, message: "sales end before they begin" })]
}

/**
 * Parses the availability row of one provider for one slot and collects all issues (wire.md §8, Availability row). Null
 * members count as absent. Members of the result are in a fixed order, so that equal rows have equal JSON.
 *
 * @example
 * const row = { syncedAt: "2024-05-01T10:00:00+02:00", remaining: -1 }
 * readAvailabilityRow(row, { field: "a1B2c.weezevent" }, { limits, now })
 * // left: range at a1B2c.weezevent.remaining
 */
export const readAvailabilityRow = (value: Json, path: ValuePath, reading: RowReading): ParseResult<AvailabilityRow> => {
  const { field, ...at } = path
  if (!isJsonObject(value)) return fault("type.invalid", field, { ...at, origin: value, message: "an object is expected" })
  const members = readMembers(value, path, reading)
  const wrong = [...issuesOf(Object.values(members)), ...windowIssues(members, path)]
  const read = Either.all(members)
  if (Either.isLeft(read) || wrong.length > 0) return Either.left(wrong)
  const { closedBySource, lowStockThreshold, onSaleFrom, onSaleThrough, remaining, sourceRef, status, syncedAt } = read.right
  return Either.right({
    syncedAt: syncedAt.text,
    ...(onSaleFrom === null ? {} : { onSaleFrom: onSaleFrom.text }),
    ...(onSaleThrough === null ? {} : { onSaleThrough: onSaleThrough.text }),
    ...(closedBySource === null ? {} : { closedBySource }),
    ...(remaining === null ? {} : { remaining }),
    ...(lowStockThreshold === null ? {} : { lowStockThreshold }),
    ...(sourceRef === null ? {} : { sourceRef }),
    ...(status === null ? {} : { status })
  })
}
