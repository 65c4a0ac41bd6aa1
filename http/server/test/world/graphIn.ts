/** The schema.org graph that stands in a page; undefined where there is none. */
export const graphIn = (page: string): unknown => {
  const [, text] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? []
  return text === undefined ? undefined : JSON.parse(text)
}
