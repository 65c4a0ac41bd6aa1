import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Digest } from "../response/entityTag.js"

/** SHA-256 by Node, without a way to another thread and back. */
export const digestOnTheSpot: Digest = (bytes) => Effect.sync(() => createHash("sha256").update(bytes).digest())
