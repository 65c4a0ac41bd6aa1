import { startCli } from "../runCli.js"
import { runInside } from "../runInside.js"

/** An agenda in a database, and the secret key that writes to it. */
export interface Target {
  readonly database: string
  readonly agendaUid: number
  readonly secret: string
}

const writers = 4
const page_events = 300

/** Makes an agenda with an owner and a key of theirs. */
export const prepare = async (database: string): Promise<Target> => {
  const run = async (...args: ReadonlyArray<string>) => JSON.parse((await runInside([...args, "--database", database, "--json"])).stdout)
  const user = `${(await run("user", "create", "--email", "ada@example.org", "--name", "Ada")).uid}`
  const { uid } = await run("agenda", "create", "--title", "Under fire", "--owner", user)
  const { key } = await run("key", "create", "--kind", "secret", "--owner", user)
  return { database, agendaUid: uid, secret: key }
}

const json = { "content-type": "application/json" }

const bodyOf = (value: string): string =>
  JSON.stringify({
    title: { en: `Event ${value}` },
    description: { en: "Made while the server dies" },
    attendanceMode: 2,
    onlineAccessLink: "https://example.org/live",
    extIds: [{ key: "round", value }],
    timings: [{ begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" }]
  })

/** A server of the agenda. */
export type Served = Awaited<ReturnType<typeof serve>>

/** Serves the agenda by a process of its own. */
export const serve = async ({ agendaUid, database, secret }: Target) => {
  const server = startCli(["serve", "--port", "0", "--database", database], { env: { AGENDA_ACCESS_LOG: "false" } })
  const [, url] = await server.line(/listening on (\S+)/)
  const bought = await fetch(`${url}/v2/requestAccessToken`, { method: "POST", headers: json, body: JSON.stringify({ code: secret }) })
  const { access_token: token }: { readonly access_token: string } = await bought.json()
  return { server, events: `${url}/v2/agendas/${agendaUid}/events`, token }
}

/**
 * Lets several writers create events one after the other, and kills the server (`SIGKILL`) once `events_min` creates
 * were acknowledged. Returns the external identifiers of the acknowledged events.
 */
export const killWhileCreating = async (
  { events, server, token }: Served,
  round: string,
  events_min: number
): Promise<ReadonlyArray<string>> => {
  const acknowledged: Array<string> = []
  const write = async (writer: number): Promise<void> => {
    for (let count = 0;; count++) {
      const value = `${round}-${writer}-${count}`
      const status = await fetch(events, { method: "POST", headers: { ...json, "access-token": token }, body: bodyOf(value) }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => null
      )
      if (status === null) return
      if (status !== 200) throw new Error(`a create was answered with ${status}`)
      acknowledged.push(value)
      if (acknowledged.length === events_min) server.signal("SIGKILL")
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await server.finished
  return acknowledged
}

/** Returns the external identifiers of all stored events, duplicates included. */
export const listEvents = async ({ events, token }: Served): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  let after: ReadonlyArray<string> | null = []
  while (after !== null) {
    const cursor: string = after.map((part) => `&after[]=${encodeURIComponent(part)}`).join("")
    const response = await fetch(`${events}?detailed=1&size=${page_events}${cursor}`, { headers: { "access-token": token } })
    const page: {
      readonly events: ReadonlyArray<{ readonly extIds: ReadonlyArray<{ readonly value: string }> }>
      readonly after: ReadonlyArray<string> | null
    } = await response.json()
    found.push(...page.events.flatMap(({ extIds }) => extIds.map(({ value }) => value)))
    after = page.after
  }
  return found
}

const searches = ["", "&search=dies", "&timings[gte]=2030-06-01T00:00:00Z&timings[lte]=2030-06-02T00:00:00Z"]

/** Counts the events in the list, by a word, by a day, and in the log of changes. */
export const countEvents = async ({ events, token }: Served): Promise<ReadonlyArray<number>> => {
  const read = async (url: string) => (await fetch(url, { headers: { "access-token": token } })).json()
  const totals: Array<number> = []
  for (const search of searches) totals.push((await read(`${events}?size=0${search}`)).total)
  const uids = new Set<number>()
  let next: string | null = ""
  while (next !== null) {
    const page: {
      readonly changes: ReadonlyArray<{ readonly uid: number }>
      readonly next: string
      readonly upToDate: boolean
    } = await read(`${events.replace("/events", "/changes")}?kind[]=event.published&size=1000${next}`)
    for (const { uid } of page.changes) uids.add(uid)
    next = page.upToDate ? null : `&after=${page.next}`
  }
  return [...totals, uids.size]
}
