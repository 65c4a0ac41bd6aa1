/** A search of agendas as it was asked for (service.md, GET /v2/agendas). Absent members do not narrow. */
export interface AgendaQuery {
  readonly uid?: ReadonlyArray<number>
  readonly slug?: ReadonlyArray<string>
  readonly official?: boolean
  /** Words of the title. */
  readonly search?: string
  /** As the last answer gave it. */
  readonly after?: ReadonlyArray<number>
  readonly size: number
}
