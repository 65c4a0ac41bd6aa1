import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ProcessFailed, Server } from "../process/NodeProcess.js"
import type { UnfitAnswer } from "../scenario/ask.js"

/** An event as another server keeps it: what the default list of the engine says of it, objects as JSON. */
export interface PeerEvent {
  readonly uid: number
  readonly agenda: number
  readonly state: number
  /** 1: put first. */
  readonly featured: number
  /** 1: over, and so put after what is not. */
  readonly ended: number
  /**
   * When its next slot begins; of what is over, when its last one ended, below zero: the last to end comes first.
   * Milliseconds.
   */
  readonly rank: number
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly location: string
  readonly dates: string
}

/** Columns that hold whole numbers, and those that hold text or JSON. */
export const peerColumns = {
  numbers: ["uid", "agenda", "state", "featured", "ended", "rank"],
  texts: ["slug", "title", "description", "keywords", "location", "dates"]
} as const

/** What events are ordered by, after the agenda and the state that they are filtered by. */
export const peerOrder = ["featured desc", "ended", "rank", "uid"] as const

/** Where a peer's list of the first twenty is asked for, and how its answer is read. */
export interface PeerList {
  readonly version: string
  readonly server: Server
  readonly path: string
  /** The same request without the response cache of the server, if it has one. */
  readonly uncached?: string
  readonly headers: Readonly<Record<string, string>>
  readonly read: (text: string) => Effect.Effect<{ readonly total: number; readonly uids: ReadonlyArray<number> }, UnfitAnswer>
}

/** Why a peer cannot be measured. */
export type PeerFailed = ProcessFailed | UnfitAnswer

/** Another server of records, that answers the same question. */
export interface Peer {
  readonly name: string
  /** The version that is installed, or where it comes from. */
  readonly wanted: string
  /** Puts it into a folder, where it stays. */
  readonly install: (folder: string) => Effect.Effect<void, PeerFailed>
  /** Starts it on the events, its data in a folder of its own. Closing the scope stops it. */
  readonly start: (
    options: {
      readonly installed: string
      readonly directory: string
      readonly agenda: number
      readonly events: ReadonlyArray<PeerEvent>
    }
  ) => Effect.Effect<PeerList, PeerFailed, Scope.Scope>
}
