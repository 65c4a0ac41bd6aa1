import * as Schema from "effect/Schema"

/** What an agenda of the sample data is made with. It has no image and no web site. */
export interface SpecAgenda {
  readonly title: string
  readonly official: boolean
  readonly private: boolean
  readonly indexed: boolean
  /** Whether it belongs to the network of the sample data. */
  readonly inNetwork: boolean
  /** Whether it has the additional fields of the sample data. */
  readonly hasFields: boolean
  /** The users who are its members, by role. */
  readonly members: { readonly administrator?: UserName; readonly moderator?: UserName; readonly contributor?: UserName }
}

const secrets = Schema.Struct({
  administrator: Schema.NonEmptyString,
  moderator: Schema.NonEmptyString,
  contributor: Schema.NonEmptyString,
  stranger: Schema.NonEmptyString
})

/** The users of the sample data. */
export type UserName = keyof typeof secrets.Type

const uids = Schema.Struct({ main: Schema.Int, other: Schema.Int, private: Schema.Int, unindexed: Schema.Int, sports: Schema.Int })

/**
 * The agendas of the sample data: a public one that most requests read, a public one with other members, a private one,
 * one that is not indexed, and one of the network of the first.
 */
export type AgendaName = keyof typeof uids.Type

const agenda = (title: string, members: SpecAgenda["members"], other: Partial<SpecAgenda> = {}): SpecAgenda => ({
  title,
  official: false,
  private: false,
  indexed: true,
  inNetwork: false,
  hasFields: false,
  members,
  ...other
})

/** The agendas, in the order in which they are made. */
export const specAgendas: { readonly [Name in AgendaName]: SpecAgenda } = {
  main: agenda("Town agenda", { administrator: "administrator", moderator: "moderator", contributor: "contributor" }, {
    inNetwork: true,
    hasFields: true
  }),
  other: agenda("Other agenda", { administrator: "stranger" }, { official: true }),
  private: agenda("Private agenda", { administrator: "administrator" }, { private: true }),
  unindexed: agenda("Unindexed agenda", { administrator: "administrator" }, { indexed: false }),
  sports: agenda("Sports en Bretagne", {}, { inNetwork: true })
}

/** The agendas of the sample data on a server, and the credentials of their members. */
export const SampleAccess = Schema.Struct({
  /** The uids of the agendas. */
  agendas: uids,
  /** A secret key of each user, who is a member of no other agenda. */
  secrets,
  /** A key of each of two agendas. */
  agendaKeys: Schema.Struct({ main: Schema.NonEmptyString, other: Schema.NonEmptyString })
})

/** The instant of the sample data in epoch milliseconds: 2025-06-15T15:06:40Z. */
export const specNow = 1_750_000_000_000
