import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Geocoding } from "../../domain/agenda/Location.js"
import { type Issue, issue, type IssueCode } from "../../domain/error/Issue.js"
import { SlotId } from "../../domain/event/Timing.js"
import { omitUndefined } from "../../domain/omitUndefined.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import type { AgendaDraft } from "../../validation/agenda/readAgenda.js"
import type { NetworkDraft } from "../../validation/agenda/readNetwork.js"
import type { LocationSetDraft } from "../../validation/location/readLocation.js"
import { parseJson } from "../../validation/value/parseJson.js"
import { readInstant } from "../../validation/value/readInstant.js"
import { readSlug } from "../../validation/value/readScalar.js"
import type { Restoration } from "../event/write/Restoration.js"
import type { RestoredPosition } from "../location/settlePosition.js"

/** A parsed line of an import, with its identity. */
export type TransferLine =
  | { readonly kind: "network"; readonly draft: NetworkDraft & { readonly uid: number } }
  | { readonly kind: "locationSet"; readonly draft: LocationSetDraft & { readonly uid: number } }
  | { readonly kind: "agenda"; readonly draft: AgendaDraft & { readonly uid: number } }
  | {
    readonly kind: "location"
    readonly agendaUid: number
    readonly uid: number
    /** Absent: the agenda's set. */
    readonly setUid?: number | null
    readonly slug?: string
    readonly position: RestoredPosition
    readonly body: JsonObject
  }
  | { readonly kind: "event"; readonly agendaUid: number; readonly restoration: Restoration; readonly body: JsonObject }

const lineKinds = ["network", "locationSet", "agenda", "location", "event"] as const satisfies ReadonlyArray<TransferLine["kind"]>

/** The type of a line's member, and the issue code of a value of another type. */
interface MemberKind<A extends Json> {
  readonly holds: (value: Json) => value is A
  readonly code: IssueCode
  readonly message?: string
}

const text: MemberKind<string> = {
  holds: (value): value is string => typeof value === "string",
  code: "type.invalid",
  message: "a text is expected"
}

/** A text, or null for none. */
const textOrNull: MemberKind<string | null> = {
  holds: (value): value is string | null => value === null || typeof value === "string",
  code: "type.invalid",
  message: "a text or null is expected"
}

/** A boolean. */
const flag: MemberKind<boolean> = {
  holds: (value): value is boolean => typeof value === "boolean",
  code: "type.invalid",
  message: "true or false is expected"
}

/** A uid: a whole number above 0. */
const uid: MemberKind<number> = {
  holds: (value): value is number => typeof value === "number" && Number.isSafeInteger(value) && value > 0,
  code: "integer.invalid"
}

/** A uid, or null for none. */
const uidOrNull: MemberKind<number | null> = {
  holds: (value): value is number | null => value === null || uid.holds(value),
  code: "integer.invalid"
}

const object: MemberKind<JsonObject> = { holds: isJsonObject, code: "type.invalid", message: "an object is expected" }

const list: MemberKind<ReadonlyArray<Json>> = {
  holds: (value): value is ReadonlyArray<Json> => Array.isArray(value),
  code: "type.invalid",
  message: "a list is expected"
}

/** Parser of a line's members. A faulty member counts as absent and adds an issue. */
interface LineMembers {
  /** Issues so far, in the order in which members were parsed. */
  readonly issues: ReadonlyArray<Issue>
  /** An optional member; null counts as absent when the type does not allow it. */
  readonly optional: <A extends Json>(name: string, kind: MemberKind<A>) => A | undefined
  /** A required member. */
  readonly needed: <A extends Json>(name: string, kind: MemberKind<A>) => A | undefined
  /** Adds an issue that the member types cannot detect. */
  readonly refuse: (fault: Issue) => void
}

