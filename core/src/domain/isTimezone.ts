import { spellTimezone } from "./spellTimezone.js"

/** Whether a text is the name of an IANA time zone that this runtime knows. Bare offsets are not names. */
export const isTimezone = (text: string): boolean => spellTimezone(text) !== null
