#!/usr/bin/env node
import * as Effect from "effect/Effect"
import { pathToFileURL } from "node:url"
import { cli } from "../dist/cli.js"

const { output, status } = await Effect.runPromise(cli(process.argv.slice(2), pathToFileURL(`${process.cwd()}/`).href))
process.stdout.write(`${output}\n`)
process.exitCode = status
