import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Client } from "pg"
import { passagesOf, type RankedEngine } from "./RankedEngine.js"
import { partWeights, searchedParts, type SearchedText, searchedTexts } from "./SearchedText.js"

const configurations = new Map([["fr", "french"], ["en", "english"], ["de", "german"], ["es", "spanish"], ["it", "italian"]])

const configurationOf = ({ language }: SearchedText): string => configurations.get(language) ?? "simple"

const labels = { title: "A", keywords: "B", place: "C", description: "D" } as const

const vector = searchedParts
  .map((part, index) => `setweight(to_tsvector($2::regconfig, unaccent($${index + 3})), '${labels[part]}')`)
  .join(" || ")

/** The weights of `ts_rank`: of D, C, B and A, as fractions of the greatest. */
const weights = searchedParts.toReversed().map((part) => partWeights[part] / partWeights.title).join(", ")

/**
 * Postgres full-text search: each event by the configuration of its language, without accents, ranked by `ts_rank`.
 * `joint`: whether all words or any word must match.
 */
export const rankPostgres = (url: string, joint: "AND" | "OR"): Effect.Effect<RankedEngine, never, Scope.Scope> =>
  Effect.gen(function*() {
    const client = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new Client({ connectionString: url })
        await client.connect()
        return client
      }),
      (client) => Effect.promise(() => client.end())
    )
    const table = `event_${joint.toLowerCase()}`
    yield* Effect.promise(async () => {
      await client.query("create extension if not exists unaccent")
      await client.query(`create table ${table} (id integer primary key, configuration regconfig, vector tsvector)`)
      for (const event of searchedTexts) {
        const values = [event.id, configurationOf(event), ...searchedParts.map((part) => event[part])]
        await client.query(`insert into ${table} select $1, $2::regconfig, ${vector}`, values)
      }
    })
    return {
      name: `Postgres ts_rank, by language, ${joint === "AND" ? "all words" : "any word"}`,
      rank: (search) =>
        Effect.promise(async () => {
          const asked = passagesOf(search).map(({ quoted, text }) => quoted ? `"${text}"` : text).join(joint === "AND" ? " " : " or ")
          const { rows } = await client.query<{ readonly id: number }>(
            `select id from ${table}, lateral websearch_to_tsquery(configuration, unaccent($1)) as query where vector @@ query
             order by ts_rank('{${weights}}', vector, query) desc, id`,
            [asked]
          )
          return rows.map(({ id }) => id)
        })
    }
  })
