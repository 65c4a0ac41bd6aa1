import type { KeptAnswer } from "../record/KeptAnswer.js"
import { day, noon, sampleDigest } from "./SampleRecords.js"

/** A write under way since `noon`, which has ten seconds. */
export const sampleAnswer = (keyId: string, name: string, given: Partial<KeptAnswer> = {}): KeptAnswer => ({
  keyId,
  name,
  fingerprint: sampleDigest(1),
  claim: "first",
  claimedUntil: noon + 10_000,
  expiresAt: noon + day,
  answer: null,
  ...given
})
