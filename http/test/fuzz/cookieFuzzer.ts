import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as Cookies from "@effect/platform/Cookies"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as WebHandler from "../../src/WebHandler.js"
import { testImages } from "../world/testImages.js"
import { demandSame } from "./demand.js"
import type { Fuzzer } from "./runFuzzer.js"

const samples = ["a=b; c=d", "session=%7B%22a%22%3A1%7D", 'a="b c"; __proto__=x; $Version=1', "access_token=0123456789; key=x"] as const

const tokens = [
  "=",
  ";",
  "; ",
  '"',
  "%",
  "%ff",
  "%00",
  ",",
  "key=",
  "access-token=",
  "\x7F",
  "é",
  "=".repeat(300),
  ";".repeat(300)
] as const

const unsendable = /[\0\r\n]|[^\0-\xFF]/g

/** Whether an input is sent to the whole app, which takes a hundred times as long as a parser. */
const isForApp = (text: string): boolean => text.length % 40 === 7

/** Cookies, which no route reads: whatever they hold, the answer is the same. */
export const cookieFuzzer: Fuzzer<string> & { readonly dispose: () => Promise<void> } = (() => {
  const engine = Engine.layer.pipe(
    Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer]),
    Layer.merge(Logger.remove(Logger.defaultLogger)),
    Layer.orDie
  )
  const { dispose, handler } = WebHandler.make(engine, { accessLog: false, pages: false })
  const answer = async (headers: Readonly<Record<string, string>>) => {
    const response = await handler(new Request("https://agenda.example/v2/requestAccessToken", { method: "POST", headers, body: "{" }))
    return [response.status, await response.text()]
  }
  const plain = answer({ "content-type": "application/json" })
  return {
    name: "cookies",
    dispose,
    draw: (draw) => draw.mutate(samples, tokens).replaceAll(unsendable, "").trim(),
    sizeOf: (text) => isForApp(text) ? 1_000_000 : text.length,
    check: async (text) => {
      Cookies.parseHeader(text)
      if (isForApp(text)) {
        demandSame(await answer({ "content-type": "application/json", "cookie": text }), await plain, "cookies change nothing")
      }
    }
  }
})()
