import type { Registration } from "../domain/Event.js"
import { normalizeUrl } from "../domain/normalizeUrl.js"
import type { OffersEntry } from "../domain/Offers.js"

/**
 * The registration methods to show: the written ones, then the booking page of each offers entry (service.md,
 * Projection into registration; wire.md §8, Registration). Links with the same normalized URL as an earlier link are
 * omitted.
 */
export const projectRegistration = (
  written: ReadonlyArray<Registration>,
  offers: ReadonlyArray<Pick<OffersEntry, "source">>
): ReadonlyArray<Registration> => {
  if (offers.length === 0) return written
  const known = new Set(written.flatMap(({ type, value }) => type === "link" ? [normalizeUrl(value)] : []))
  const projected = offers.flatMap(({ source }): ReadonlyArray<Registration> => {
    const url = source?.url
    if (url === undefined) return []
    const normalized = normalizeUrl(url)
    if (known.has(normalized)) return []
    known.add(normalized)
    return [{ type: "link", value: url }]
  })
  return [...written, ...projected]
}
