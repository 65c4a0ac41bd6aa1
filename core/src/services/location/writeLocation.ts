import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { indexLocation } from "../../derive/indexLocation.js"
import { Invalid } from "../../domain/EngineError.js"
import type { ExtId } from "../../domain/Event.js"
import { type Issue, issue } from "../../domain/Issue.js"
import type { Json } from "../../domain/Json.js"
import { nameOfImage } from "../../domain/keptImage.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { Location } from "../../domain/Location.js"
import { mergeExtIds } from "../../domain/mergeExtIds.js"
import { slugOf } from "../../domain/slugOf.js"
import { AgendaUid, LocationUid } from "../../domain/Uid.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import type { OfferedImage } from "../../validation/readImage.js"
import { readLocation } from "../../validation/readLocation.js"
import { contributionOf } from "../contributionOf.js"
import { followedTimezone } from "../event/settleTimezone.js"
import { freshUid } from "../freshUid.js"
import { useImage } from "../image/useImage.js"
import { locationOf, recordOf } from "./LocationRecords.js"
import { moveTimezone } from "./moveTimezone.js"

/** A write of one location, everything but the stores. */
export interface LocationWrite {
  /** That it is written at, and that one which is made is of. */
  readonly agenda: AgendaRecord
  readonly mode: "create" | "replace" | "patch"
  /** What is there, read under an exclusive lock; null makes a location. */
  readonly stored: LocationRecord | null
  readonly body: Json
  /** What it brings along as its picture. */
  readonly image: OfferedImage
  /** The language of plain strings on multilingual fields; null: the agenda's default. */
  readonly lang: string | null
  /** The external identifier that the location has from this write on, whatever the body says. */
  readonly extId: ExtId | null
  /** The uid of a location that is made by an import; null: one that is free. */
  readonly uid: number | null
  /** The location set that it is in from this write on; absent: it stays in its own, and one that is made is in the agenda's. */
  readonly setUid?: number | null
  /** The slug that it has from this write on; absent: its own, or one from the name of a location that is made. */
  readonly slug?: string
  /** What is wrong already. */
  readonly issues: ReadonlyArray<Issue>
}

/** What a write did. */
export interface LocationWritten {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly record: LocationRecord
  readonly warnings: ReadonlyArray<Issue>
}

type Home = Pick<Location, "agendaUid" | "setUid">

/** Issues of external identifiers that another location of its agenda or its set has. */
const findTaken = Effect.fnUntraced(
  function*(
    { agendaUid, setUid }: Home,
    uid: number | null,
    named: ReadonlyArray<{ readonly key: string; readonly value: string | null }>
  ) {
    const locations = yield* LocationStore
    const issues: Array<Issue> = []
    for (const [index, { key, value }] of named.entries()) {
      if (value === null) continue
      const holder = yield* locations.findByExtId(agendaUid, setUid, { key, value })
      if (holder !== null && holder.uid !== uid) issues.push(issue("duplicate", "extIds", { index, origin: { key, value } }))
    }
    return issues
  }
)

const identifyUid = Effect.fnUntraced(function*(uid: number | null) {
  const locations = yield* LocationStore
  return uid ?? (yield* freshUid((tried) => Effect.map(locations.find(tried), (found) => found !== null)))
})

const isSame = (stored: LocationRecord, next: LocationRecord): boolean => {
  const keys = Object.keys(next).sort()
  return JSON.stringify({ ...stored, updatedAt: next.updatedAt }, keys) === JSON.stringify(next, keys)
}

/**
 * Writes one location, in the transaction it is run in. Fails with every fault of the body at once, having changed nothing. The slug follows
 * from the first name and stays.
 */
export const writeLocation = Effect.fnUntraced(
  function*({ agenda, body, extId, image, issues, lang, mode, setUid, slug, stored, uid }: LocationWrite) {
    const locations = yield* LocationStore
    const limits = yield* CurrentLimits
    const { defaultLang } = yield* contributionOf(agenda)
    const before = stored === null ? null : yield* locationOf(stored)
    const { draft, named, warnings, ...reading } = readLocation(body, {
      mode,
      lang,
      defaultLang: defaultLang ?? null,
      limits,
      stored: before,
      image
    })
    const home: Home = {
      agendaUid: before?.agendaUid ?? AgendaUid.make(agenda.uid),
      setUid: setUid === undefined ? (before ?? { setUid: agenda.locationSetUid }).setUid : setUid
    }
    const faults = [...issues, ...reading.issues, ...(yield* findTaken(home, stored?.uid ?? uid, named))]
    if (faults.length > 0) return yield* new Invalid({ subject: "data", issues: faults })

    const now = yield* Clock.currentTimeMillis
    const next: Location = {
      uid: before?.uid ?? LocationUid.make(yield* identifyUid(uid)),
      agendaUid: home.agendaUid,
      setUid: home.setUid,
      slug: slug ?? before?.slug ?? slugOf(draft.name, "location"),
      createdAt: before?.createdAt ?? now,
      updatedAt: Math.max(before?.updatedAt ?? now, now),
      ...draft,
      extIds: extId === null ? draft.extIds : mergeExtIds(draft.extIds, [extId])
    }
    const record = recordOf(next)
    if (stored !== null && isSame(stored, record)) return { outcome: "unchanged", record: stored, warnings } satisfies LocationWritten
    yield* locations.put(record, indexLocation(next))
    const [timezone, timezoneBefore] = [followedTimezone(record), followedTimezone(stored)]
    if (stored !== null && timezone !== timezoneBefore) yield* moveTimezone(next.uid, timezoneBefore, timezone)
    const name = nameOfImage(next.image)
    if (name !== nameOfImage(before?.image ?? null)) yield* useImage(`location:${next.uid}`, name)
    return { outcome: stored === null ? "created" : "updated", record, warnings } satisfies LocationWritten
  }
)
