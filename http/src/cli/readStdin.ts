import * as NodeStream from "@effect/platform-node/NodeStream"
import type * as Stream from "effect/Stream"
import { Failure } from "./Failure.js"

/** What is piped into the program, as bytes. */
export const readStdin: Stream.Stream<Uint8Array, Failure> = NodeStream.fromReadable(
  () => process.stdin,
  (error) => new Failure({ message: `stdin cannot be read: ${String(error)}` })
)
