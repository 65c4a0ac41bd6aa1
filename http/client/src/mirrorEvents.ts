import type { AgendaClient, RequestOptions } from "./AgendaClient.js"
import type { Event, Schemas } from "./events.js"
import { type ChangePage, isTransient, pagesOf } from "./followChanges.js"
import { persist } from "./persist.js"
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

/** What a function of the copy has thrown. It ends the mirror, also where a request would be sent again. */
class CopyFailure extends Error {
  constructor(override readonly cause: unknown) {
    super("the copy failed")
  }
}

/** A copy whose functions reject with `CopyFailure`. */
const guarded = <Values>(copy: EventCopy<Values>): Required<EventCopy<Values>> => {
  const guard = <Asked extends ReadonlyArray<unknown>, A>(run: (...asked: Asked) => A | Promise<A>) => async (...asked: Asked) => {
    try {
      return await run(...asked)
    } catch (error) {
      throw new CopyFailure(error)
    }
  }
  // Methods of the copy, which may be an object with a state.
  return {
    put: guard((event: Event<Values>) => copy.put(event)),
    remove: guard((uid: number) => copy.remove(uid)),
    uids: guard(() => copy.uids()),
    reached: guard((next: string, upToDate: boolean) => copy.reached(next, upToDate)),
    begin: guard(async () => copy.begin?.()),
    refer: guard(async (changes: ChangePage["changes"]) => (await copy.refer?.(changes)) ?? false)
  }
}

type Changes = Pick<AgendaClient, "listChanges">

/** Whether this is a whole event, as `detailed` asks for. */
const isWhole = <Values>(event: object | null | undefined): event is Event<Values> =>
  event !== null && event !== undefined && "uid" in event && "title" in event

/** A cursor that has expired, and the one to go on from. */
const expiredOf = (error: unknown): Schemas["ExpiredCursor"]["next"] | null => problemOf(error)?.expired?.next ?? null

/** Puts the events of a location that changed, because they show it. */
const putEventsAt = async <Values>(
  client: AgendaClient<Values>,
  { agendaUid, signal }: MirrorRequest,
  copy: EventCopy<Values>,
  locationUid: number
): Promise<void> => {
  const query = { detailed: true, size: 300, sort: "updatedAt.asc", locationUid: [locationUid] } as const
  for await (const event of client.listEvents({ agendaUid, query, signal })) await copy.put(event)
}

/** Reads the full list into the copy, and removes from it what is not listed. */
const fill = async <Values>(
  client: AgendaClient<Values>,
  { agendaUid, signal }: MirrorRequest,
  copy: EventCopy<Values>,
  next: string
): Promise<void> => {
  await copy.begin?.()
  const met = new Set<number>()
  for await (const event of client.listEvents({ agendaUid, query: { detailed: true, size: 300, sort: "updatedAt.asc" }, signal })) {
    met.add(event.uid)
    await copy.put(event)
  }
  for (const uid of await copy.uids()) if (!met.has(uid)) await copy.remove(uid)
  await copy.reached(next, false)
}

/** `mirrorEvents` for a guarded copy. */
const mirror = async <Values>(client: AgendaClient<Values>, request: MirrorRequest, copy: EventCopy<Values>): Promise<never> => {
  const { agendaUid, signal } = request
  const read = (asked: Parameters<Changes["listChanges"]>[0]) => client.listChanges(asked)
  const again = <A>(run: () => Promise<A>) => persist(run, (error) => !(error instanceof CopyFailure) && isTransient(error), signal)
  let after = request.after
  while (true) {
    if (after === undefined) {
      const { next } = await client.listChanges({ agendaUid, query: { after: "now" }, signal })
      await fill(client, request, copy, next)
      after = next
    }
    try {
      const pages = pagesOf((page) => read({ agendaUid, ...page }), { after, query: { detailed: true }, signal })
      for await (const { changes, next, upToDate } of pages) {
        const from = after
        if (await copy.refer?.(changes)) await again(() => fill(client, request, copy, from))
        for (const { event, kind, type, uid } of changes) {
          if (kind === "location.updated") await again(() => putEventsAt(client, request, copy, uid))
          if (type === "event") await (isWhole<Values>(event) ? copy.put(event) : copy.remove(uid))
        }
        await copy.reached(next, upToDate)
        after = next
      }
    } catch (error) {
      const next = expiredOf(error)
      if (next === null) throw error
      await again(() => fill(client, request, copy, next))
      after = next
    }
  }
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
  try {
    return await mirror(client, request, guarded(copy))
  } catch (error) {
    throw error instanceof CopyFailure ? error.cause : error
  }
}
