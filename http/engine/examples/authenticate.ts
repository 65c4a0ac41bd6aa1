import type { AgendaEngine } from "@agenda-engine/engine"

/** Makes a user with an agenda, and an access token that the user sends as `access-token`. */
export const authenticate = async ({ services }: AgendaEngine) => {
  const { uid: ownerUid } = await services.users.create({ name: "Ada", email: "ada@example.org" })
  const { uid } = await services.agendas.create({ title: "Summer in town", ownerUid })
  const { key } = await services.keys.create({ kind: "secret", ownerUid, agendaUids: null, operations: null, expiresAt: null })
  const { accessToken } = await services.access.requestToken(key)
  return { uid, accessToken }
}
