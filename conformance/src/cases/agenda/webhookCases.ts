import { type ChangeRecord, logStart } from "@agenda-engine/core/record/ChangeRecord"
import type { DeliveryRecord, WebhookRecord } from "@agenda-engine/core/record/WebhookRecord"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfTwo } from "../../Case.js"
import { expectAnswer, expectEqual } from "../../expect.js"
import { changes, transact, webhooks } from "../../storeCalls.js"
import { hour, noon, sampleWebhook } from "../../testing/SampleRecords.js"

const sampleChange = (place: Pick<ChangeRecord, "agendaUid" | "ordinal" | "position">): ChangeRecord => ({
  ...place,
  kind: "agenda.updated",
  type: "agenda",
  uid: place.agendaUid,
  version: null,
  publicBefore: true,
  publicAfter: true,
  relists: true,
  contributorUid: null,
  at: noon,
  by: null
})

const put = (record: WebhookRecord) => transact(webhooks((store) => store.put(record)))
const find = (id: string) => webhooks((store) => store.find(id))
const ids = (records: ReadonlyArray<{ readonly id: string }>) => records.map(({ id }) => id)
const ofAgenda = (agendaUid: number) => Effect.map(webhooks((store) => store.ofAgenda(agendaUid)), ids)
const due = (now: number, limit = 9) => Effect.map(webhooks((store) => store.due(now, limit)), ids)
const append = (agendaUid: number, position: number, ordinal = 0) =>
  transact(changes((store) => store.append([sampleChange({ agendaUid, position, ordinal })])))
const keep = (delivery: DeliveryRecord, kept = 9) => transact(webhooks((store) => store.putDelivery(delivery, kept)))
const deliveries = (webhookId: string, limit = 9) => webhooks((store) => store.deliveries(webhookId, limit))

const full = sampleWebhook(1, {
  url: "https://example.org/hook?é=𝄞",
  kinds: ["event.published", "member.removed"],
  detailed: true,
  state: "disabled",
  reason: "410 “gone”",
  creatorUid: 7,
  formerSecret: "former",
  formerUntil: noon + hour,
  attempts: 12,
  lastDeliveryAt: noon,
  isNoticeDue: true,
  position: 9_007_199_254_740_991,
  ordinal: 3
})

const delivery = (index: number, more: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  webhookId: "webhook1",
  id: `1:${index}:0`,
  kind: "event.updated",
  at: noon + index,
  attempts: 1,
  status: 200,
  ms: 12,
  response: "ok",
  ...more
})

/** Claims a webhook like a sender: the first that finds it due moves its due instant. */
const claim = atomically(Effect.gen(function*() {
  const found = yield* webhooks((store) => store.lock("webhook1", "exclusive"))
  yield* Effect.sleep(1)
  if (found === null || found.dueAt > noon) return 0
  yield* webhooks((store) => store.put({ ...found, dueAt: noon + hour }))
  return 1
}))

