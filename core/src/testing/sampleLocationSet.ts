import type { LocationSetRecord } from "../record/LocationRecord.js"
import { day, noon } from "./SampleRecords.js"

/** A location set. */
export const sampleLocationSet = (uid: number, overrides: Partial<LocationSetRecord> = {}): LocationSetRecord => ({
  uid,
  title: `Locations ${uid}`,
  createdAt: noon - 25 * day,
  updatedAt: noon - 25 * day,
  ...overrides
})
