import type { JsonObject } from "../../domain/text/Json.js"
import type { AgendaDraft } from "../../validation/agenda/readAgenda.js"
import type { NetworkDraft } from "../../validation/agenda/readNetwork.js"
import type { LocationSetDraft } from "../../validation/location/readLocation.js"
import type { Restoration } from "../event/write/Restoration.js"
import type { RestoredPosition } from "../location/settlePosition.js"

/** A parsed line of an import, with its identity. */
export type TransferLine =
  | { readonly kind: "network"; readonly draft: NetworkDraft & { readonly uid: number } }
  | { readonly kind: "locationSet"; readonly draft: LocationSetDraft & { readonly uid: number } }
  | { readonly kind: "agenda"; readonly draft: AgendaDraft & { readonly uid: number } }
  | {
    readonly kind: "location"
    readonly agendaUid: number
    readonly uid: number
    /** Absent: the agenda's set. */
    readonly setUid?: number | null
    readonly slug?: string
    readonly position: RestoredPosition
    readonly body: JsonObject
  }
  | { readonly kind: "event"; readonly agendaUid: number; readonly restoration: Restoration; readonly body: JsonObject }

/** All kinds of lines. */
export const lineKinds = ["network", "locationSet", "agenda", "location", "event"] as const satisfies ReadonlyArray<TransferLine["kind"]>
