import { judgedClasses, judgedLanguages, judgedQueries } from "@agenda-engine/conformance/judged/JudgedQuery"
import { type Judgement, judgeRanker, rankJudged } from "@agenda-engine/conformance/judged/judgeSearch"
import * as Effect from "effect/Effect"
import { startPostgres } from "../process/startPostgres.js"
import type { RankedEngine } from "./RankedEngine.js"
import { rankFts5 } from "./rankFts5.js"
import { rankMiniSearch } from "./rankMiniSearch.js"
import { rankOrama } from "./rankOrama.js"
import { rankPostgres } from "./rankPostgres.js"

/** The ranking of the engine itself. */
export const thisEngine: RankedEngine = { name: "agenda-engine", rank: (search) => Effect.sync(() => rankJudged(search)) }

/** Judges an engine by all judged searches. */
export const judgeEngine = ({ rank }: RankedEngine): Effect.Effect<Judgement> =>
  Effect.map(
    Effect.forEach(judgedQueries, ({ search }) => Effect.map(rank(search), (found) => [search, found] as const)),
    (ranked) => {
      const found = new Map(ranked)
      return judgeRanker((search) => found.get(search) ?? [])
    }
  )

const columnNames = ["All", ...judgedLanguages, ...judgedClasses]

const cells = ({ classes, languages, mean }: Judgement): ReadonlyArray<string> =>
  [mean, ...[...languages, ...classes].map(([, mean]) => mean)].map((value) => value.toFixed(2))

const row = (values: ReadonlyArray<string>): string => `| ${values.join(" | ")} |`

/** A Markdown table of nDCG@10: a line for each engine; columns for all searches, each language and each class. */
export const rankingTable = (judged: ReadonlyArray<readonly [name: string, judgement: Judgement]>): string =>
  [
    row(["nDCG@10", ...columnNames]),
    row(["---", ...columnNames.map(() => "---")]),
    ...judged.map(([name, judgement]) => row([name, ...cells(judgement)]))
  ].join("\n")

/** Judges all engines by the judged searches, this one first. Starts Postgres. */
export const compareRankings = Effect.gen(function*() {
  const url = yield* startPostgres
  const engines = [
    thisEngine,
    rankMiniSearch("AND"),
    rankMiniSearch("OR"),
    yield* rankOrama,
    rankFts5("AND"),
    rankFts5("OR"),
    yield* rankPostgres(url, "AND"),
    yield* rankPostgres(url, "OR")
  ]
  return yield* Effect.forEach(engines, (engine) => Effect.map(judgeEngine(engine), (judged) => [engine.name, judged] as const))
})
