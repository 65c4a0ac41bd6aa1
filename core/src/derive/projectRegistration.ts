import type { Registration } from "../domain/Event.js"
import { normalizeUrl } from "../domain/normalizeUrl.js"
import type { OffersEntry } from "../domain/Offers.js"

/**
 * The ways to register that are shown: those that were written, then the booking page of each offers entry, but none that leads where one
 * before it does (service.md, Projection into registration; wire.md §8, Registration).
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
