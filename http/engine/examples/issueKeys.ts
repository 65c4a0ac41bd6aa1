import type { AgendaEngine } from "@agenda-engine/engine"

/** Makes an agenda with a moderator, a secret key of theirs for servers, and a public key that reads it in pages. */
export const issueKeys = async ({ services: { agendas, keys, members, users } }: AgendaEngine) => {
  const ada = await users.create({ name: "Ada", email: "ada@example.org" })
  const bob = await users.create({ name: "Bob", email: "bob@example.org" })
  const { uid } = await agendas.create({ title: "Town", ownerUid: ada.uid })
  await members.add(uid, bob.uid, "moderator")
  const only = { agendaUids: [uid], operations: null, expiresAt: null }
  const secret = await keys.create({ ...only, kind: "secret", ownerUid: bob.uid })
  const page = await keys.create({ ...only, kind: "public", ownerUid: null })
  return { agendaUid: uid, secretKey: secret.key, publicKey: page.key }
}
