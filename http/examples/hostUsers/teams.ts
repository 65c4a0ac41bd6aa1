import type { HostUsersOptions } from "@agenda-engine/http/identity/IdentityProvider"

/** A host's own table of members, one row for each user and agenda. */
export type TeamTable = ReadonlyArray<{
  readonly userId: string
  readonly agendaUid: number
  readonly role: "administrator" | "moderator" | "contributor"
  readonly name: string
}>

/** The memberships of a host that keeps them itself: options of `hostUsers`. */
export const membershipsIn = (read: () => Promise<TeamTable>) =>
  ({
    membershipOf: async (userId, agendaUid) => {
      const team = await read()
      return team.find((row) => row.userId === userId && row.agendaUid === agendaUid)?.role ?? null
    },
    agendasOf: async (userId) => {
      const team = await read()
      return Object.fromEntries(team.filter((row) => row.userId === userId).map(({ agendaUid, role }) => [agendaUid, role]))
    },
    membersOf: async (agendaUid) => {
      const team = await read()
      return team.filter((row) => row.agendaUid === agendaUid).map(({ name, role, userId }) => ({ userId, name, role }))
    }
  }) satisfies Partial<HostUsersOptions>
