/** Seconds for which shared caches may reuse a page or calendar. */
const shared_seconds = 60

/** `Cache-Control` of pages and calendars: public, and revalidated afterwards. */
export const sharedFor = `public, max-age=${shared_seconds}, must-revalidate`
