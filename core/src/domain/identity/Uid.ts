import * as Schema from "effect/Schema"

/** The largest uid that the engine assigns: v2 clients store uids in signed 32-bit integers. */
export const uidMax = 2_147_483_647

const uid = Schema.Int.pipe(Schema.between(1, Number.MAX_SAFE_INTEGER))

/** Identifies an agenda. */
export const AgendaUid = uid.pipe(Schema.brand("AgendaUid")).annotations({ identifier: "AgendaUid" })
/** Identifies an agenda. */
export type AgendaUid = typeof AgendaUid.Type

/** Identifies an event over all agendas; never reused, not even after removal. */
export const EventUid = uid.pipe(Schema.brand("EventUid")).annotations({ identifier: "EventUid" })
/** Identifies an event over all agendas; never reused, not even after removal. */
export type EventUid = typeof EventUid.Type

/** Identifies a location over all agendas. */
export const LocationUid = uid.pipe(Schema.brand("LocationUid")).annotations({ identifier: "LocationUid" })
/** Identifies a location over all agendas. */
export type LocationUid = typeof LocationUid.Type

/** Identifies a user account. */
export const UserUid = uid.pipe(Schema.brand("UserUid")).annotations({ identifier: "UserUid" })
/** Identifies a user account. */
export type UserUid = typeof UserUid.Type

/** Identifies one membership: one user in one agenda. */
export const MemberUid = uid.pipe(Schema.brand("MemberUid")).annotations({ identifier: "MemberUid" })
/** Identifies one membership: one user in one agenda. */
export type MemberUid = typeof MemberUid.Type
