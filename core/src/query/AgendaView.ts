/** What an agenda is read with (service.md, Agenda; wire.md §5, Agenda), in the order in which it comes. */
export const agendaParts = [
  "uid",
  "title",
  "description",
  "image",
  "official",
  "slug",
  "url",
  "private",
  "indexed",
  "networkUid",
  "locationSetUid",
  "createdAt",
  "updatedAt",
  "settings",
  "summary",
  "schema",
  "network",
  "locationSet",
  "slugSchemaOptionIdMap"
] as const
/** A part of an agenda as it is read. */
export type AgendaPart = (typeof agendaParts)[number]

/** How an agenda is looked at. */
export interface AgendaView {
  /** Whether a single agenda comes with `schema`, `network`, `locationSet` and `slugSchemaOptionIdMap`. */
  readonly detailed: boolean
  /** Nothing but these; absent: what the form has. */
  readonly fields?: ReadonlyArray<AgendaPart>
}

const wide: ReadonlyArray<AgendaPart> = ["schema", "network", "locationSet", "slugSchemaOptionIdMap"]

/** The parts that an item of the search shows: unless others were asked for, all but `summary` and the parts of the detailed form. */
export const partsOfItem = (fields: AgendaView["fields"]): ReadonlyArray<AgendaPart> =>
  agendaParts.filter((part) => fields === undefined ? part !== "summary" && !wide.includes(part) : fields.includes(part))

/** The parts that a single agenda shows. */
export const partsOfOne = ({ detailed, fields }: AgendaView): ReadonlyArray<AgendaPart> =>
  agendaParts.filter((part) => fields === undefined ? detailed || !wide.includes(part) : fields.includes(part))
