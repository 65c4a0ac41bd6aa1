import type { JsonObject } from "../../domain/Json.js"
import type { AgendaDraft } from "../../validation/readAgenda.js"
import type { LocationSetDraft } from "../../validation/readLocationSet.js"
import type { NetworkDraft } from "../../validation/readNetwork.js"
import type { Restoration } from "../Events.js"

/** One line of an import, read: a network, a location set, an agenda, a location or an event, and what identifies it. */
export type TransferLine =
  | { readonly kind: "network"; readonly draft: NetworkDraft & { readonly uid: number } }
  | { readonly kind: "locationSet"; readonly draft: LocationSetDraft & { readonly uid: number } }
  | { readonly kind: "agenda"; readonly draft: AgendaDraft & { readonly uid: number } }
  | {
    readonly kind: "location"
    readonly agendaUid: number
    readonly uid: number
    /** Absent: the agenda's. */
    readonly setUid?: number | null
    readonly slug?: string
    readonly body: JsonObject
  }
  | { readonly kind: "event"; readonly agendaUid: number; readonly restoration: Restoration; readonly body: JsonObject }

/** The kinds of line there are. */
export const lineKinds = ["network", "locationSet", "agenda", "location", "event"] as const satisfies ReadonlyArray<TransferLine["kind"]>
