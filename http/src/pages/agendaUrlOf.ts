/**
 * The absolute address of an agenda's page, without a slash at its end: those of its events and their slots are below it. `base` is what absolute
 * addresses begin with.
 */
export const agendaUrlOf = (base: string) => (slug: string): string => `${base}/agendas/${encodeURIComponent(slug)}`
