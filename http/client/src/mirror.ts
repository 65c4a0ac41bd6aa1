import { CurrentLimits, defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { Mailer } from "@agenda-engine/core/ports/Mailer"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Changes } from "@agenda-engine/core/services/Changes"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Mirror } from "@agenda-engine/core/services/mirror/Mirror"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AgendaClient } from "./AgendaClient.js"
import { type ClientOptions, createAgendaClient } from "./createAgendaClient.js"
import { isTransient } from "./followChanges.js"
import { type EventCopy, mirrorEvents } from "./mirrorEvents.js"
import { persist } from "./persist.js"
import { problemOf } from "./ProblemError.js"

/** How current a mirror is. */
export interface MirrorState {
  /** Whether nothing more was known to the server at `at`. */
  readonly upToDate: boolean
  /** When the server last answered, epoch milliseconds. It does so at least each minute while it can be reached. */
  readonly at: number
}

/** What is mirrored, and from where. */
export interface AgendaMirrorOptions extends ClientOptions {
  readonly agendaUid: number
  /** Ends the mirror: it follows no changes and answers no requests any more. */
  readonly signal?: AbortSignal | undefined
  /** Is called after each answer of the server behind the first, when its changes are in the mirror. */
  readonly onState?: ((state: MirrorState) => void) | undefined
}

/** A copy of an agenda in this process that answers requests as the server does. */
export interface AgendaMirror<Values = unknown> {
  /** A client that asks the mirror. It reads what a key of the agenda reads, and writes nothing. */
  readonly client: AgendaClient<Values>
  /** Answers a request to an address of the server from the mirror, as `client` does. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** How current the mirror is. */
  readonly state: () => MirrorState
  /**
   * Rejects when the mirror ends: with the reason of the signal, with `ProblemError` such as that of a revoked key,
   * with `UnreadableAnswer` of a server of another version, or with `StoreError`.
   */
  readonly ended: Promise<never>
}

const none = Layer.mergeAll(Mailer.none, ImageStore.none, ImageRenderer.none, ImageFetcher.none)

/** The changes of the mirror itself are for nobody: those of the last day are kept. */
const limits = { ...defaultLimits, changes_days: 1 }

const handlerOf = (url: string, agendaUid: number) => {
  const engine = Layer.merge(Engine.layer, Mirror.layer(agendaUid)).pipe(
    Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, MarkdownRichText.layer, none]),
    Layer.provideMerge(Layer.succeed(CurrentLimits, limits))
  )
  const publicUrl = url.replace(/\/+$/, "")
  const basePath = new URL(publicUrl).pathname.replace(/\/+$/, "")
  return WebHandler.make<Mirror>(engine, { publicUrl, basePath, accessLog: false, pages: false })
}

/** Whether a response comes from the server when it works, and not from a proxy or a busy server. */
const isAnswer = ({ ok, status }: Response): boolean => ok || (status >= 400 && status < 500 && status !== 429)

/** Whole answers of the server, asked for again while it cannot be reached once the mirror is filled. */
const persistently = ({ fetch = globalThis.fetch, signal }: AgendaMirrorOptions, isFilled: () => boolean) => {
  const send: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (!isFilled()) return response
    if (!isAnswer(response)) throw new TypeError(`the server answered ${response.status}`)
    return new Response(await response.arrayBuffer(), response)
  }
  return (url: string, init: RequestInit) => persist(() => send(url, init), (error) => isFilled() && isTransient(error), signal)
}

/**
 * Fills a memory store with an agenda as a reader sees it, and keeps it in step through the feed of changes, with the
 * services and the HTTP handler of the server over it: the same requests have the same answers, offline too. Resolves
 * when it is filled; rejects as `ended` does, and with failures of the network. Only for readers of published events.
 *
 * @example
 * const mirror = await mirrorAgenda({ url: "https://agenda.example", key, agendaUid: 1 })
 * const { events } = await mirror.client.listEvents({ agendaUid: 1, query: { search: "jazz" } })
 */
export const mirrorAgenda = <Values = unknown>(options: AgendaMirrorOptions): Promise<AgendaMirror<Values>> =>
  new Promise((resolve, reject) => {
    const { agendaUid, onState, signal, url } = options
    const { dispose, handler, run } = handlerOf(url, agendaUid)
    const put = <A, E>(use: (mirror: Context.Tag.Service<Mirror>) => Effect.Effect<A, E>) => run(Effect.flatMap(Mirror, use))
    let state: MirrorState | null = null
    const remote = createAgendaClient<Values>({ ...options, fetch: persistently(options, () => state !== null) })
    /** Locations to remove once no event refers to them. */
    let dropped: Array<number> = []

    const putLocation = async (locationUid: number): Promise<void> => {
      const answer = await remote.getLocation({ agendaUid, locationUid, signal }).catch((error: unknown) => {
        if (problemOf(error)?.status === 404) return null
        throw error
      })
      if (answer !== null) await put((mirror) => mirror.putLocation(answer.location))
    }

    const open = async (): Promise<AgendaMirror<Values>> => {
      const draft = { kind: "agenda", ownerUid: null, agendaUids: [agendaUid], operations: null, expiresAt: null } as const
      const { key } = await run(Effect.flatMap(Keys, (keys) => keys.create(draft)))
      const answer: AgendaMirror["fetch"] = (address, init) => {
        const request = new Request(address, init)
        request.headers.set("key", key)
        return handler(request)
      }
      return {
        client: createAgendaClient<Values>({ url, fetch: answer }),
        fetch: answer,
        ended,
        state: () => state ?? { upToDate: false, at: 0 }
      }
    }

    const copy: EventCopy<Values> = {
      begin: async () => {
        const answer = await remote.getAgenda({ agendaUid, query: { detailed: true }, signal })
        await put((mirror) => mirror.putAgenda(answer))
        const met = new Set<number>()
        for await (const location of remote.listLocations({ agendaUid, query: { detailed: true, size: 300 }, signal })) {
          met.add(location.uid)
          await put((mirror) => mirror.putLocation(location))
        }
        dropped = (await put(({ locationUids }) => locationUids)).filter((uid) => !met.has(uid))
        for await (const { uid, updatedAt } of remote.listEvents({ agendaUid, query: { removed: true, size: 300 }, signal })) {
          await put((mirror) => mirror.removeEvent(uid, updatedAt))
        }
      },
      put: (event) => put((mirror) => mirror.putEvent(event)),
      remove: async (uid) => {
        const { events: [removed] } = await remote.listEvents({ agendaUid, query: { removed: true, uid }, signal })
        await put((mirror) => mirror.removeEvent(uid, removed?.updatedAt ?? null))
      },
      uids: () => put(({ eventUids }) => eventUids),
      refer: async (changes) => {
        for (const { removed, type, uid } of changes) {
          if (type === "location") await (removed ? dropped.push(uid) : putLocation(uid))
        }
        return changes.some(({ kind }) => kind === "agenda.updated")
      },
      reached: async (_, upToDate) => {
        for (const uid of dropped.splice(0)) await put((mirror) => mirror.removeLocation(uid))
        const isFirst = state === null
        state = { upToDate, at: await run(Effect.zipRight(Effect.flatMap(Changes, ({ prune }) => prune), Clock.currentTimeMillis)) }
        if (isFirst) resolve(await open())
        else onState?.(state)
      }
    }
    const ended = mirrorEvents(remote, { agendaUid, signal }, copy).finally(() => void dispose())
    ended.catch(reject)
  })

export { StoreError } from "@agenda-engine/core/domain/error/EngineError"
export { UnreadableAnswer } from "@agenda-engine/core/services/mirror/Mirror"
