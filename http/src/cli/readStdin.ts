import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Failure } from "./Failure.js"
import { Streams } from "./Streams.js"

/** What is piped into the program, as bytes. */
export const readStdin: Stream.Stream<Uint8Array, Failure> = Stream.unwrap(
  Effect.map(
    Streams,
    ({ stdin }) => NodeStream.fromReadable(stdin, (error) => new Failure({ message: `stdin cannot be read: ${String(error)}` }))
  )
)
