import * as Layer from "effect/Layer"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import type { RecordStore } from "../../ports/RecordStore.js"
import { UserStore } from "../../ports/UserStore.js"
import type { KeyRecord } from "../../record/CredentialRecord.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import type { KeyValueDatabase } from "../KeyValueDatabase.js"
import * as Table from "../Table.js"
import { invitations, keys, keyUses, locationSets, members, networks, tokens, users } from "../tables.js"

/** A store of the records of a table. Writers run one at a time, so that a lock only reads. */
const recordsOf = <A, K extends number | string>(
  { read, write }: KeyValueDatabase,
  port: string,
  table: Table.Table<A>
): RecordStore<A, K> => {
  const find = (key: K) => read((reading) => Table.find(reading, table, key))
  return {
    find,
    lock: find,
    findMany: (wanted) => read((reading) => Table.findMany(reading, table, wanted)),
    put: (record) => write(`${port}.put`, (writing) => Table.put(writing, table, record)),
    remove: (key) => write(`${port}.remove`, (writing) => Table.remove(writing, table, key)),
    scan: (after, limit) => read((reading) => Table.scan(reading, table, after, limit))
  }
}

/** Networks and location sets. */
export const shared = (database: KeyValueDatabase) =>
  Layer.mergeAll(
    Layer.succeed(NetworkStore, recordsOf(database, "NetworkStore", networks)),
    Layer.succeed(LocationSetStore, recordsOf(database, "LocationSetStore", locationSets))
  )

/** Users. */
export const userStore = (database: KeyValueDatabase) =>
  Layer.succeed(UserStore, {
    ...recordsOf(database, "UserStore", users),
    findBy: (name) =>
      database.read((reading) => Table.findBy(reading, users, "email" in name ? ["email", name.email] : ["host", name.hostId]))
  })

/** Memberships. */
export const memberStore = (database: KeyValueDatabase) => {
  const { find, put, remove } = recordsOf(database, "MemberStore", members)
  const { read } = database
  return Layer.succeed(MemberStore, {
    find,
    put,
    remove,
    findBy: ({ agendaUid, userUid }) => read((reading) => Table.findBy(reading, members, ["user", agendaUid, userUid])),
    findMany: (agendaUid, userUids) =>
      read((reading) => [...new Set(userUids)].flatMap((userUid) => Table.findBy(reading, members, ["user", agendaUid, userUid]) ?? [])),
    scan: (group, after, limit) => {
      const list = "agendaUid" in group ? ["agenda", group.agendaUid] : ["user", group.userUid]
      return read((reading) => Table.listIn(reading, members, list, [after], limit))
    },
    count: (agendaUid) => read((reading) => Table.keysIn(reading, "member", ["agenda", agendaUid]).length)
  })
}

/** Invitations. */
export const invitationStore = (database: KeyValueDatabase) => {
  const { read, write } = database
  const { find, lock, put, remove } = recordsOf<InvitationRecord, string>(
    database,
    "InvitationStore",
    invitations
  )
  return Layer.succeed(InvitationStore, {
    find,
    put,
    remove,
    lock,
    findBy: ({ agendaUid, email }) => read((reading) => Table.findBy(reading, invitations, ["email", agendaUid, email])),
    due: (now, limit) => read((reading) => Table.listIn(reading, invitations, ["due"], [], limit).filter(({ dueAt }) => dueAt <= now)),
    scan: (agendaUid, after, limit) => read((reading) => Table.listIn(reading, invitations, ["agenda", agendaUid], [after], limit)),
    removeOfAgenda: (agendaUid) =>
      write("InvitationStore.removeOfAgenda", (writing) => {
        for (const id of Table.keysIn(writing, "invitation", ["agenda", agendaUid])) Table.remove(writing, invitations, id)
      }),
    secret: (candidate) =>
      write("InvitationStore.secret", (writing) => {
        const stored = writing.get(["secret"])
        if (typeof stored === "string") return stored
        writing.put(["secret"], candidate)
        return candidate
      })
  })
}

/** API keys and access tokens. */
export const credentialStore = (database: KeyValueDatabase) => {
  const { read, write } = database
  const { find, put, scan } = recordsOf<KeyRecord, string>(database, "CredentialStore", keys)
  return Layer.succeed(CredentialStore, {
    find,
    put,
    scan,
    findBy: ({ digest }) => read((reading) => Table.findBy(reading, keys, ["digest", digest])),
    findToken: (digest) =>
      read((reading) => {
        const token = Table.find(reading, tokens, digest)
        const key = token === null ? null : Table.find(reading, keys, token.keyId)
        return token === null || key === null ? null : { token, key }
      }),
    putUse: (keyId, at) =>
      write(
        "CredentialStore.putUse",
        (writing) => Table.put(writing, keyUses, { keyId, usedAt: Math.max(at, Table.find(writing, keyUses, keyId)?.usedAt ?? at) })
      ),
    findUses: (keyIds) => read((reading) => Table.findMany(reading, keyUses, keyIds)),
    putToken: (record, now) =>
      write("CredentialStore.putToken", (writing) => {
        for (const { digest, expiresAt } of Table.listIn(writing, tokens, ["expiry"])) {
          if (expiresAt >= now) break
          Table.remove(writing, tokens, digest)
        }
        return Table.put(writing, tokens, record)
      })
  })
}