/** Makes the parser of an object's members. `path` is the prefix of their names in issues (`extId.`). */
const membersOf = (line: JsonObject, path = ""): LineMembers => {
  const issues: Array<Issue> = []
  const optional: LineMembers["optional"] = (name, kind) => {
    const value = line[name]
    if (value === undefined) return undefined
    if (kind.holds(value)) return value
    if (value !== null) {
      issues.push(issue(kind.code, path + name, { origin: value, ...(kind.message === undefined ? {} : { message: kind.message }) }))
    }
    return undefined
  }
  return {
    issues,
    optional,
    needed: (name, kind) => {
      const value = line[name]
      if (value === undefined || value === null) issues.push(issue("required", path + name))
      return optional(name, kind)
    },
    refuse: (fault) => {
      issues.push(fault)
    }
  }
}

/**
 * Parses an instant of an event's history; unlike a slot's it has milliseconds. Fails with the issue codes of
 * `readInstant`.
 */
const readTimestamp = (text: string): Either.Either<number, IssueCode> => {
  const fraction = /[.,](\d{1,3})/.exec(text)?.[1] ?? ""
  return Either.map(readInstant(text), (second) => second + Number(fraction.padEnd(3, "0")))
}

/** A parsed line. `line` is null when too much is missing to validate the rest. */
export interface LineReading {
  readonly line: TransferLine | null
  readonly issues: ReadonlyArray<Issue>
}

const readAgendaLine = (members: LineMembers): TransferLine | null => {
  const agendaUid = members.needed("uid", uid)
  const draft: Partial<AgendaDraft> = omitUndefined({
    slug: members.optional("slug", text),
    description: members.optional("description", text),
    image: members.optional("image", textOrNull),
    url: members.optional("url", textOrNull),
    official: members.optional("official", flag),
    private: members.optional("private", flag),
    indexed: members.optional("indexed", flag),
    networkUid: members.optional("networkUid", uid),
    locationSetUid: members.optional("locationSetUid", uid),
    settings: members.optional("settings", object),
    schema: members.optional("schema", object)
  })
  const title = members.needed("title", text)
  return agendaUid === undefined || title === undefined ? null : { kind: "agenda", draft: { ...draft, uid: agendaUid, title } }
}

const readNetworkLine = (members: LineMembers): TransferLine | null => {
  const networkUid = members.needed("uid", uid)
  const title = members.needed("title", text)
  const more = omitUndefined({ schema: members.optional("schema", object), synonyms: members.optional("synonyms", list) })
  return networkUid === undefined || title === undefined ? null : { kind: "network", draft: { ...more, uid: networkUid, title } }
}

const readLocationSetLine = (members: LineMembers): TransferLine | null => {
  const setUid = members.needed("uid", uid)
  const title = members.needed("title", text)
  return setUid === undefined || title === undefined ? null : { kind: "locationSet", draft: { uid: setUid, title } }
}

const isGeocoding = Schema.is(Geocoding)

/** Lines that are made of responses may have `off`. */
const geocoding: MemberKind<Geocoding | "off"> = {
  holds: (value): value is Geocoding | "off" => value === "off" || isGeocoding(value),
  code: "enum.invalid",
  message: `one of ${Geocoding.literals.join(", ")}, off is expected`
}

/** What a line says of a location's position. */
const restoredPosition = (members: LineMembers): RestoredPosition => {
  const said = members.optional("geocoding", geocoding)
  return omitUndefined({ geocoding: said === "off" ? undefined : said, timezoneFound: members.optional("timezoneFound", flag) })
}

const restoredSlug = (members: LineMembers): string | undefined =>
  Either.match(readSlug(members.optional("slug", text) ?? null), {
    onLeft: (issues) => {
      issues.forEach(members.refuse)
      return undefined
    },
    onRight: (slug) => slug ?? undefined
  })

