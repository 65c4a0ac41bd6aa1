/** An instant in a time zone, ISO 8601 with offset and without fraction: `2022-10-15T17:00:00+02:00`. */
export const formatInstant = (_instant: number, _timezone: string): string => ""

/** An instant in UTC with milliseconds: `2022-10-15T15:00:00.000Z`. */
export const formatUtc = (_instant: number): string => ""
