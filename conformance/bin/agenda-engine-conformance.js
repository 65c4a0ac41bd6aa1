#!/usr/bin/env node
import * as Effect from "effect/Effect"
import { pathToFileURL } from "node:url"
import { cli } from "../dist/cli.js"

const isTerminal = process.stderr.isTTY
const clearLine = "\r\u001b[K"

const settings = {
  folder: pathToFileURL(`${process.cwd()}/`).href,
  execArgv: process.execArgv,
  onOutput: (text) => process.stderr.write(isTerminal ? `${clearLine}${text}` : text),
  onProgress: (id, done, declared) => isTerminal && process.stderr.write(`${clearLine}${done}/${declared} ${id}`)
}

// An interruption ends the processes that run cases, too.
const interruption = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interruption.abort())

const { output, status } = await Effect.runPromise(cli(process.argv.slice(2), settings), { signal: interruption.signal }).catch(
  () => ({ output: "interrupted", status: 130 })
)
if (isTerminal) process.stderr.write(clearLine)
process.stdout.write(`${output}\n`)
process.exitCode = status
