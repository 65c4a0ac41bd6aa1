import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"
import type { Converted } from "../event/convertAhead.js"
import { Events } from "../Events.js"
import type { TransferLine } from "./TransferLine.js"

/**
 * What the markup of the events among these lines is converted to, by agenda. None for an agenda that is not there yet, since a line may be
 * about to make it: its events' is converted as they are restored.
 */
export const convertLines: (
  lines: ReadonlyArray<TransferLine>,
  ownerUid: number | null
) => Effect.Effect<ReadonlyMap<number, Converted>, StoreError, Events> = Effect.fnUntraced(function*(lines, ownerUid) {
  const events = yield* Events
  const written = lines.flatMap((line) => line.kind === "event" ? [line] : [])
  const converted = new Map<number, Converted>()
  for (const ofAgenda of Object.values(Arr.groupBy(written, ({ agendaUid }) => String(agendaUid)))) {
    const uid = ofAgenda[0].agendaUid
    const found = yield* events.convert({ _tag: "Operator", userUid: ownerUid }, { _tag: "Uid", uid }, ofAgenda.map(({ body }) => body))
      .pipe(
        Effect.catchIf((error) => error._tag !== "StoreError", () => Effect.succeed(null))
      )
    if (found !== null) converted.set(uid, found)
  }
  return converted
})
