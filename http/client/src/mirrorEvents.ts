import type { AgendaClient, RequestOptions } from "./AgendaClient.js"
import type { Event, Schemas } from "./events.js"
import { type ChangePage, isTransient, pagesOf } from "./followChanges.js"
import { backoff } from "./persist.js"
import { problemOf } from "./ProblemError.js"

/** What keeps a copy of events. */
export interface EventCopy<Values = unknown> {
  /** Stores an event in place of the one with its uid. */
  readonly put: (event: Event<Values>) => void | Promise<void>
  /** Removes an event, if it is there. */
  readonly remove: (eventUid: number) => void | Promise<void>
  /** The uids of the events of the copy. */
  readonly uids: () => Iterable<number> | Promise<Iterable<number>>
  /** Stores the cursor to begin with the next time: the copy has all that came before. */
  readonly reached: (next: string, upToDate: boolean) => void | Promise<void>
  /** Copies what events refer to, before the full list is read. */
  readonly begin?: () => Promise<void>
  /** Copies what else has changed, before the events of the page are put. True: the copy is to be filled again. */
  readonly refer?: (changes: ChangePage["changes"]) => Promise<boolean>
}

/** What is copied. */
export interface MirrorRequest extends RequestOptions {
  readonly agendaUid: number
  /** The last cursor that `reached` got; absent: the copy is filled first. */
  readonly after?: string | undefined
}

/** Whether this is a whole event, as `detailed` asks for. */
const isWhole = <Values>(event: object | null | undefined): event is Event<Values> =>
  event !== null && event !== undefined && "title" in event

/** A cursor that has expired, and the one to go on from. */
const expiredOf = (error: unknown): Schemas["ExpiredCursor"]["next"] | null => problemOf(error)?.expired?.next ?? null

/** Events of a list, which is read again from its beginning after a failure that may end. Who reads them may throw. */
async function* listed<Values>(
  client: AgendaClient<Values>,
  { agendaUid, signal }: MirrorRequest,
  query: { readonly locationUid?: ReadonlyArray<number> },
  mayEnd = isTransient
): AsyncGenerator<Event<Values>> {
  const wait = backoff(mayEnd, signal)
  while (true) {
    try {
      return yield* client.listEvents({ agendaUid, query: { detailed: true, size: 300, sort: "updatedAt.asc", ...query }, signal })
    } catch (error) {
      await wait(error)
    }
  }
}

/** Reads the full list into the copy, and removes from it what is not listed. */
const fill = async <Values>(
  client: AgendaClient<Values>,
  request: MirrorRequest,
  copy: EventCopy<Values>,
  next: string,
  mayEnd?: typeof isTransient
): Promise<void> => {
  await copy.begin?.()
  const met = new Set<number>()
  for await (const event of listed(client, request, {}, mayEnd)) {
    met.add(event.uid)
    await copy.put(event)
  }
  for (const uid of await copy.uids()) if (!met.has(uid)) await copy.remove(uid)
  await copy.reached(next, false)
}

/**
 * Keeps a copy of the published events of an agenda in step, until the signal aborts it, which rejects with its reason.
 * The copy is filled at first and when the cursor has expired. A failure of the network rejects before the copy is
 * filled; afterwards requests are sent again. For clients who read published events only.
 */
export const mirrorEvents = async <Values>(
  client: AgendaClient<Values>,
  request: MirrorRequest,
  copy: EventCopy<Values>
): Promise<never> => {
  const { agendaUid, signal } = request
  let after = request.after
  while (true) {
    if (after === undefined) {
      const { next } = await client.listChanges({ agendaUid, query: { after: "now" }, signal })
      await fill(client, request, copy, next, () => false)
      after = next
    }
    try {
      const pages = pagesOf((page) => client.listChanges({ agendaUid, ...page }), { after, query: { detailed: true }, signal })
      for await (const { changes, next, upToDate } of pages) {
        if (await copy.refer?.(changes)) await fill(client, request, copy, after)
        for (const { event, kind, type, uid } of changes) {
          // They show the location.
          if (kind === "location.updated") {
            for await (const shown of listed(client, request, { locationUid: [uid] })) await copy.put(shown)
          }
          if (type === "event") await (isWhole<Values>(event) ? copy.put(event) : copy.remove(uid))
        }
        await copy.reached(next, upToDate)
        after = next
      }
    } catch (error) {
      const next = expiredOf(error)
      if (next === null) throw error
      await fill(client, request, copy, next)
      after = next
    }
  }
}
