import type { Send } from "../answer/Answer.js"

/** Who asks: a credential by name. */
export type CredentialName =
  | "none"
  | "ownerless"
  | "agendaKey"
  | "otherAgendaKey"
  | "strangerKey"
  | "contributorKey"
  | "moderatorKey"
  | "administratorKey"
  | "moderatorSecret"
  | "moderatorToken"
  | "administratorToken"

/** A server that holds the sample data, and the uids that it gave. */
export interface SpecData<E = never> {
  /** What ends slugs, external ids and names of locations: those of this run. Empty: no other run writes. */
  readonly tag: string
  /** How far the slots were moved from where the sample data has them, milliseconds. */
  readonly moved_ms: number
  readonly send: Send<E>
  /** The headers of a credential; null: the run has none of this kind. */
  readonly headersOf: (name: CredentialName) => { readonly [name: string]: string } | null
  /** The uids of agendas by name. */
  readonly agendas: ReadonlyMap<string, number>
  /** The slugs of agendas by name. */
  readonly slugs: ReadonlyMap<string, string>
  /** The uid of the network of the main agenda; null: it has none. */
  readonly networkUid: number | null
  /** The uids of events by name, those of the removed included. */
  readonly events: ReadonlyMap<string, number>
  /** The uids of locations by their name in the data. */
  readonly places: ReadonlyMap<string, number>
}

/** What requests and expectations need of the sample data. */
export type SpecUids = Pick<SpecData, "agendas" | "events" | "moved_ms" | "networkUid" | "places" | "slugs" | "tag">

/** Placeholders in paths and values: `{event:july}`, `{place:hall}`, `{agenda:main}`. */
const placeholders = /\{(event|place|agenda):([a-z-]+)\}/g

/** The uid that a placeholder stands for; -1, which nothing has, when the data does not hold it. */
export const uidOf = ({ agendas, events, places }: SpecUids, placeholder: string): number => {
  const [, what, name = ""] = new RegExp(placeholders).exec(placeholder) ?? []
  return (what === "event" ? events : what === "place" ? places : agendas).get(name) ?? -1
}

/** A text with the uids, slugs and the tag that its placeholders stand for. */
export const withUids = (data: SpecUids) => (text: string): string =>
  text
    .replace(placeholders, (placeholder) => String(uidOf(data, placeholder)))
    .replace(/\{slug:([a-z]+)\}/g, (placeholder, name: string) => data.slugs.get(name) ?? placeholder)
    .replaceAll("{network}", String(data.networkUid ?? -1))
    .replaceAll("{tag}", data.tag)
