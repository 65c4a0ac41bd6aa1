import { describe, expect, it } from "vitest"
import { feedItem, type FeedOptions } from "../../src/present/export/feedItem.js"
import { jsonFeedPieces } from "../../src/present/export/presentJsonFeed.js"
import { rssDate, rssPieces } from "../../src/present/export/presentRss.js"
import { publicationWith } from "../derive/publication.js"

const options: FeedOptions = {
  agendaUrl: "https://agenda.example/agendas/town",
  feedUrl: "https://agenda.example/agendas/1/events.v2.rss?a=1&b=2",
  languages: ["en", "fr"],
  imageBase: "https://agenda.example/images/",
  now: 0,
  toHtml: (markdown) => `<em>${markdown}</em>`
}

describe("feedItem", () => {
  it("has texts in the preferred languages, and when and where in its content", () => {
    const event = publicationWith({ longDescription: { fr: "Tout" }, conditions: { en: "Free <now>\nand later" } })
    expect(feedItem(event, options)).toMatchObject({
      id: "42@agenda-engine",
      url: "https://agenda.example/agendas/town/events/concert",
      title: "Summer concert",
      summary: "Du jazz, et; du \\ blues",
      html: "<p>1 and 2 January 2030<br>Halle aux Grains, 2 place du Marché</p><p>Du jazz, et; du \\ blues</p><em>Tout</em>" +
        "<p>Free &lt;now&gt;<br>and later</p>",
      image: { url: "https://agenda.example/images/a.full.jpg", size: { width: 1400, height: 800 }, credits: null },
      keywords: ["jazz"],
      place: "Halle aux Grains, 2 place du Marché"
    })
  })

  it("is dated when it was first published, before that when it was created", () => {
    const { event } = publicationWith()
    expect(feedItem(publicationWith(), options)).toMatchObject({ publishedAt: event.createdAt, modifiedAt: event.updatedAt })
    expect(feedItem(publicationWith({}, { publishedAt: 1_893_000_000_000 }), options).publishedAt).toBe(1_893_000_000_000)
  })

  it.each([
    ["of its title", ["fr"], "1er et 2 janvier 2030"],
    ["of its title that has date ranges", ["br", "it"], "1 e 2 gennaio 2030"],
    ["English without any", ["br"], "1 and 2 January 2030"]
  ])("has dates in the language %s when none is preferred", (_, titles, dates) => {
    const title = Object.fromEntries(titles.map((language) => [language, "Concert"]))
    const { html } = feedItem(publicationWith({ title }), { ...options, languages: [] })
    expect(html).toContain(`<p>${dates}<br>`)
  })

  it("shows the next slot, after the end the last one", () => {
    const slotAt = (now: number) => feedItem(publicationWith(), { ...options, now }).slot.begin
    expect(slotAt(0)).toBe(1_893_517_200_000)
    expect(slotAt(1_893_524_400_000)).toBe(1_893_603_600_000)
    expect(slotAt(2_000_000_000_000)).toBe(1_893_603_600_000)
  })

  it("shows the link of an online event as its place, and no place without any", () => {
    const online = { attendanceMode: 2, onlineAccessLink: "https://example.org/live" } as const
    expect(feedItem(publicationWith(online), options).place).toBe("https://example.org/live")
    expect(feedItem(publicationWith({ image: null }, { location: null }), options)).toMatchObject({ place: null, image: null })
  })
})

describe("jsonFeedPieces", () => {
  it("leave out what is not there", () => {
    const event = publicationWith({ description: {}, image: null, keywords: {} }, { location: null })
    const item: unknown = JSON.parse(jsonFeedPieces.event(event, options))
    expect(Object.keys(Object(item))).toEqual(["id", "url", "title", "content_html", "date_published", "date_modified", "_event"])
    const feed: unknown = JSON.parse(
      jsonFeedPieces.first(event.agenda, { ...options, languages: [] }) + jsonFeedPieces.last("https://next.example")
    )
    expect(Object.keys(Object(feed))).toEqual(["version", "title", "home_page_url", "feed_url", "authors", "items", "next_url"])
  })
})

describe("rssPieces", () => {
  it("escape markup and replace characters that XML cannot have", () => {
    const text = rssPieces.event(publicationWith({ title: { en: 'a <b> & "c" \u0000\uFFFF\u{1F3B7}' } }), options)
    expect(text).toContain("<title>a &lt;b&gt; &amp; &quot;c&quot;   \u{1F3B7}</title>")
    expect(rssPieces.first(publicationWith().agenda, options)).toContain(
      'href="https://agenda.example/agendas/1/events.v2.rss?a=1&amp;b=2"'
    )
  })

  it("link to the next page if there is one", () => {
    expect(rssPieces.last(null)).toBe("</channel></rss>\n")
    expect(rssPieces.last("https://next.example/?a&b")).toContain(
      'rel="next" type="application/rss+xml" href="https://next.example/?a&amp;b"'
    )
  })
})

describe("rssDate", () => {
  it.each([
    [0, "Thu, 01 Jan 1970 00:00:00 GMT"],
    [1_665_846_000_000, "Sat, 15 Oct 2022 15:00:00 GMT"],
    [-86_400_000, "Wed, 31 Dec 1969 00:00:00 GMT"],
    [1_709_251_199_000, "Thu, 29 Feb 2024 23:59:59 GMT"]
  ])("writes %d", (instant, text) => {
    expect(rssDate(instant)).toBe(text)
  })
})
