import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import { Missing } from "../Missing.js"
import type { HttpCase } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import type { SendFailure } from "../run/SendFailure.js"
import { walkCases } from "../spec/cases/walkCases.js"
import { checkSpec } from "../spec/checkSpec.js"
import type { SpecData } from "../spec/SpecData.js"
import { tables } from "../spec/tables.js"
import { checkWalk } from "../spec/walk.js"

const given: ReadonlyArray<string> = ["none", "ownerless", "moderatorKey", "moderatorSecret", "moderatorToken"]

/** What a row needs: what it says, and a credential that not every run has. */
const needsOf = ({ as = "ownerless", needs = [] }: Needing) => [
  ...needs,
  ...(given.includes(as) ? [] : [as])
]

interface Needing {
  readonly as?: string
  readonly needs?: ReadonlyArray<string>
}

/** What a run can be given. Rows with other needs are for tests that set the clock, agendas and members. */
const givable: ReadonlyArray<string> = ["fields", "contributorKey"]

const groupsOf = <Row extends Needing>(rows: ReadonlyArray<Row>) =>
  Object.entries(Array.groupBy(
    rows.filter((row) => needsOf(row).every((need) => givable.includes(need))),
    (row) => needsOf(row).toSorted().join("+") || "plain"
  ))

/** The sample data, unless the run does not write or the agenda lacks fields that the rows need. */
const dataOf = (target: HttpTarget, needs: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { writing } = target
    if (writing === null) return yield* new Missing({ needs: "--write and --secret" })
    if (needs.includes("fields") && !writing.hasFields) {
      return yield* new Missing({ needs: "an agenda with the additional fields of the sample data: see --setup" })
    }
    return yield* writing.data
  })

const caseOf = <Row extends Needing & { readonly clause: string }>(
  name: string,
  group: string,
  rows: ReadonlyArray<Row>,
  run: (row: Row, data: SpecData<SendFailure>) => ReturnType<HttpCase["run"]>
): HttpCase => {
  const [first] = rows
  const needs = first === undefined ? [] : needsOf(first)
  return {
    id: `write.${name.replaceAll(" ", "-")}.${group}`,
    profile: "write",
    clause: [...new Set(rows.map(({ clause }) => clause))].join("; "),
    title: `${name}: ${rows.length} requests of the sample data${needs.length === 0 ? "" : `, which need ${needs.join(", ")}`}`,
    reliedOnBy: [],
    run: (target) => Effect.flatMap(dataOf(target, needs), (data) => Effect.forEach(rows, (row) => run(row, data), { discard: true }))
  }
}

/** The requests of the specification that read the sample data, by table and by what they need beside it. */
export const tableCases: ReadonlyArray<HttpCase> = [
  ...Object.entries(tables).flatMap(([name, rows]) =>
    groupsOf(rows).map(([group, some]) => caseOf(name, group, some, (row, data) => checkSpec(row, data, 1)))
  ),
  ...groupsOf(walkCases).map(([group, some]) => caseOf("walks", group, some, (row, data) => checkWalk(row, [3], data)))
]
