import { createAgendaEngine } from "@agenda-engine/engine"
import { listening } from "../../engine/test/listening.js"

const schema = { fields: [{ field: "places", fieldType: "integer", label: { en: "Places" } }] }

/** An agenda on a socket, with the keys of its administrator and of a reader. */
export interface Town {
  readonly url: string
  readonly agendaUid: number
  readonly secretKey: string
  readonly key: string
}

/** Runs a test against an engine in memory on a free port of this machine. */
export const inTown = async (test: (town: Town) => Promise<void>) => {
  const engine = createAgendaEngine({ database: "memory" })
  try {
    await listening(engine.node, async (url) => {
      const { agendas, keys, users } = engine.services
      const { uid: ownerUid } = await users.create({ name: "Ada", email: "ada@example.org" })
      const { uid: agendaUid } = await agendas.create({ title: "Town", ownerUid, schema })
      const kept = { ownerUid, agendaUids: null, operations: null, expiresAt: null }
      const { key: secretKey } = await keys.create({ ...kept, kind: "secret" })
      const { key } = await keys.create({ ...kept, kind: "public", ownerUid: null })
      await test({ url, agendaUid, secretKey, key })
    })
  } finally {
    await engine.close()
  }
}
