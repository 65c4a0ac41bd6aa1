import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expectOwnWritesCounted } from "../../../sql/test/knownCountsInTransaction.js"
import * as SqliteStores from "../../src/SqliteStores.js"

it.scopedLive("a transaction counts what it has written, whatever counts are known of before", () =>
  Effect.provide(expectOwnWritesCounted, SqliteStores.layer({ filename: ":memory:" })))
