import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"
import type { Converted } from "../event/convertAhead.js"
import { Events } from "../Events.js"
import type { TransferLine } from "./TransferLine.js"

/**
 * Converts the markup of the event lines, by agenda uid. Agendas that do not exist yet are skipped, because an earlier
 * line may create them; the markup of their events is converted on restore.
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
