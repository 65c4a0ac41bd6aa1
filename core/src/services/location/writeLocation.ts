import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Location } from "../../domain/agenda/Location.js"
import { Invalid } from "../../domain/error/EngineError.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { type ExtId, mergeExtIds } from "../../domain/event/Event.js"
import { slugOf } from "../../domain/identity/slug.js"
import { AgendaUid, LocationUid } from "../../domain/identity/Uid.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { nameOfImage } from "../../domain/media/Image.js"
import type { Json } from "../../domain/text/Json.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { ignoredExtIds } from "../../validation/event/readExtIds.js"
import { readLocation } from "../../validation/location/readLocation.js"
import type { PreparedImage } from "../../validation/value/readImage.js"
import { contributionOf } from "../agenda/contributionOf.js"
import { freshUid } from "../identity/freshUid.js"
import { assignImages } from "../image/assignImages.js"
import { locationOf, recordOf } from "./LocationRecords.js"
import { type RestoredPosition, settlePosition } from "./settlePosition.js"
import { storeLocation } from "./storeLocation.js"

/** Inputs of a write of one location. */
export interface LocationWrite {
  /** The agenda that the write addresses, and the owner of a new location. */
  readonly agenda: AgendaRecord
  readonly mode: "create" | "replace" | "patch"
  /** The stored location, read under an exclusive lock; null creates one. */
  readonly stored: LocationRecord | null
  readonly body: Json
  /** The prepared image of the write. */
  readonly image: PreparedImage
  /** Language of plain strings in multilingual fields. Null selects the agenda's default. */
  readonly lang: string | null
  /** External identifier that the write adds, whatever the body names. */
  readonly extId: ExtId | null
  /** The uid of a new location in an import; null assigns a free one. */
  readonly uid: number | null
  /**
   * The location set after the write. Absent: an existing location stays in its set, and a new one joins the agenda's.
   */
  readonly setUid?: number | null | undefined
  /** The slug after the write. Absent: an existing location keeps its slug, and a new one gets it from its name. */
  readonly slug?: string | undefined
  /** What an import line says of the location's position; absent for other writes. */
  readonly position?: RestoredPosition | undefined
  /** Issues found before the write. */
  readonly issues: ReadonlyArray<Issue>
}

/** The result of a write. */
export interface LocationWritten {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly record: LocationRecord
  readonly warnings: ReadonlyArray<Issue>
}

type Home = Pick<Location, "agendaUid" | "setUid">

/** Issues for external identifiers that another location of the agenda or set has. */
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
 * Writes one location, inside a transaction. Fails with all faults of the body, before any change. The slug is derived
 * from the first name and then stays.
 */
export const writeLocation = Effect.fnUntraced(
  function*({ agenda, body, extId, image, issues, lang, mode, position = {}, setUid, slug, stored, uid }: LocationWrite) {
    const limits = yield* CurrentLimits
    const { defaultLang } = yield* contributionOf(agenda)
    const before = stored === null ? null : yield* locationOf(stored)
    const { draft, named, ...reading } = readLocation(body, {
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
    const warnings = [...reading.warnings, ...ignoredExtIds(extId, named)]
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
      ...(yield* settlePosition(before, draft, position)),
      extIds: extId === null ? draft.extIds : mergeExtIds(draft.extIds, [extId])
    }
    const record = recordOf(next)
    if (stored !== null && isSame(stored, record)) return { outcome: "unchanged", record: stored, warnings } satisfies LocationWritten
    yield* storeLocation(stored, before, next)
    const name = nameOfImage(next.image)
    if (name !== nameOfImage(before?.image ?? null)) yield* assignImages(`location:${next.uid}`, name === null ? [] : [name])
    return { outcome: stored === null ? "created" : "updated", record, warnings } satisfies LocationWritten
  }
)
