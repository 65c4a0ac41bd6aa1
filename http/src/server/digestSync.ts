import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Digest } from "../response/entityTag.js"

/** SHA-256 by Node, synchronously, without a round trip to another thread. */
export const digestSync: Digest = (bytes) => Effect.sync(() => createHash("sha256").update(bytes).digest())
