import { cookieFuzzer } from "./cookieFuzzer.js"
import { multipartFuzzer, urlencodedFuzzer } from "./formFuzzers.js"
import { headerFuzzer, pathFuzzer } from "./headFuzzers.js"
import { imageFuzzer } from "./imageFuzzer.js"
import { jsonFuzzer } from "./jsonFuzzer.js"
import { htmlFuzzer, markdownFuzzer } from "./markupFuzzers.js"
import { queryFuzzer } from "./queryFuzzer.js"
import { runFuzzer } from "./runFuzzer.js"

/** Every parser of request bytes, by name, to be run on so many inputs. */
export const fuzzers: ReadonlyArray<readonly [name: string, run: (runs: number) => Promise<void>]> = [
  ["multipart forms", (runs) => runFuzzer(multipartFuzzer, runs)],
  ["urlencoded forms", (runs) => runFuzzer(urlencodedFuzzer, runs)],
  ["JSON bodies", (runs) => runFuzzer(jsonFuzzer, runs)],
  ["query strings", (runs) => runFuzzer(queryFuzzer, runs)],
  ["headers", (runs) => runFuzzer(headerFuzzer, runs)],
  ["paths", (runs) => runFuzzer(pathFuzzer, runs)],
  ["cookies", (runs) => runFuzzer(cookieFuzzer, runs)],
  ["images", async (runs) => runFuzzer(await imageFuzzer(), runs)],
  ["HTML", (runs) => runFuzzer(htmlFuzzer, runs)],
  ["markdown", (runs) => runFuzzer(markdownFuzzer, runs)]
]
