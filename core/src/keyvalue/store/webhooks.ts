import * as Layer from "effect/Layer"
import { WebhookStore } from "../../ports/webhook/WebhookStore.js"
import type { WebhookRecord } from "../../record/WebhookRecord.js"
import type { Reading, Writing } from "../KeyValue.js"
import type { KeyValueDatabase } from "../KeyValueDatabase.js"
import * as Table from "../Table.js"
import { changeKey, changes, deliveries, webhooks } from "../tables.js"

const remove = (writing: Writing, id: string): void => {
  for (const key of Table.keysIn(writing, "delivery", ["webhook", id])) Table.remove(writing, deliveries, key)
  Table.remove(writing, webhooks, id)
}

const hasWork = (reading: Reading, record: WebhookRecord): boolean => {
  const { agendaUid, isNoticeDue, ordinal, position } = record
  return isNoticeDue || Table.keysIn(reading, changes.name, ["log", agendaUid], [position, ordinal, changeKey(record)], 1).length > 0
}

/** Webhooks with their deliveries. */
export const webhookStore = ({ read, write }: KeyValueDatabase) => {
  const find = (id: string) => read((reading) => Table.find(reading, webhooks, id))
  return Layer.succeed(WebhookStore, {
    find,
    lock: find,
    put: (record) => write("WebhookStore.put", (writing) => Table.put(writing, webhooks, record)),
    remove: (id) => write("WebhookStore.remove", (writing) => remove(writing, id)),
    ofAgenda: (agendaUid) => read((reading) => Table.listIn(reading, webhooks, ["agenda", agendaUid])),
    due: (now, limit) =>
      read((reading) =>
        Table.listIn(reading, webhooks, ["due"]).filter((record) => record.dueAt <= now && hasWork(reading, record)).slice(0, limit)
      ),
    putDelivery: (delivery, kept) =>
      write("WebhookStore.putDelivery", (writing) => {
        Table.put(writing, deliveries, delivery)
        const keys = Table.keysIn(writing, "delivery", ["webhook", delivery.webhookId])
        for (const key of keys.slice(0, Math.max(keys.length - kept, 0))) Table.remove(writing, deliveries, key)
      }),
    deliveries: (webhookId, limit) =>
      read((reading) => Table.listIn(reading, deliveries, ["webhook", webhookId]).toReversed().slice(0, limit)),
    countDisabled: read((reading) => Table.keysIn(reading, "webhook", ["disabled"]).length),
    removeOfAgenda: (agendaUid) =>
      write("WebhookStore.removeOfAgenda", (writing) => {
        for (const { id } of Table.listIn(writing, webhooks, ["agenda", agendaUid])) remove(writing, id)
      })
  })
}
