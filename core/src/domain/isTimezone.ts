import * as Option from "effect/Option"
import { remembering } from "./remembering.js"

const resolve = Option.liftThrowable((timezone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: timezone }).resolvedOptions().timeZone
)

/** More than there are zones; finding one out takes some tenths of a millisecond, and agendas have few. */
const zones_max = 1_000

/** A name of a zone is short: longer texts would only fill the memory. */
const name_chars_max = 64

const isKnown = remembering(zones_max, (text) => Option.isSome(resolve(text)))

/** Whether a text names a time zone of the IANA database that this runtime knows; bare offsets are not names. */
export const isTimezone = (text: string): boolean => text.length <= name_chars_max && /^[A-Za-z]/.test(text) && isKnown(text)
