import type { MultilingualText } from "../domain/MultilingualText.js"
import type { Interval } from "../domain/Timing.js"
import type { StoredDateRange } from "../record/EventDocument.js"

/** The words for the days of an event, as they are kept (wire.md §5, dateRange). */
export const storeDateRange = (_slots: ReadonlyArray<Interval>, _timezone: string): StoredDateRange => ({ year: null, short: {}, long: {} })

/** The words for the days of an event as they are read at `now`, epoch milliseconds: the year is left out when every day is in now's year. */
export const dateRange = (stored: StoredDateRange, _timezone: string, _now: number): MultilingualText => stored.long
