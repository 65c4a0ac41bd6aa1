import * as Schema from "effect/Schema"

/** What a member may do in an agenda (service.md, Agenda member). */
export const Role = Schema.Literal("administrator", "moderator", "contributor").annotations({ identifier: "Role" })
/** What a member may do in an agenda. */
export type Role = typeof Role.Type

/** Whether this role reads events of every state and the member list (wire.md, *Privileged*). */
export const isPrivileged = (role: Role | null): boolean => role === "administrator" || role === "moderator"
