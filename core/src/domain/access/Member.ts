import * as Schema from "effect/Schema"

/** A member's role in an agenda (service.md, Agenda member). */
export const Role = Schema.Literal("administrator", "moderator", "contributor").annotations({ identifier: "Role" })
/** A member's role in an agenda. */
export type Role = typeof Role.Type

/**
 * Whether the role may read events of every state and the member list (wire.md §3). Null when the caller is
 * no member.
 */
export const isPrivileged = (role: Role | null): boolean => role === "administrator" || role === "moderator"
