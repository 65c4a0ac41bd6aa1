import * as Context from "effect/Context"

/** The random id of the database, as health checks show it. Null: the host has not named it. */
export class CurrentDatabaseId extends Context.Reference<CurrentDatabaseId>()("@agenda-engine/core/domain/CurrentDatabaseId", {
  defaultValue: (): string | null => null
}) {}
