import type { WebhookStore } from "@agenda-engine/core/ports/webhook/WebhookStore"
import type { DeliveryRecord, WebhookRecord } from "@agenda-engine/core/record/WebhookRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { type Cells, upsert } from "../database/upsert.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"

const webhookCells = (record: WebhookRecord): Cells => ({
  id: record.id,
  agenda_uid: record.agendaUid,
  url: record.url,
  kinds: record.kinds.join(" "),
  detailed: record.detailed ? 1 : 0,
  state: record.state,
  reason: record.reason,
  creator_uid: record.creatorUid,
  created_at: record.createdAt,
  secret: record.secret,
  former_secret: record.formerSecret,
  former_until: record.formerUntil,
  attempts: record.attempts,
  due_at: record.dueAt,
  last_delivery_at: record.lastDeliveryAt,
  notice_due: record.isNoticeDue ? 1 : 0,
  revision: record.position,
  ordinal: record.ordinal
})

const webhookOf = (row: Row): WebhookRecord => ({
  id: Cell.text(row, "id"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  url: Cell.text(row, "url"),
  kinds: Cell.text(row, "kinds").split(" ").filter((kind) => kind !== ""),
  detailed: Cell.integer(row, "detailed") === 1,
  state: Cell.text(row, "state"),
  reason: Cell.textOrNull(row, "reason"),
  creatorUid: Cell.integerOrNull(row, "creator_uid"),
  createdAt: Cell.integer(row, "created_at"),
  secret: Cell.text(row, "secret"),
  formerSecret: Cell.textOrNull(row, "former_secret"),
  formerUntil: Cell.integerOrNull(row, "former_until"),
  attempts: Cell.integer(row, "attempts"),
  dueAt: Cell.integer(row, "due_at"),
  lastDeliveryAt: Cell.integerOrNull(row, "last_delivery_at"),
  isNoticeDue: Cell.integer(row, "notice_due") === 1,
  position: Cell.integer(row, "revision"),
  ordinal: Cell.integer(row, "ordinal")
})

const deliveryCells = (record: DeliveryRecord): Cells => ({
  webhook_id: record.webhookId,
  id: record.id,
  kind: record.kind,
  at: record.at,
  attempts: record.attempts,
  status: record.status,
  ms: record.ms,
  response: record.response
})

const deliveryOf = (row: Row): DeliveryRecord => ({
  webhookId: Cell.text(row, "webhook_id"),
  id: Cell.text(row, "id"),
  kind: Cell.text(row, "kind"),
  at: Cell.integer(row, "at"),
  attempts: Cell.integer(row, "attempts"),
  status: Cell.integerOrNull(row, "status"),
  ms: Cell.integer(row, "ms"),
  response: Cell.text(row, "response")
})

/** `WebhookStore` in an SQL database. */
export const makeWebhookStore = (
  { dialect, read, sql, writeOrConflict: put, writeUnchecked: change }: SqlDatabase
): Context.Tag.Service<WebhookStore> => {
  const select = (found: Fragment) => sql`SELECT * FROM agenda_webhook w WHERE ${found}`
  const findOne = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readFirst(operation, rows, webhookOf)))
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readRows(operation, rows, webhookOf)))
  const removeAll = (operation: string, found: Fragment) =>
    change(
      operation,
      Effect.zipRight(
        sql`DELETE FROM agenda_webhook_delivery WHERE webhook_id IN (SELECT id FROM agenda_webhook WHERE ${found})`,
        Effect.asVoid(sql`DELETE FROM agenda_webhook WHERE ${found}`)
      )
    )
  return {
    find: (id) => findOne("WebhookStore.find", sql`id = ${bindableText(id)}`),
    lock: (id, mode) =>
      findOne("WebhookStore.lock", sql`id = ${bindableText(id)}${mode === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)}`),
    put: (record) => put("WebhookStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_webhook", "id", webhookCells(record))}`)),
    remove: (id) => removeAll("WebhookStore.remove", sql`id = ${bindableText(id)}`),
    removeOfAgenda: (agendaUid) => removeAll("WebhookStore.removeOfAgenda", sql`agenda_uid = ${bindableNumber(agendaUid)}`),
    ofAgenda: (agendaUid) => findAll("WebhookStore.ofAgenda", sql`agenda_uid = ${bindableNumber(agendaUid)} ORDER BY created_at, id`),
    due: (now, limit) =>
      findAll(
        "WebhookStore.due",
        sql`(state = 'active' OR notice_due = 1) AND due_at <= ${now} AND (notice_due = 1 OR EXISTS (
          SELECT 1 FROM agenda_change c
          WHERE c.agenda_uid = w.agenda_uid AND (c.revision, c.ordinal) > (w.revision, w.ordinal)
        )) ORDER BY due_at, id ${limitTo(sql, limit)}`
      ),
    putDelivery: (delivery, kept) =>
      change(
        "WebhookStore.putDelivery",
        Effect.zipRight(
          sql`${upsert(sql, "agenda_webhook_delivery", ["webhook_id", "id"], deliveryCells(delivery))}`,
          Effect.asVoid(sql`DELETE FROM agenda_webhook_delivery WHERE webhook_id = ${delivery.webhookId} AND id NOT IN (
            SELECT id FROM agenda_webhook_delivery WHERE webhook_id = ${delivery.webhookId} ORDER BY at DESC, id DESC ${limitTo(sql, kept)}
          )`)
        )
      ),
    countDisabled: read(
      "WebhookStore.countDisabled",
      Effect.flatMap(
        sql`SELECT count(*) AS disabled FROM agenda_webhook WHERE state = 'disabled'`,
        (rows) =>
          Effect.map(
            readFirst("WebhookStore.countDisabled", rows, (row) => Cell.integer(row, "disabled")),
            (count) => count ?? 0
          )
      )
    ),
    deliveries: (webhookId, limit) =>
      read(
        "WebhookStore.deliveries",
        Effect.flatMap(
          sql`SELECT * FROM agenda_webhook_delivery WHERE webhook_id = ${bindableText(webhookId)}
            ORDER BY at DESC, id DESC ${limitTo(sql, limit)}`,
          (rows) => readRows("WebhookStore.deliveries", rows, deliveryOf)
        )
      )
  }
}
