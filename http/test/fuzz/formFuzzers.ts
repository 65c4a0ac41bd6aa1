import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { defaultSettings } from "../../src/HttpSettings.js"
import { type Form, parseMultipart, parseUrlEncoded } from "../../src/request/parseMultipart.js"
import { demand, demandSame } from "./demand.js"
import type { Fuzzer } from "./runFuzzer.js"

const bounds = { ...defaultSettings, ...defaultLimits }

const part = (name: string, value: string, more = "") => `--xx\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

const samples = [
  `${part("data", '{"title":{"fr":"Été"}}')}--xx--\r\n`,
  `${part("access_token", "0123456789")}${part("data", "{}")}${
    part("image", "\xFF\xD8\xFF", '; filename="a.jpg"\r\nContent-Type: image/jpeg')
  }--xx--`,
  `preamble\r\n${part("a", "")}${part("a", "b", "; filename*=utf-8''%C3%A9.jpg")}--xx--\r\nepilogue`,
  `${part("image", "", '; filename=""\r\nContent-Type: application/octet-stream')}${
    part("data", "x", "\r\nContent-Type: text/plain; charset=utf-16")
  }--xx--`
] as const

const tokens = [
  "--xx",
  "--xx--",
  "\r\n--xx\r\n",
  "\r\n--xx--",
  "\r\n",
  "\r\n\r\n",
  "\n",
  "--",
  '; filename="',
  "; filename*=utf-8''%ff",
  "; filename*=''%",
  "; name=image",
  '; name="',
  '\\"',
  "Content-Type: ",
  "Content-Disposition: form-data; ",
  "application/octet-stream",
  "; charset=",
  "multipart/mixed; boundary=yy",
  ":",
  "日本.jpg"
] as const

const types = [
  "multipart/form-data; boundary=xx",
  'multipart/form-data; boundary="xx"',
  "multipart/form-data; charset=utf-8; boundary=xx",
  "multipart/form-data; boundary=xx; boundary=yy"
] as const

const boundary = "a-boundary-that-no-input-holds"

const isPlain = (name: string): boolean => /^[^"\\\p{Cc}\p{Cs}]*$/u.test(name)

/** A form as a client would send it. */
const printForm = ({ fields, files }: Form): Uint8Array =>
  Buffer.concat([
    ...[...fields].map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    ),
    ...[...files].flatMap(([name, bytes]) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="f"\r\n\r\n`),
      bytes,
      Buffer.from("\r\n")
    ]),
    Buffer.from(`--${boundary}--`)
  ])

const demandSameForm = (parsed: Form, form: Form) => {
  const shown = ({ fields, files }: Form) => [[...fields], [...files].map(([name, bytes]) => [name, Buffer.from(bytes)])]
  demandSame(shown(parsed), shown(form), "a form that is printed and parsed again is the same")
}

/** Multipart bodies: a form or a refusal, and a form that is printed and parsed again is the same. */
export const multipartFuzzer: Fuzzer<{ readonly body: Uint8Array; readonly type: string }> = {
  name: "multipart forms",
  draw: (draw) => ({
    body: Buffer.from(draw.mutate(samples, tokens), draw.pick(["utf8", "latin1"])),
    type: draw.once(8) ? draw.mutate(types, tokens) : draw.pick(types)
  }),
  sizeOf: ({ body }) => body.byteLength,
  check: async ({ body, type }) => {
    const parsed = await Effect.runPromise(Effect.either(parseMultipart(body, type, bounds)))
    if (Either.isLeft(parsed)) return demand(/^(?:malformed-request|content-too-large)$/.test(parsed.left.kind), "the refusal is typed")
    if (![...parsed.right.fields.keys(), ...parsed.right.files.keys()].every(isPlain)) return
    const again = parseMultipart(printForm(parsed.right), `multipart/form-data; boundary=${boundary}`, bounds)
    demandSameForm(await Effect.runPromise(again), parsed.right)
  }
}

const urlencoded = [
  "data=%7B%22a%22%3A1%7D&access_token=x",
  "code=a+b%20c",
  "grant_type=authorization_code&code=%C3%A9",
  "a&b=&=c&&a=d"
] as const

const escapes = ["%", "%%", "%zz", "%ff", "%00", "&", "=", "+", "%26", "%3D", "%0d%0a", "__proto__=", "data="] as const

/** Urlencoded forms that survive printing and parsing. */
export const urlencodedFuzzer: Fuzzer<string> = {
  name: "urlencoded forms",
  draw: (draw) => draw.once(50) ? draw.pick(escapes).repeat(draw.below(2_000)) : draw.mutate(urlencoded, escapes),
  sizeOf: (text) => text.length,
  check: (text) => {
    const parsed = parseUrlEncoded(text)
    if (Either.isLeft(parsed)) return demand(parsed.left.kind === "content-too-large", "the refusal is typed")
    const printed = new URLSearchParams([...parsed.right.fields]).toString()
    demandSameForm(Either.getOrThrow(parseUrlEncoded(printed)), parsed.right)
  }
}