/** The demands on `WebhookStore`. */
export const webhookCases: ReadonlyArray<Case> = [
  demand("webhook.put.whole", "WebhookStore.put", "a webhook is returned exactly as it was put; a second `put` replaces it")(function*() {
    yield* Effect.forEach([full, sampleWebhook(2)], put)
    yield* expectAnswer("by id", find("webhook1"), full)
    yield* expectAnswer("locked", transact(webhooks((store) => store.lock("webhook1", "exclusive"))), full)
    yield* expectAnswer("no webhook", find("webhook"), null)
    yield* put(sampleWebhook(1))
    yield* expectAnswer("after a second put", find("webhook1"), sampleWebhook(1))
  }),
  demand(
    "webhook.ofAgenda.order",
    "WebhookStore.ofAgenda",
    "`ofAgenda` returns the webhooks of an agenda in every state, ordered by creation, then id"
  )(function*() {
    yield* Effect.forEach([
      sampleWebhook(3, { createdAt: noon - 1, state: "paused" }),
      sampleWebhook(2, { createdAt: noon }),
      sampleWebhook(1, { createdAt: noon, state: "disabled" }),
      sampleWebhook(4, { agendaUid: 2 })
    ], put)
    yield* expectAnswer("of the agenda", ofAgenda(1), ["webhook3", "webhook1", "webhook2"])
    yield* expectAnswer("of an agenda without any", ofAgenda(3), [])
  }),
  demand(
    "webhook.due.behind",
    "WebhookStore.due",
    "`due` returns active webhooks whose agenda has a change after their place, and those with a notice, by due instant and id"
  )(function*() {
    yield* append(1, 5, 0)
    yield* append(1, 5, 1)
    yield* append(2, 3)
    yield* Effect.forEach([
      sampleWebhook(1, { position: 5, ordinal: 0, dueAt: noon }),
      sampleWebhook(2, { position: 5, ordinal: 1, dueAt: noon }),
      sampleWebhook(3, { ...logStart, dueAt: noon - 1 }),
      sampleWebhook(4, { ...logStart, dueAt: noon - 2, state: "paused" }),
      sampleWebhook(5, { ...logStart, dueAt: noon + 1 }),
      sampleWebhook(6, { agendaUid: 2, position: 2, ordinal: 9, dueAt: noon }),
      sampleWebhook(7, { agendaUid: 3, ...logStart, dueAt: noon - 9 }),
      sampleWebhook(8, { position: 9, dueAt: noon - 1, state: "disabled", isNoticeDue: true }),
      sampleWebhook(9, { ...logStart, dueAt: noon - 1, state: "disabled" })
    ], put)
    yield* expectAnswer("all that are due", due(noon), ["webhook3", "webhook8", "webhook1", "webhook6"])
    yield* expectAnswer("the first of them", due(noon, 2), ["webhook3", "webhook8"])
    yield* expectAnswer("before any", due(noon - 3), [])
    yield* append(1, 6)
    yield* expectAnswer("after one more change", due(noon), ["webhook3", "webhook8", "webhook1", "webhook2", "webhook6"])
  }),
  demand(
    "webhook.countDisabled",
    "WebhookStore.countDisabled",
    "disabled webhooks of all agendas are counted, paused and active ones are not"
  )(function*() {
    yield* Effect.forEach([
      sampleWebhook(1, { state: "disabled" }),
      sampleWebhook(2, { state: "disabled", agendaUid: 2, isNoticeDue: true }),
      sampleWebhook(3, { state: "paused" }),
      sampleWebhook(4)
    ], put)
    yield* expectAnswer("those of both agendas", webhooks((store) => store.countDisabled), 2)
    yield* put(sampleWebhook(1))
    yield* expectAnswer("after one was resumed", webhooks((store) => store.countDisabled), 1)
  }),
  demandOfTwo(
    "webhook.due.claims",
    "WebhookStore.lock",
    "of several senders that claim one webhook under `lock`, exactly one gets it, and each reads the previous writes"
  )(function*(first, second) {
    yield* first(put(sampleWebhook(1, { dueAt: noon })))
    const claims = Array.from({ length: 12 }, (_, index) => index % 2 === 0 ? first(claim) : second(claim))
    const got = yield* Effect.all(claims, { concurrency: "unbounded" })
    yield* expectEqual("how many got it", got.reduce<number>((sum, one) => sum + one, 0), 1)
  }),
  demand(
    "webhook.deliveries.last",
    "WebhookStore.putDelivery",
    "deliveries are listed with the latest first; a repeated one replaces itself; the earliest beyond `kept` are deleted"
  )(function*() {
    const failed = delivery(2, { attempts: 3, status: null, response: 'no answer: "é"\n', ms: 15_000 })
    yield* Effect.forEach([delivery(1), failed, delivery(3), delivery(4, { webhookId: "webhook2" })], (one) => keep(one))
    yield* expectAnswer("all", deliveries("webhook1"), [delivery(3), failed, delivery(1)])
    yield* expectAnswer("the first", deliveries("webhook1", 1), [delivery(3)])
    yield* keep(delivery(2, { at: noon + 9 }))
    yield* expectAnswer("after a second attempt", Effect.map(deliveries("webhook1"), ids), ["1:2:0", "1:3:0", "1:1:0"])
    yield* keep(delivery(5), 3)
    yield* expectAnswer("after one too many", Effect.map(deliveries("webhook1"), ids), ["1:2:0", "1:5:0", "1:3:0"])
    yield* keep(delivery(6, { at: noon + 9 }), 1)
    yield* expectAnswer("of one instant", Effect.map(deliveries("webhook1"), ids), ["1:6:0"])
    yield* expectAnswer("of the other webhook", Effect.map(deliveries("webhook2"), ids), ["1:4:0"])
  }),
  demand(
    "webhook.remove",
    "WebhookStore.remove",
    "a removed webhook is not found and loses its deliveries; removing an unknown one does nothing"
  )(function*() {
    yield* Effect.forEach([full, sampleWebhook(2)], put)
    yield* Effect.forEach([delivery(1), delivery(2, { webhookId: "webhook2" })], (one) => keep(one))
    yield* Effect.forEach(["webhook1", "webhook"], (id) => transact(webhooks((store) => store.remove(id))))
    yield* expectAnswer("the removed one", find("webhook1"), null)
    yield* expectAnswer("its deliveries", deliveries("webhook1"), [])
    yield* expectAnswer("the other one", find("webhook2"), sampleWebhook(2))
    yield* expectAnswer("the deliveries of the other", Effect.map(deliveries("webhook2"), ids), ["1:2:0"])
  }),
  demand(
    "webhook.removeOfAgenda",
    "WebhookStore.removeOfAgenda",
    "all webhooks of an agenda are removed with their deliveries, and none of another"
  )(function*() {
    yield* Effect.forEach([sampleWebhook(1), sampleWebhook(2, { state: "paused" }), sampleWebhook(3, { agendaUid: 2 })], put)
    yield* Effect.forEach([delivery(1), delivery(2, { webhookId: "webhook3" })], (one) => keep(one))
    yield* transact(webhooks((store) => store.removeOfAgenda(1)))
    yield* expectAnswer("of the agenda", ofAgenda(1), [])
    yield* expectAnswer("its deliveries", deliveries("webhook1"), [])
    yield* expectAnswer("of the other agenda", ofAgenda(2), ["webhook3"])
    yield* expectAnswer("the deliveries of the other", Effect.map(deliveries("webhook3"), ids), ["1:2:0"])
  })
]