const readLocationLine = (members: LineMembers, line: JsonObject): TransferLine | null => {
  const locationUid = members.needed("uid", uid)
  const agendaUid = members.needed("agendaUid", uid)
  const more = omitUndefined({ setUid: members.optional("setUid", uidOrNull), slug: restoredSlug(members) })
  const {
    agendaUid: _agendaUid,
    geocoding: _geocoding,
    kind: _kind,
    setUid: _setUid,
    slug: _slug,
    timezoneFound: _found,
    uid: _uid,
    ...body
  } = line
  return locationUid === undefined || agendaUid === undefined
    ? null
    : { kind: "location", uid: locationUid, agendaUid, ...more, position: restoredPosition(members), body }
}

const isSlotId = Schema.is(SlotId)

const restoredSlotIds = (members: LineMembers): ReadonlyArray<string> | undefined => {
  const ids = members.optional("retiredSlotIds", list)
  ids?.forEach((id, index) => {
    if (!isSlotId(id)) members.refuse(issue("type.invalid", "retiredSlotIds", { index, origin: id, message: "a slot id is expected" }))
  })
  return ids?.filter(isSlotId)
}

const readEventLine = (members: LineMembers, line: JsonObject): TransferLine | null => {
  const agendaUid = members.needed("agendaUid", uid)
  const data = members.needed("data", object)
  const instant = (name: string): number | undefined => {
    const written = members.optional(name, text)
    if (written === undefined) return undefined
    return Either.getOrElse(readTimestamp(written), (code) => {
      members.refuse(issue(code, name, { origin: written }))
      return undefined
    })
  }
  const extId = members.optional("extId", object)
  const named = membersOf(extId ?? {}, "extId.")
  const key = extId === undefined ? undefined : named.needed("key", text)
  const value = extId === undefined ? undefined : named.needed("value", text)
  named.issues.forEach(members.refuse)
  const restoration = omitUndefined({
    uid: members.optional("uid", uid),
    slug: restoredSlug(members),
    createdAt: instant("createdAt"),
    updatedAt: instant("updatedAt"),
    availabilityUpdatedAt: instant("availabilityUpdatedAt"),
    retiredSlotIds: restoredSlotIds(members),
    extId: key === undefined || value === undefined ? undefined : { key, value },
    availability: members.optional("availability", object),
    timezoneNamed: members.optional("timezoneNamed", flag)
  })
  if (line.extId === undefined && line.uid === undefined) {
    members.refuse(issue("required", "extId", { message: "an external identifier is required, or a uid" }))
  }
  members.optional("extIds", list)
  members.optional("offers", list)
  if (agendaUid === undefined || data === undefined) return null
  const beside = {
    ...(line.state === undefined ? {} : { state: line.state }),
    ...(Array.isArray(line.extIds) ? { extIds: line.extIds } : {}),
    ...(Array.isArray(line.offers) ? { offers: line.offers } : {})
  }
  return { kind: "event", agendaUid, restoration, body: { ...beside, ...data } }
}

/** Parses one line of an import and reports all faults of its members. The services validate the body. */
export const readLine = (written: string): LineReading => {
  const parsed = parseJson(written, "")
  if (Either.isLeft(parsed)) return { line: null, issues: [{ ...parsed.left, origin: written }] }
  if (!isJsonObject(parsed.right)) {
    return { line: null, issues: [issue("json.invalid", "", { message: "the line is not a JSON object", origin: written })] }
  }
  const object = parsed.right
  const members = membersOf(object)
  const kind = members.needed("kind", text)
  switch (kind) {
    case "network":
      return { line: readNetworkLine(members), issues: members.issues }
    case "locationSet":
      return { line: readLocationSetLine(members), issues: members.issues }
    case "agenda":
      return { line: readAgendaLine(members), issues: members.issues }
    case "location":
      return { line: readLocationLine(members, object), issues: members.issues }
    case "event":
      return { line: readEventLine(members, object), issues: members.issues }
    default:
      if (kind !== undefined) members.refuse(issue("enum.invalid", "kind", { origin: kind, info: { accepted: lineKinds } }))
      return { line: null, issues: members.issues }
  }
}
