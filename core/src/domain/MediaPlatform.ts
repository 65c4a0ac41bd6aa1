/** The parts of an http or https URL that tell media apart: host in lower case, path segments, query. */
export interface MediaAddress {
  readonly host: string
  /** The path's segments, empty ones left out: `/a//b/` is `["a", "b"]`. */
  readonly path: ReadonlyArray<string>
  /** The first value of each query parameter, as it stands in the URL. */
  readonly query: ReadonlyMap<string, string>
}

/** One piece of media on a platform, put together from validated identifiers only. */
export interface Media {
  /** The page a person would open, https. */
  readonly page: string
  /** What an iframe shows, https. */
  readonly player: string
  /** The player's height in CSS pixels, for a width of 640. */
  readonly height: number
  /** A still image where the platform has one at an address that follows from the identifier. */
  readonly thumbnail?: string
}

/** A platform: its name, its home page, what it plays, and how its addresses are read. */
export interface MediaPlatform {
  readonly name: string
  readonly home: string
  /** As in oEmbed: `video`, or `rich` for sound and mixed players. */
  readonly type: "video" | "rich"
  /** The media at an address, whether a page or a player; null when it is not this platform's or not one piece of media. */
  readonly find: (address: MediaAddress) => Media | null
}

/** The text when it has this form from end to end, else null. */
export const matched = (text: string | undefined, form: RegExp): string | null => text !== undefined && form.test(text) ? text : null
