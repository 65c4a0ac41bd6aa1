/** Rows per message: deserializing more at once would block the receiving thread's event loop. */
const rows_max = 500

/** Size of the cache of prepared statements. */
const statements_max = 200

/**
 * Source of the worker thread that reads a file. It is a string because a host may bundle its modules, so no worker
 * file can be referenced. A request is `{id, text, parameters}`, `{id}` for more rows of a result, or `{id, cancelled:
 * true}` to discard the unsent rows. A response is `{id, names, rows, more}` or `{id, error}`; a cancelled request has
 * none.
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
const answer = ({ cancelled, id, parameters, text }) => {
  if (cancelled) return unsent.delete(id)
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
