import { crc32, deflateSync } from "node:zlib"
import sharp, { type Sharp } from "sharp"

/** A hostile image file and its expected outcome. */
export interface HostileImage {
  readonly label: string
  readonly bytes: () => Promise<Uint8Array>
  readonly filename?: string
  readonly type?: string
  /** The size of its full rendition, or the code it is refused by. */
  readonly outcome: { readonly width: number; readonly height: number } | "format.unknown" | "range"
}

const text = (content: string): Buffer => Buffer.from(content, "latin1")

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([text(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A black PNG of one bit a pixel that says this size, with as many lines as there are. */
const png = (width: number, height: number, lines = height): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * lines), { level: 1 })
  return Buffer.concat([text("\x89PNG\r\n\x1A\n"), chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))])
}

/** A picture with something to see in it, so that its files are not tiny. */
export const plasma = (width: number, height: number): Sharp => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + Math.floor(at / width) * 13 + ((at * at) >> 7)) & 0xFF
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const jpeg = () => plasma(240, 160).jpeg().toBuffer()
const cut = async (whole: Promise<Buffer>, share: number): Promise<Buffer> => {
  const bytes = await whole
  return bytes.subarray(0, Math.floor(bytes.length * share))
}

/** Two frames, red and blue. */
const frames = () => {
  const frame = (background: string) => sharp({ create: { width: 40, height: 30, channels: 3, background } }).png().toBuffer()
  return Promise.all([frame("#ff0000"), frame("#0000ff")]).then((both) => sharp(both, { join: { animated: true } }))
}

const script = "<script>alert(document.domain)</script>"
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}<rect width="9" height="9"/></svg>`

/** A comment segment, put behind the first two bytes of a JPEG. */
const withComment = (bytes: Buffer, comment: string): Buffer => {
  const head = Buffer.from([0xFF, 0xFE, 0, 0])
  head.writeUInt16BE(comment.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), head, text(comment), bytes.subarray(2)])
}

const wide = { width: 240, height: 160 }
const refused = "format.unknown"
const now = (bytes: Uint8Array) => async () => bytes

/** Files that were made to harm, to fool or merely by an old camera. */
export const hostileImages: ReadonlyArray<HostileImage> = [
  { label: "nothing", bytes: now(new Uint8Array(0)), outcome: refused },
  { label: "text", bytes: now(text("no picture at all")), outcome: refused },
  { label: "a page with a script, called a JPEG", bytes: now(text(`<!doctype html>${script}`)), outcome: refused },
  { label: "a drawing with a script", bytes: now(text(svg)), filename: "a.svg", type: "image/svg+xml", outcome: refused },
  {
    label: "a drawing behind an XML declaration, called a PNG",
    bytes: now(text(`<?xml version="1.0"?>\n${svg}`)),
    type: "image/png",
    outcome: refused
  },
  { label: "a document", bytes: now(text("%PDF-1.7\n1 0 obj <<>> endobj\n")), filename: "a.pdf", outcome: refused },
  { label: "a TIFF", bytes: () => plasma(20, 20).tiff().toBuffer(), filename: "a.tif", outcome: refused },
  { label: "a script that begins as a GIF", bytes: now(text("GIF89a/*\x01\0\x01\0*/=1;alert(document.domain)//")), outcome: refused },
  { label: "a drawing that begins as a GIF", bytes: now(text(`GIF89a${svg}`)), outcome: refused },
  { label: "a PNG that says 65535 by 65535", bytes: now(png(65_535, 65_535, 4)), outcome: "range" },
  { label: "a bomb: 16000 by 16000 in few bytes", bytes: async () => png(16_000, 16_000), outcome: "range" },
  { label: "a line of 70000 pixels", bytes: now(png(70_000, 1)), outcome: "range" },
  { label: "as many pixels as are taken, in few bytes", bytes: async () => png(7_000, 7_000), outcome: { width: 7_000, height: 7_000 } },
  { label: "a JPEG that ends half-way", bytes: () => cut(jpeg(), 0.5), outcome: refused },
  { label: "a JPEG that ends in its header", bytes: () => cut(jpeg(), 0.02), outcome: refused },
  { label: "a PNG that ends half-way", bytes: () => cut(plasma(240, 160).png().toBuffer(), 0.5), outcome: refused },
  { label: "a PNG with lines missing", bytes: now(png(240, 160, 20)), outcome: refused },
  { label: "a WebP that ends half-way", bytes: () => cut(plasma(240, 160).webp().toBuffer(), 0.5), outcome: refused },
  {
    label: "a JPEG with an archive behind it",
    bytes: async () => Buffer.concat([await jpeg(), text("PK\x03\x04<?php system(1);"), Buffer.alloc(4_000, 7)]),
    outcome: wide
  },
  { label: "a JPEG with a page in its comment", bytes: async () => withComment(await jpeg(), `<html>${script}`), outcome: wide },
  {
    label: "a GIF with a script behind it",
    bytes: async () => Buffer.concat([await plasma(240, 160).gif().toBuffer(), text(`;${script}`)]),
    outcome: wide
  },
  {
    label: "a PNG that calls itself a page",
    bytes: () => plasma(240, 160).png().toBuffer(),
    filename: "page.html",
    type: "text/html",
    outcome: wide
  },
  {
    label: "a WebP with a name that leads elsewhere",
    bytes: () => plasma(240, 160).webp().toBuffer(),
    filename: "../../etc/passwd",
    outcome: wide
  },
  {
    label: "an animated GIF",
    bytes: () => frames().then((both) => both.gif().toBuffer()),
    type: "image/gif",
    outcome: { width: 40, height: 30 }
  },
  {
    label: "an animated WebP",
    bytes: () => frames().then((both) => both.webp().toBuffer()),
    type: "image/webp",
    outcome: { width: 40, height: 30 }
  },
  { label: "an AVIF", bytes: () => plasma(64, 48).avif({ effort: 0 }).toBuffer(), type: "image/avif", outcome: { width: 64, height: 48 } },
  { label: "one pixel", bytes: now(png(1, 1)), outcome: { width: 1, height: 1 } },
  { label: "a JPEG in CMYK", bytes: () => plasma(240, 160).toColourspace("cmyk").jpeg().toBuffer(), outcome: wide },
  {
    label: "a PNG of 16 bits with transparency",
    bytes: () => plasma(240, 160).ensureAlpha(0.5).toColourspace("rgb16").png().toBuffer(),
    outcome: wide
  },
  { label: "a grey JPEG", bytes: () => plasma(240, 160).greyscale().jpeg().toBuffer(), outcome: wide }
]
