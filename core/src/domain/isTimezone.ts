import * as Option from "effect/Option"

const resolve = Option.liftThrowable((timezone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: timezone }).resolvedOptions().timeZone
)

/** Whether a text names a time zone of the IANA database that this runtime knows; bare offsets are not names. */
export const isTimezone = (text: string): boolean => /^[A-Za-z]/.test(text) && Option.isSome(resolve(text))
