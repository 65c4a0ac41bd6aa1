import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { testMigrations } from "../../../sql/test/migrating.js"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"
import { sqliteAdapter } from "../sqliteAdapter.js"
import { temporaryFile } from "../temporaryFile.js"

testMigrations(sqliteAdapter, {
  "0001_tables": "8285f3897741b02e9d649f5e62085f807b3cf61e4f9e20bb121bfff1fad9454b",
  "0002_index_rules_2_3": "fed2d21759dc55f369bd762cbabc1198119ddd1ea88334f6072b048e5c83d568",
  "0003_geocoding": "6101abfb43b2bb1a36d8cc456a60670f35268a1a91749511463a3ad1078e46b7",
  "0004_host_users": "955104afd541cc179d09251029df6c9736a7d33f619a17b821b0258a7c2f8e10",
  "0005_image_uses": "10e68c54346e1e972d6eaebae5c5ee897c907e14460d18dad492b67eaf2a5f38",
  "0006_index_rules_2_4": "21dbee95c6566d753054715dfafba0e4a54a9af73d10b4ced83ee9289698b1aa",
  "0007_index_rules_3_4": "a13b97175370e123b52ecb036b9e15356f56b18a3c9bd774758cb1f2672c512e",
  "0008_index_rules_4_4": "8a1f027e4caf9579334ee0608c41e390befc9e8d88da7d24e3fb41750a371a48",
  "0009_index_rules_4_5": "eff2bd8a77dae866140ad31fa90478e66d7223882045dc3fa63bee97d8aae201",
  "0010_word_counts": "cf20061bc99a375b0fbfdde9dbb7f0a6938a122cc57b3006889f8646714ae438",
  "0011_network_synonyms": "abde69c3cc8224d6fdce94f5a4ac3dc09c57c44053c370bd4be7906628402a9d",
  "0012_description_words": "9ffd2941db3f71e0610798a76735c110d4a68a41358281e8549ff4330d69a64d",
  "0013_index_rules_4_6": "daf5267266939895d142ea52c796fed68756f5defc05de51eee703214f11d035",
  "0014_index_rules_4_7": "bfc8ab4b7ef560a3129f1df27bffd9b049dff874f35f82d4a6ab5edcf8761e48",
  "0015_changes": "e5129fa9899ee5108395f97f47451dacadb956637ca5ebb304b508cdd80d213c",
  "0016_webhooks": "0e62b4e74994911c87903e5e2f57cd3a81bb5d0a80cba723a71bb2a649fba926",
  "0017_consumers": "7beea0e86ddb2d9a2c841cae282531d2acbedc82be1b0774b32cc98ed70cbdfe",
  "0018_database_id": "073d5f7572132f8c148b7a0fcba9754784ed39ecfc2e353c1a53e07f2e78cec0",
  "0019_rate_counts": "0df0c93757a6995c39b2d1013ac663cc0243fe8485c4066524a86453c507e197"
})

describe("SqliteMigrations", () => {
  it.scopedLive("status creates no file", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* SqliteMigrations.status({ filename })
      expect(existsSync(filename)).toBe(false)
    }))

  it.scopedLive("status fails on a file that cannot be opened", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(SqliteMigrations.status({ filename: dirname(yield* temporaryFile) }))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    }))

  it.scopedLive("up does not wait for a writer when no step is pending", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile, busyTimeout: "50 millis" } as const
      yield* SqliteMigrations.up(file)
      const database = yield* SqliteDatabase.open(file.filename)
      expect(yield* database.run(SqliteMigrations.up(file))).toEqual([])
    }))
})
