import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import { sampleIdempotencyRecord } from "@agenda-engine/conformance/testing/SampleRecords"
import { expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { StoreError } from "../../src/domain/error/EngineError.js"
import * as Engine from "../../src/Engine.js"
import * as MemoryStores from "../../src/memory/MemoryStores.js"
import { IdempotencyStore } from "../../src/ports/IdempotencyStore.js"
import { ImageFetcher } from "../../src/ports/image/ImageFetcher.js"
import { ImageRenderer } from "../../src/ports/image/ImageRenderer.js"
import { ImageStore } from "../../src/ports/image/ImageStore.js"
import { Mailer } from "../../src/ports/Mailer.js"
import { RemovalStore } from "../../src/ports/RemovalStore.js"
import * as WebCryptoSecrets from "../../src/secrets/WebCryptoSecrets.js"
import { authorized } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Events } from "../../src/services/Events.js"
import { Idempotency } from "../../src/services/Idempotency.js"
import { Images } from "../../src/services/Images.js"
import { Invitations } from "../../src/services/Invitations.js"
import { backgroundWork, dueWork, pruneIdempotencyRecords } from "../../src/services/maintenance/backgroundWork.js"
import { Removals } from "../../src/services/Removals.js"
import { eventsAs } from "./access/callers.js"
import { invited } from "./invitation/invited.js"
import { draftOf, testAgenda, testEngine } from "./testEngine.js"

const emails = Array.from({ length: 30 }, (_, index) => `guest${index}@example.org`)

it.scopedLive("forgets answers whose time is over, within two hours, where nobody writes", () =>
  Effect.gen(function*() {
    const answers = yield* IdempotencyStore
    const hour_ms = 3_600_000
    const keep = (name: string, expiresAt: number) => answers.put(sampleIdempotencyRecord("k", name, { expiresAt, answer: "a" }), null)
    const left = Effect.filter(["first", "second", "third"], (name) => Effect.map(answers.find("k", name), (kept) => kept !== null))
    yield* Effect.all([keep("first", 1), keep("second", hour_ms), keep("third", 10 * hour_ms)])
    yield* Effect.forkScoped(pruneIdempotencyRecords)
    yield* TestClock.adjust("10 minutes")
    expect(yield* left).toEqual(["second", "third"])
    yield* TestClock.adjust("2 hours")
    expect(yield* left).toEqual(["third"])
  }).pipe(Effect.provide(testEngine), Effect.provide(TestContext.TestContext)))

it.scoped("sends the invitations that an invite call leaves", () =>
  Effect.gen(function*() {
    const { box, invite } = yield* invited
    yield* invite({ role: "contributor", emails })
    expect(yield* box.taken).toHaveLength(20)
    yield* Effect.forkScoped(backgroundWork)
    const sent = Effect.zipRight(TestClock.adjust("1 second"), box.taken)
    expect(yield* Effect.repeat(sent, { until: (taken) => taken.length >= emails.length })).toHaveLength(emails.length)
  }).pipe(Effect.provide(testEngine)))

it.scoped("is done once for hosts with a scheduler of their own", () =>
  Effect.gen(function*() {
    const { box, invite } = yield* invited
    yield* invite({ role: "contributor", emails })
    expect(yield* dueWork).toEqual({ mails: emails.length - 20, deliveries: 0, locations: 0, images: 0 })
    expect(yield* box.taken).toHaveLength(emails.length)
    expect(yield* dueWork).toEqual({ mails: 0, deliveries: 0, locations: 0, images: 0 })
  }).pipe(Effect.provide(testEngine)))

it.effect("done once, finishes interrupted removals", () =>
  Effect.gen(function*() {
    const { administrator, agenda, ref } = yield* testAgenda
    const create = eventsAs(administrator.token, ref).create(draftOf("Concert"))
    yield* create
    yield* Effect.exit((yield* Removals).agenda(agenda.uid, () => Effect.die("killed")))
    const { count } = yield* RemovalStore
    yield* dueWork
    expect(yield* count(agenda.uid)).toEqual({ events: 0, tombstones: 0 })
    yield* (yield* Agendas).create({ title: "Again", uid: agenda.uid })
  }).pipe(Effect.provide(testEngine)))

it.effect("done once, runs every part, logs each failure and fails with the first", () =>
  Effect.gen(function*() {
    const logged: Array<string> = []
    const logger = Logger.make(({ cause, message }) => void logged.push(`${String(message)} ${Cause.pretty(cause)}`))
    const failing = (operation: string) => Effect.fail(new StoreError({ reason: "Unavailable", operation, cause: operation }))
    const { box, invite } = yield* invited
    yield* invite({ role: "contributor", emails })
    const error = yield* dueWork.pipe(
      Effect.provideService(Images, { ...yield* Images, collect: failing("images") }),
      Effect.provideService(Idempotency, { ...yield* Idempotency, prune: failing("records") }),
      Effect.provideService(Removals, { ...yield* Removals, sweep: () => failing("removals") }),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Effect.flip
    )
    expect(error).toMatchObject({ _tag: "StoreError", operation: "images" })
    expect(logged).toEqual(["images", "records", "removals"].map((name) => expect.stringContaining(`in ${name}`)))
    expect(yield* box.taken).toHaveLength(emails.length)
  }).pipe(Effect.provide(testEngine)))

/** An engine without mails and images. */
const bareEngine = Engine.layer.pipe(
  Layer.provideMerge(MemoryStores.layer),
  Layer.provide([WebCryptoSecrets.layer, plainRichText, Mailer.none, ImageStore.none, ImageRenderer.none, ImageFetcher.none])
)

it.effect("an engine without images writes events, and refuses their images by name", () =>
  Effect.gen(function*() {
    const { administrator, ref } = yield* testAgenda
    const events = yield* Events
    const create = (more: { readonly image?: { readonly url: string } }, image: Uint8Array | null = null) =>
      authorized(administrator.token, ref, "events:write", (may) =>
        events.create(may, draftOf("Concert", more), image === null ? {} : { files: new Map([["image", image]]) }))
    expect((yield* create({})).outcome).toBe("created")
    expect(yield* Effect.flip(create({ image: { url: "https://example.org/a.jpg" } }))).toMatchObject({
      _tag: "Invalid",
      issues: [{ code: "url.invalid", field: "image" }]
    })
    expect(yield* Effect.flip(create({}, new Uint8Array([1])))).toMatchObject({ _tag: "Invalid", issues: [{ code: "format.unknown" }] })
  }).pipe(Effect.provide(bareEngine)))

it.effect("an engine without mails fails each invitation, whose token is accepted all the same", () =>
  Effect.gen(function*() {
    const { administrator, agenda, ref } = yield* testAgenda
    const invitations = yield* Invitations
    yield* authorized(administrator.token, ref, "members:write", (may) =>
      invitations.invite(may, { role: "contributor", emails: ["guest@example.org"] }))
    const [invitation] = yield* invitations.list(agenda.uid)
    expect(invitation).toMatchObject({ status: "failed", failure: expect.stringContaining("no mailer") })
    const token = yield* invitations.tokenOf(invitation?.id ?? "")
    expect((yield* invitations.accept(token, "Guest")).member).toMatchObject({ role: "contributor" })
  }).pipe(Effect.provide(bareEngine)))
