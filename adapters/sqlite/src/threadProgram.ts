/** Rows of one message: taking more in at once would hold the loop of the thread that asked. */
const rows_max = 500

/** Statements that stay prepared. */
const statements_max = 200

/**
 * What a thread runs that reads a file, as text: a host may have bundled its modules, so that no file of ours can be named to it. A question is
 * `{id, text, parameters}`, or `{id}` for more rows of an answer; an answer is `{id, names, rows, more}` or `{id, error}`.
 */
export const threadProgram = `
"use strict"
const { parentPort, workerData } = require("node:worker_threads")
const Database = require(workerData.driver)
const database = new Database(workerData.filename, { readonly: true })
for (const pragma of workerData.pragmas) database.exec(pragma)
const prepared = new Map()
const unsent = new Map()
const statementOf = (text) => {
  const known = prepared.get(text)
  if (known !== undefined) return known
  if (prepared.size >= ${statements_max}) prepared.clear()
  const statement = database.prepare(text)
  if (statement.reader) statement.raw(true)
  prepared.set(text, statement)
  return statement
}
const send = (id, names, rows) => {
  const more = rows.length > ${rows_max}
  if (more) unsent.set(id, { names, rows: rows.slice(${rows_max}) })
  parentPort.postMessage({ id, names, rows: more ? rows.slice(0, ${rows_max}) : rows, more })
}
const answer = ({ id, parameters, text }) => {
  if (text === undefined) {
    const { names, rows } = unsent.get(id)
    unsent.delete(id)
    return send(id, names, rows)
  }
  const statement = statementOf(text)
  if (statement.reader) return send(id, statement.columns().map(({ name }) => name), statement.all(...parameters))
  statement.run(...parameters)
  send(id, [], [])
}
parentPort.on("message", (question) => {
  try {
    answer(question)
  } catch (error) {
    parentPort.postMessage({ id: question.id, error: { code: String(error.code ?? ""), message: String(error.message ?? error) } })
  }
})
`
