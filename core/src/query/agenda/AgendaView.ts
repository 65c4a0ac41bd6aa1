/** The parts of an agenda in responses, in output order (service.md, Agenda; wire.md §5, Agenda). */
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
  "memberSchemaId",
  "createdAt",
  "updatedAt",
  "officializedAt",
  "settings",
  "summary",
  "schema",
  "network",
  "locationSet",
  "slugSchemaOptionIdMap"
] as const
/** A part of an agenda in responses. */
export type AgendaPart = (typeof agendaParts)[number]

/** How an agenda is presented. */
export interface AgendaView {
  /** Whether a single agenda includes `network`, `locationSet` and `slugSchemaOptionIdMap`. */
  readonly detailed: boolean
  /** The parts to return; absent: the default parts of the form. */
  readonly fields?: ReadonlyArray<AgendaPart> | undefined
}

const detailedParts: ReadonlyArray<AgendaPart> = ["network", "locationSet", "slugSchemaOptionIdMap"]

/** Parts that a search item omits unless `includeFields` names them. */
const partsOfOneOnly: ReadonlyArray<AgendaPart> = ["summary", "schema", ...detailedParts]

/** The parts of a search item: the requested ones, else the defaults. */
export const partsOfItem = (fields: AgendaView["fields"]): ReadonlyArray<AgendaPart> =>
  agendaParts.filter((part) => fields === undefined ? !partsOfOneOnly.includes(part) : fields.includes(part))

/** The parts of a single agenda: the requested ones, else the defaults with `schema`, and all parts with `detailed`. */
export const partsOfOne = ({ detailed, fields }: AgendaView): ReadonlyArray<AgendaPart> =>
  agendaParts.filter((part) => fields === undefined ? detailed || !detailedParts.includes(part) : fields.includes(part))
