import { big, nullable, small, type Table, text } from "../Table.js"

const changeColumns = {
  agenda_uid: big,
  revision: big,
  ordinal: small,
  kind: text,
  subject_uid: big,
  version: nullable(big),
  public_before: small,
  public_after: small,
  relists: small,
  contributor_uid: nullable(big),
  changed_at: big,
  user_uid: nullable(big)
}

/** The logs of changes, what was deleted from them, and the id of the log. */
export const changeTables: ReadonlyArray<Table> = [
  {
    name: "agenda_change",
    byAgenda: true,
    columns: changeColumns,
    primaryKey: ["agenda_uid", "revision", "ordinal"],
    isClustered: true
  },
  {
    name: "agenda_change_floor",
    byAgenda: true,
    columns: { agenda_uid: big, audience: text, revision: big, ordinal: small },
    primaryKey: ["agenda_uid", "audience"]
  },
  {
    name: "agenda_change_log",
    columns: { id: small, generation: text },
    primaryKey: ["id"]
  }
]

/** Webhooks and their last deliveries. */
export const webhookTables: ReadonlyArray<Table> = [
  {
    name: "agenda_webhook",
    columns: {
      id: text,
      agenda_uid: big,
      url: text,
      kinds: text,
      detailed: small,
      state: text,
      reason: nullable(text),
      creator_uid: nullable(big),
      created_at: big,
      secret: text,
      former_secret: nullable(text),
      former_until: nullable(big),
      attempts: small,
      due_at: big,
      last_delivery_at: nullable(big),
      notice_due: small,
      revision: big,
      ordinal: big
    },
    primaryKey: ["id"],
    leavesRoom: true,
    indexes: {
      agenda_webhook_by_agenda: { on: ["agenda_uid", "created_at", "id"] },
      agenda_webhook_by_due: { on: ["due_at", "id"], where: "state = 'active' OR notice_due = 1" }
    }
  },
  {
    name: "agenda_webhook_delivery",
    columns: { webhook_id: text, id: text, kind: text, at: big, attempts: small, status: nullable(small), ms: big, response: text },
    primaryKey: ["webhook_id", "id"]
  }
]

/** Consumers of changes, their places in the logs, and the changes that they could not handle. */
export const consumerTables: ReadonlyArray<Table> = [
  {
    name: "agenda_consumer",
    columns: { name: text, owner: text, lease_until: big },
    primaryKey: ["name"],
    leavesRoom: true
  },
  {
    name: "agenda_consumer_place",
    columns: {
      consumer: text,
      agenda_uid: big,
      generation: nullable(text),
      revision: big,
      ordinal: big,
      attempts: small,
      due_at: big,
      error: nullable(text),
      missed_at: nullable(big)
    },
    primaryKey: ["consumer", "agenda_uid"],
    leavesRoom: true
  },
  {
    name: "agenda_consumer_parked",
    columns: {
      consumer: text,
      ...changeColumns,
      attempts: small,
      parked_at: big,
      due_at: nullable(big),
      error: text
    },
    primaryKey: ["consumer", "agenda_uid", "revision", "ordinal"]
  }
]
