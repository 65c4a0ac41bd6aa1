/** Seconds in which a page or calendar may be shown as it was, by whoever keeps it. */
const shared_seconds = 60

/** `Cache-Control` of pages and calendars: anybody may keep them so long, and then asks whether they are still the same. */
export const sharedFor = `public, max-age=${shared_seconds}, must-revalidate`
