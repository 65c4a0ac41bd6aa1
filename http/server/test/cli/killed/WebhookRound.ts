import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { startSubscriber } from "../../../../../adapters/outbound/test/subscriber.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { raceIn } from "../../sync/RacedAgenda.js"
import { startCli } from "../runCli.js"

/** What came of delivering while servers were killed. */
export interface WebhookRound {
  /** Uids of the events whose creation was answered. */
  readonly acknowledged: ReadonlyArray<number>
  /** Uids of the events in the order of the log. */
  readonly logged: ReadonlyArray<number>
  /** The deliveries in the order in which they came. */
  readonly received: ReadonlyArray<{ readonly id: string; readonly uid: number }>
  readonly kills: number
}

const json = { "content-type": "application/json" }

const env = {
  AGENDA_ACCESS_LOG: "false",
  AGENDA_PUBLIC_URL: "https://agenda.example",
  AGENDA_WEBHOOKS_PRIVATE_ADDRESSES: "1",
  // A delivery whose sender was killed is sent again after twice this time.
  AGENDA_WEBHOOK_SECONDS_MAX: "1"
}

/** Events that are created before a kill, if it is late. */
const written_max = 12

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The event of a change in a body of a webhook, or in the list of changes. */
const uidIn = (text: string): number => Number(/"uid":(\d+)/.exec(text)?.[1])

/**
 * Creates events on a server with a webhook, and kills the server (`SIGKILL`) after a random number of deliveries, so
 * many times; then serves until everything is delivered. `seed` makes the points.
 */
export const deliverUnderFire = (database: string, kills: number, seed: string) =>
  Effect.gen(function*() {
    let onTaken: (() => void) | null = null
    const { port, taken } = yield* startSubscriber((_path, response) => {
      response.writeHead(204).end()
      onTaken?.()
    })
    const target = yield* Effect.promise(() => raceIn(database))
    const agenda = `/v2/agendas/${target.agendaUid}`
    const serve = async () => {
      const server = startCli(["serve", "--port", "0", "--database", database], { env })
      const [, url] = await server.line(/listening on (\S+)/)
      const call = (path: string, token: string, body?: unknown) =>
        fetch(`${url}${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { ...json, "access-token": token },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        }).then((response) => response.text(), () => null)
      const bought = await call("/v2/requestAccessToken", "", { code: target.secret })
      const token = /"access_token":"(\w+)"/.exec(bought ?? "")?.[1] ?? ""
      return { server, call: (path: string, body?: unknown) => call(path, token, body) }
    }
    const acknowledged: Array<number> = []
    const create = async (call: (path: string, body?: unknown) => Promise<string | null>, count: number) => {
      for (let number = 0; number < count; number++) {
        const answer = await call(`${agenda}/events`, { ...onlineBody, state: 2 })
        if (answer?.includes('"success":true') !== true) return
        acknowledged.push(uidIn(answer))
      }
    }

    for (let kill = 0; kill < kills; kill++) {
      const deliveries = yield* Random.nextIntBetween(1, 12)
      const later_ms = (yield* Random.nextBoolean) ? 0 : yield* Random.nextIntBetween(1, 30)
      yield* Effect.promise(async () => {
        const { call, server } = await serve()
        if (kill === 0) await call(`${agenda}/webhooks`, { url: `http://127.0.0.1:${port}/`, kinds: ["event.published"] })
        const until = taken.length + deliveries
        onTaken = () => {
          if (taken.length === until) setTimeout(() => server.signal("SIGKILL"), later_ms)
        }
        const creating = create(call, written_max)
        await server.finished
        onTaken = null
        await creating
      })
    }

    const logged = yield* Effect.promise(async () => {
      const { call, server } = await serve()
      const uids: Array<number> = []
      for (let after = ""; !after.endsWith("upToDate");) {
        const page = await call(`${agenda}/changes?size=1000&kind[]=event.published${after}`)
        uids.push(...[...(page ?? "").matchAll(/"kind":"event\.published"[^}]*?"uid":(\d+)/g)].map(([, uid]) => Number(uid)))
        after = page?.includes('"upToDate":false') === true ? `&after=${/"next":"([\w-]+)"/.exec(page)?.[1] ?? ""}` : "upToDate"
      }
      const delivered = () => new Set(taken.map(({ body }) => uidIn(body))).size
      for (let idle = 0, before = 0; delivered() < uids.length && idle < 300; before = delivered()) {
        await pause(100)
        idle = delivered() > before ? 0 : idle + 1
      }
      server.signal("SIGTERM")
      await server.finished
      return uids
    })
    const received = taken.map(({ body, headers }) => ({ id: String(headers["webhook-id"]), uid: uidIn(body) }))
    return { acknowledged, logged, received, kills } satisfies WebhookRound
  }).pipe(Effect.withRandom(Random.make(seed)), Effect.scoped)
