import type { IdempotencyRecord } from "@agenda-engine/core/record/IdempotencyRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

/** A row of `agenda_idempotency`. */
export const idempotencyCells = (record: IdempotencyRecord): Cells => ({
  key_id: record.keyId,
  name: record.name,
  fingerprint: record.fingerprint,
  claim: record.claim,
  claimed_until: record.claimedUntil,
  expires_at: record.expiresAt,
  response: record.answer
})

/** Parses a row of `agenda_idempotency`. */
export const idempotencyRecordOf = (row: Row): IdempotencyRecord => ({
  keyId: Cell.text(row, "key_id"),
  name: Cell.text(row, "name"),
  fingerprint: Cell.text(row, "fingerprint"),
  claim: Cell.text(row, "claim"),
  claimedUntil: Cell.integer(row, "claimed_until"),
  expiresAt: Cell.integer(row, "expires_at"),
  answer: Cell.textOrNull(row, "response")
})
