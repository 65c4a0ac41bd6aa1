/**
 * Absolute URL of an agenda's page, without a trailing slash; the pages of its events and slots are below it. `base` is
 * the base of absolute URLs.
 */
export const agendaUrlOf = (base: string) => (slug: string): string => `${base}/agendas/${encodeURIComponent(slug)}`
