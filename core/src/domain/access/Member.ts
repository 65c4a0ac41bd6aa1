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

const ranks: ReadonlyArray<Role | null> = [null, ...Role.literals.toReversed()]

/** The role with the most rights; null when there is none. */
export const highestRole = (roles: ReadonlyArray<Role | null>): Role | null =>
  ranks[Math.max(0, ...roles.map((role) => ranks.indexOf(role)))] ?? null
