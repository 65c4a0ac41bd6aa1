import type { NetworkRecord } from "../record/AgendaRecord.js"
import { day, noon } from "./SampleRecords.js"

/** A network without fields. */
export const sampleNetwork = (uid: number, overrides: Partial<NetworkRecord> = {}): NetworkRecord => ({
  uid,
  title: `Network ${uid}`,
  fields: "[]",
  createdAt: noon - 25 * day,
  updatedAt: noon - 25 * day,
  ...overrides
})
