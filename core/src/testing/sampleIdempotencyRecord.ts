import type { IdempotencyRecord } from "../record/IdempotencyRecord.js"
import { day, noon, sampleDigest } from "./SampleRecords.js"

/** A write in progress since `noon`, with a lease of ten seconds. */
export const sampleIdempotencyRecord = (keyId: string, name: string, overrides: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  keyId,
  name,
  fingerprint: sampleDigest(1),
  claim: "first",
  claimedUntil: noon + 10_000,
  expiresAt: noon + day,
  answer: null,
  ...overrides
})
