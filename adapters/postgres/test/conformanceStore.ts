import type { StoreUnderTest } from "@agenda-engine/conformance/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as PostgresStores from "../src/PostgresStores.js"
import { startPostgres } from "./startPostgres.js"

/** The layer over the database at a URL. */
export const open = (url: string) => PostgresStores.layer({ url: Redacted.make(url) })

const create = Effect.flatMap(startPostgres(), ({ emptyDatabase }) => Effect.map(emptyDatabase, Redacted.value))

/** This adapter, as the conformance suite opens it in each of its processes; each database has a server of its own. */
export const store: StoreUnderTest = { name: "postgres", fresh: Effect.map(create, open), database: { create, open }, lacks: {} }
