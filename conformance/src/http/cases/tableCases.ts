import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import { Missing, type SendFailure } from "../run/CaseFailure.js"
import type { HttpCase } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { walkCases } from "../spec/cases/walkCases.js"
import { checkSpec } from "../spec/checkSpec.js"
import type { SpecData } from "../spec/SpecData.js"
import { tables } from "../spec/tables.js"
import { checkWalk } from "../spec/walk.js"

const given: ReadonlyArray<string> = ["none", "ownerless", "moderatorKey", "moderatorSecret", "moderatorToken"]

/**
 * What a row needs: what it says, and a credential that not every run has. With the other agendas come the additional
 * fields and every credential.
 */
const needsOf = ({ as = "ownerless", needs = [] }: Needing): ReadonlyArray<string> => {
  if (needs.includes("clock")) return ["clock"]
  if (needs.includes("agendas") || ![...given, "contributorKey"].includes(as)) return ["agendas"]
  return [...needs, ...(given.includes(as) ? [] : [as])]
}

/** Rows of a table with the same needs. */
interface Group<Row> {
  readonly group: string
  readonly some: ReadonlyArray<Row>
  /** How many rows of the table no run sends. */
  readonly unsent: number
}

interface Needing {
  readonly as?: string
  readonly needs?: ReadonlyArray<string>
}

/** Rows by what they need. Those of which the clock must be set are not for a run, but for tests that set it. */
const groupsOf = <Row extends Needing>(rows: ReadonlyArray<Row>) => {
  const { clock = [], ...groups } = Array.groupBy(rows, (row) => needsOf(row).toSorted().join("+") || "plain")
  return Object.entries(groups).map(([group, some], index) => ({ group, some, unsent: index === 0 ? clock.length : 0 }))
}

/** The sample data, unless the run does not write, or the server lacks agendas or fields that the rows need. */
const dataOf = (target: HttpTarget, needs: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { writing } = target
    if (writing === null) return yield* new Missing({ needs: "--write and --secret" })
    if (needs.includes("agendas") && !(writing.hasAgendas && writing.hasFields)) {
      return yield* new Missing({ needs: "the agendas, members and keys of the sample data: see --setup" })
    }
    if (needs.includes("fields") && !writing.hasFields) {
      return yield* new Missing({ needs: "an agenda with the additional fields of the sample data: see --setup" })
    }
    return yield* writing.data
  })

const caseOf = <Row extends Needing & { readonly clause: string }>(
  name: string,
  { group, some: rows, unsent }: Group<Row>,
  run: (row: Row, data: SpecData<SendFailure>) => ReturnType<HttpCase["run"]>
): HttpCase => {
  const [first] = rows
  const needs = first === undefined ? [] : needsOf(first)
  return {
    id: `write.${name.replaceAll(" ", "-")}.${group}`,
    profile: "write",
    clause: [...new Set(rows.map(({ clause }) => clause))].join("; "),
    title: `${name}: ${rows.length} requests of the sample data${needs.length === 0 ? "" : `, which need ${needs.join(", ")}`}${
      unsent === 0 ? "" : `; not sent without a set clock: ${unsent}`
    }`,
    reliedOnBy: [],
    run: (target) => Effect.flatMap(dataOf(target, needs), (data) => Effect.forEach(rows, (row) => run(row, data), { discard: true }))
  }
}

/** The requests of the specification that read the sample data, by table and by what they need beside it. */
export const tableCases: ReadonlyArray<HttpCase> = [
  ...Object.entries(tables).flatMap(([name, rows]) =>
    groupsOf(rows).map((some) => caseOf(name, some, (row, data) => checkSpec(row, data, 1)))
  ),
  ...groupsOf(walkCases).map((some) => caseOf("walks", some, (row, data) => checkWalk(row, [3], data)))
]
