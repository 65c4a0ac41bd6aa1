import { startCli } from "../cli/runCli.js"
import { runInside } from "../cli/runInside.js"

/**
 * An agenda in a database, a secret key that writes to it, a publishable one that reads what is public, and one of its
 * owner's.
 */
export interface RacedAgenda {
  readonly database: string
  readonly agendaUid: number
  readonly secret: string
  readonly publicKey: string
  /** A public key of the owner, who is administrator. */
  readonly ownerKey: string
}

/** One of several server processes over the same database. */
export interface RacedServer {
  /** The address of the agenda's events. */
  readonly events: string
  /** Headers of a writer. */
  readonly writer: { readonly [name: string]: string }
  readonly stop: () => Promise<unknown>
}

const runJson = async (database: string, ...args: ReadonlyArray<string>) =>
  JSON.parse((await runInside([...args, "--database", database, "--json"])).stdout)

/** Makes an agenda with an owner and keys. */
export const raceIn = async (database: string): Promise<RacedAgenda> => {
  const run = (...args: ReadonlyArray<string>) => runJson(database, ...args)
  const user = `${(await run("user", "create", "--email", "ada@example.org", "--name", "Ada")).uid}`
  const { uid } = await run("agenda", "create", "--title", "Raced", "--owner", user)
  const secret = await run("key", "create", "--kind", "secret", "--owner", user)
  const publishable = await run("key", "create", "--kind", "public")
  const owned = await run("key", "create", "--kind", "public", "--owner", user)
  return { database, agendaUid: uid, secret: secret.key, publicKey: publishable.key, ownerKey: owned.key }
}

/** A moderator, by a public key of theirs. */
export interface Moderator {
  readonly key: string
  readonly removeMember: () => Promise<unknown>
  readonly revokeKey: () => Promise<unknown>
}

/** Makes a moderator of the agenda. */
export const moderatorOf = async ({ agendaUid, database }: RacedAgenda, name = "mo"): Promise<Moderator> => {
  const run = (...args: ReadonlyArray<string>) => runJson(database, ...args)
  const user = `${(await run("user", "create", "--email", `${name}@example.org`, "--name", name)).uid}`
  const member = ["--agenda", `${agendaUid}`, "--user", user]
  await run("member", "add", ...member, "--role", "moderator")
  const { id, key } = await run("key", "create", "--kind", "public", "--owner", user)
  return { key, removeMember: () => run("member", "remove", ...member, "--yes"), revokeKey: () => run("key", "revoke", id) }
}

/** Serves the agenda by a process of its own, with these further settings. */
export const serveRaced = async (
  { agendaUid, database, secret }: RacedAgenda,
  settings: { readonly [name: string]: string } = {}
): Promise<RacedServer> => {
  const env = { AGENDA_ACCESS_LOG: "false", ...settings }
  const server = startCli(["serve", "--port", "0", "--database", database], { env })
  const [, url] = await server.line(/listening on (\S+)/)
  const bought = await fetch(`${url}/v2/requestAccessToken`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: secret })
  })
  const { access_token: token }: { readonly access_token: string } = await bought.json()
  return {
    events: `${url}/v2/agendas/${agendaUid}/events`,
    writer: { "content-type": "application/json", "access-token": token },
    stop: () => {
      server.signal("SIGTERM")
      return server.finished
    }
  }
}
