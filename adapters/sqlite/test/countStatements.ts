import Sqlite from "better-sqlite3"

const isControl = (text: string): boolean => /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)/.test(text)

/** Calls a function with the text of each statement that this thread runs on SQLite, except transaction control. */
export const onStatement = (notify: (text: string) => void): void => {
  const database = new Sqlite(":memory:")
  const statement: object = Object.getPrototypeOf(database.prepare("SELECT 1"))
  for (const method of ["all", "run"]) {
    const original: unknown = Reflect.get(statement, method)
    if (typeof original !== "function") throw new Error(`the driver has no ${method}`)
    Reflect.set(statement, method, function(this: Sqlite.Statement, ...parameters: ReadonlyArray<unknown>): unknown {
      if (!isControl(this.source)) notify(this.source)
      return Reflect.apply(original, this, parameters)
    })
  }
  database.close()
}
