/** A location whose address waits for the geocoder. Instants in epoch milliseconds. */
export interface GeocodingEntry {
  readonly locationUid: number
  /** Number of failed attempts for this address. */
  readonly attempts: number
  /** The next attempt. Who asks the geocoder advances it as their lease. */
  readonly dueAt: number
}
