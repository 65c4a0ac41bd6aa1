import type { RacedAgenda } from "../../sync/RacedAgenda.js"
import { startCli } from "../runCli.js"

/** A create that was sent under a name, which is the title of its event too. */
interface Attempt {
  readonly name: string
  /** The body it was answered by; null: nobody got one. */
  readonly answer: string | null
  /** Whether it was answered, and the answer lost on its way. */
  readonly isLost: boolean
}

/** What came of creates whose server was killed, and that were all asked for again. */
export interface RetryRound {
  readonly attempts: number
  /** The names of those that had been answered before the kill. */
  readonly acknowledged: ReadonlyArray<string>
  /** The names of those whose first answer came again, marked as such, though nobody had got it. */
  readonly found: ReadonlyArray<string>
  /** What was wrong with the answer to a retry. */
  readonly faults: ReadonlyArray<string>
  /** The titles of all events that there are, as often as they are. */
  readonly titles: ReadonlyArray<string>
  /** The server after the kill. */
  readonly served: Served
}

const writers = 6

/** Seconds until an attempt whose server died is taken over. */
const claim_seconds = 1

const json = { "content-type": "application/json" }

const bodyOf = (name: string): string =>
  JSON.stringify({
    title: { en: name },
    description: { en: "Made while the server dies" },
    attendanceMode: 2,
    onlineAccessLink: "https://example.org/live",
    timings: [{ begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" }]
  })

/** Serves the agenda by a process of its own. */
export const serve = async ({ agendaUid, database, secret }: RacedAgenda) => {
  const server = startCli(["serve", "--port", "0", "--database", database], {
    env: { AGENDA_ACCESS_LOG: "false", AGENDA_CLAIM_SECONDS: `${claim_seconds}` }
  })
  const [, url] = await server.line(/listening on (\S+)/)
  const bought = await fetch(`${url}/v2/requestAccessToken`, { method: "POST", headers: json, body: JSON.stringify({ code: secret }) })
  const { access_token: token }: { readonly access_token: string } = await bought.json()
  const events = `${url}/v2/agendas/${agendaUid}/events`
  const create = async (name: string) => {
    const response = await fetch(events, {
      method: "POST",
      headers: { ...json, "access-token": token, "idempotency-key": name },
      body: bodyOf(name)
    })
    const { headers, status } = response
    return { status, text: await response.text(), replayed: headers.get("idempotency-replayed") === "true" }
  }
  return { server, events, token, create }
}

/** A server of the agenda. */
export type Served = Awaited<ReturnType<typeof serve>>

/**
 * Lets writers create events until one create more than `acknowledged_min` is answered, and then kills the server in
 * the midst of the others. The very first answer to one of the writers is lost on its way.
 */
const createUntilKilled = async ({ create, server }: Served, round: string, acknowledged_min: number): Promise<ReadonlyArray<Attempt>> => {
  const attempts: Array<Attempt> = []
  let acknowledged = 0
  const write = async (writer: number): Promise<void> => {
    for (let count = 0;; count++) {
      const name = `${round}-${writer}-${count}`
      const answer = await create(name).then(({ status, text }) => {
        if (status !== 200) throw new Error(`a create was answered with ${status}: ${text}`)
        return text
      }, () => null)
      const isLost = answer !== null && writer === 0 && count === 0
      attempts.push({ name, answer: isLost ? null : answer, isLost })
      if (answer === null) return
      if (isLost) continue
      acknowledged += 1
      if (acknowledged === acknowledged_min) server.signal("SIGKILL")
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await server.finished
  return attempts
}

/** Asks again until the attempt of the dead server is taken for dead. */
const retry = async ({ create }: Served, name: string): ReturnType<Served["create"]> => {
  for (let tries = 0;; tries++) {
    const answer = await create(name)
    if (answer.status !== 409 || tries > 20 * claim_seconds) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const titlesOf = async ({ events, token }: Served): Promise<ReadonlyArray<string>> => {
  const titles: Array<string> = []
  let after: ReadonlyArray<string> | null = []
  while (after !== null) {
    const cursor: string = after.map((part) => `&after[]=${encodeURIComponent(part)}`).join("")
    const response = await fetch(`${events}?size=300${cursor}`, { headers: { "access-token": token } })
    const page: {
      readonly events: ReadonlyArray<{ readonly title: { readonly en: string } }>
      readonly after: ReadonlyArray<string> | null
    } = await response.json()
    titles.push(...page.events.map(({ title }) => title.en))
    after = page.after
  }
  return titles
}

/**
 * Creates events with idempotency keys, kills the server (`SIGKILL`) meanwhile, starts it again and repeats every
 * create with its key.
 */
export const retryAfterKill = async (
  agenda: RacedAgenda,
  killed: Served,
  round: string,
  acknowledged_min: number
): Promise<RetryRound> => {
  const attempts = await createUntilKilled(killed, round, acknowledged_min)
  const served = await serve(agenda)
  const faults: Array<string> = []
  const found: Array<string> = []
  for (const { answer, isLost, name } of attempts) {
    const again = await retry(served, name)
    if (again.status !== 200) faults.push(`${name}: ${again.status} ${again.text}`)
    if (answer !== null && !(again.replayed && again.text === answer)) faults.push(`${name}: another answer than the first`)
    if (answer === null && again.replayed) found.push(name)
    if (isLost && !again.replayed) faults.push(`${name}: done again, for its answer was lost`)
  }
  const titles = await titlesOf(served)
  return {
    attempts: attempts.length,
    acknowledged: attempts.flatMap(({ answer, name }) => answer === null ? [] : [name]),
    found,
    faults,
    titles,
    served
  }
}
