import { startCli } from "../cli/runCli.js"
import { runInside } from "../cli/runInside.js"

/** An agenda in a database, a secret key that writes to it and a publishable one that reads what is public. */
export interface RacedAgenda {
  readonly database: string
  readonly agendaUid: number
  readonly secret: string
  readonly publicKey: string
}

/** One of several server processes over the same database. */
export interface RacedServer {
  /** The address of the agenda's events. */
  readonly events: string
  /** Headers of a writer. */
  readonly writer: { readonly [name: string]: string }
  readonly stop: () => Promise<unknown>
}

/** Makes an agenda with an owner and keys. */
export const raceIn = async (database: string): Promise<RacedAgenda> => {
  const run = async (...args: ReadonlyArray<string>) => JSON.parse((await runInside([...args, "--database", database, "--json"])).stdout)
  const user = `${(await run("user", "create", "--email", "ada@example.org", "--name", "Ada")).uid}`
  const { uid } = await run("agenda", "create", "--title", "Raced", "--owner", user)
  const secret = await run("key", "create", "--kind", "secret", "--owner", user)
  const publishable = await run("key", "create", "--kind", "public")
  return { database, agendaUid: uid, secret: secret.key, publicKey: publishable.key }
}

/** Serves the agenda by a process of its own. */
export const serveRaced = async ({ agendaUid, database, secret }: RacedAgenda): Promise<RacedServer> => {
  const server = startCli(["serve", "--port", "0", "--database", database], { env: { AGENDA_ACCESS_LOG: "false" } })
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
