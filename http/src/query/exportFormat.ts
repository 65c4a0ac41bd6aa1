import * as Struct from "effect/Struct"
import { oneTextOf } from "./itemsOf.js"
import type { QueryTree } from "./parseQueryString.js"

/** A format in which the events of an agenda can be exported. */
interface Format {
  /** Media type, without parameters. */
  readonly mediaType: string
  /** Content type of the response. */
  readonly contentType: string
  /** Whether browsers save the file or show it. */
  readonly disposition: "attachment" | "inline"
}

const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** The formats of exports, by the ending of their URLs. */
export const exportFormats = {
  "csv": { mediaType: "text/csv", contentType: "text/csv; charset=utf-8; header=present", disposition: "attachment" },
  "json": { mediaType: "application/json", contentType: "application/json", disposition: "inline" },
  "json-feed": { mediaType: "application/feed+json", contentType: "application/feed+json", disposition: "inline" },
  "rss": { mediaType: "application/rss+xml", contentType: "application/rss+xml; charset=utf-8", disposition: "inline" },
  "ics": { mediaType: "text/calendar", contentType: "text/calendar; charset=utf-8", disposition: "inline" },
  "xlsx": { mediaType: workbook, contentType: workbook, disposition: "attachment" }
} as const satisfies { readonly [ending: string]: Format }

/** Name of a format of exports. */
export type ExportFormat = keyof typeof exportFormats

/** The names of the formats. */
export const exportFormatNames: ReadonlyArray<ExportFormat> = Struct.keys(exportFormats)

/** The formats that the list itself does not have. */
const negotiated = exportFormatNames.filter((name) => name !== "json")

/** A range of `Accept`, in lower case, with its quality from 0 (not acceptable) to 1. */
const rangesOf = (accept: string): ReadonlyArray<readonly [range: string, quality: number]> =>
  accept.toLowerCase().split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim())
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "") ?? "1"
    return [range, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0]
  })

/**
 * The format that `Accept` prefers to JSON; null for JSON. Only ranges that name a type count for a format, so that
 * browsers and clients that accept anything get JSON (RFC 9110 §12.5.1).
 *
 * @example
 * acceptedFormat("text/csv, *\/*;q=0.1") // "csv"
 * acceptedFormat("text/html, *\/*") // null
 */
export const acceptedFormat = (accept: string): ExportFormat | null => {
  if (accept === "" || accept === "*/*") return null
  const ranges = rangesOf(accept)
  const qualityOf = (...names: ReadonlyArray<string>): number =>
    names.map((name) => ranges.find(([range]) => range === name)?.[1]).find((quality) => quality !== undefined) ?? 0
  const [best] = negotiated
    .map((name) => ({ name, quality: qualityOf(exportFormats[name].mediaType) }))
    .toSorted((left, right) => right.quality - left.quality)
  return best === undefined || best.quality <= qualityOf("application/json", "application/*", "*/*") ? null : best.name
}

/**
 * The format that a request for a list of events asks for, by `format` or else by `Accept`; null for the list itself.
 * `format` with another value is a filter of an additional field with this code, if the agenda has one.
 */
export const readExportFormat = (tree: QueryTree, accept: string): ExportFormat | null => {
  const word = oneTextOf(tree["format"])?.trim().toLowerCase()
  if (word === "json") return null
  return negotiated.find((name) => name === word) ?? acceptedFormat(accept)
}
