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
  /** Whether a single agenda comes with `network`, `locationSet` and `slugSchemaOptionIdMap`. */
  readonly detailed: boolean
  /** Nothing but these; absent: what the form has. */
  readonly fields?: ReadonlyArray<AgendaPart>
}

const detailedParts: ReadonlyArray<AgendaPart> = ["network", "locationSet", "slugSchemaOptionIdMap"]

/** The parts that an item of the search leaves out unless `includeFields` names them. */
const partsOfOneOnly: ReadonlyArray<AgendaPart> = ["summary", "schema", ...detailedParts]

/** The parts that an item of the search shows: those that were asked for, else all that items have. */
export const partsOfItem = (fields: AgendaView["fields"]): ReadonlyArray<AgendaPart> =>
  agendaParts.filter((part) => fields === undefined ? !partsOfOneOnly.includes(part) : fields.includes(part))

/** The parts that a single agenda shows: those that were asked for, else `schema` too and with `detailed` everything. */
export const partsOfOne = ({ detailed, fields }: AgendaView): ReadonlyArray<AgendaPart> =>
  agendaParts.filter((part) => fields === undefined ? detailed || !detailedParts.includes(part) : fields.includes(part))
