import { Mailer } from "@agenda-engine/core/ports/Mailer"
import { Access } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Users } from "@agenda-engine/core/services/Users"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hostMailer, largeEvents } from "../examples/hallEngine.js"
import { memoryEngine } from "../examples/memoryEngine.js"
import { observedHandler } from "../examples/observedEvents.js"
import { passingTime } from "../examples/passingTime.js"

/** An agenda, and a token of its administrator. */
const administeredAgenda = Effect.gen(function*() {
  const { uid: ownerUid } = yield* Effect.flatMap(Users, (users) => users.create({ name: "Ada", email: "ada@example.org" }))
  const { uid } = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Town", ownerUid }))
  const { key } = yield* Effect.flatMap(
    Keys,
    (keys) => keys.create({ kind: "secret", ownerUid, agendaUids: null, operations: null, expiresAt: null })
  )
  const { accessToken } = yield* Effect.flatMap(Access, (access) => access.requestToken(key))
  return { uid, token: accessToken }
})

it.effect("a host tests its code with an engine in memory and the clock of tests", () =>
  Effect.map(passingTime, (titles) => {
    expect(titles).toEqual({ before: ["Concert"], after: [] })
  }))

it.effect("a host states additional fields and filters by them", () =>
  Effect.gen(function*() {
    expect(yield* largeEvents(100)).toEqual(["Concert: 200"])
    expect(yield* largeEvents(201)).toEqual([])
  }).pipe(Effect.provide(memoryEngine)))

it.effect("a host sends mails itself", () => {
  const sent: Array<string> = []
  const mail = { messageId: "<1@host.example>", to: "ada@example.org", subject: "", text: "", html: "", lang: "en", date: 0 }
  return Effect.flatMap(Mailer, (mailer) => mailer.send(mail)).pipe(
    Effect.tap(() => expect(sent).toEqual(["ada@example.org"])),
    Effect.provide(hostMailer(({ to }) => Effect.sync(() => sent.push(to))))
  )
})

it.effect("a host observes the events that are created over HTTP", () =>
  Effect.gen(function*() {
    const seen: Array<string | undefined> = []
    const { dispose, handler, run } = observedHandler(memoryEngine, ({ title }) => Effect.sync(() => seen.push(title.en)))
    yield* Effect.addFinalizer(() => Effect.promise(dispose))
    const { token, uid } = yield* Effect.promise(() => run(administeredAgenda))
    const response = yield* Effect.promise(() =>
      handler(
        new Request(`https://host.example/v2/agendas/${uid}/events`, {
          method: "POST",
          headers: { "access-token": token, "content-type": "application/json" },
          body: JSON.stringify({
            title: { en: "Concert" },
            description: { en: "Brass on a barge" },
            attendanceMode: 2,
            onlineAccessLink: "https://live.example/concert",
            timings: [{ begin: "2030-06-21T20:00:00Z", end: "2030-06-21T22:00:00Z" }]
          })
        })
      )
    )
    expect(response.status).toBe(200)
    expect(seen).toEqual(["Concert"])
  }).pipe(Effect.scoped))
