import * as Config from "effect/Config"
import * as Duration from "effect/Duration"

/** Bounds on what a database may take. */
export interface DatabaseConfig {
  /** How long a writer waits for others. */
  readonly busyTimeout: Duration.Duration
  /** How long one statement may take on Postgres. */
  readonly statementTimeout: Duration.Duration
  /** How long to wait for a connection to Postgres. */
  readonly connectTimeout: Duration.Duration
  /** Connections to Postgres at most. */
  readonly maxConnections: number
}

const positive = (name: string, fallback: number, what: string): Config.Config<number> =>
  Config.integer(name).pipe(
    Config.validate({ message: "a number above 0 is expected", validation: (value) => value > 0 }),
    Config.withDefault(fallback),
    Config.withDescription(what)
  )

const seconds = (name: string, fallback: number, what: string): Config.Config<Duration.Duration> =>
  Config.map(positive(name, fallback, what), Duration.seconds)

/** The bounds of a database, read from `AGENDA_…` of whatever `ConfigProvider` there is. */
export const databaseConfig: Config.Config<DatabaseConfig> = Config.nested(
  Config.all({
    busyTimeout: seconds("DATABASE_BUSY_SECONDS", 10, "seconds that a writer waits for others"),
    statementTimeout: seconds("STATEMENT_SECONDS", 15, "seconds that one statement may take on Postgres"),
    connectTimeout: seconds("DATABASE_CONNECT_SECONDS", 10, "seconds to wait for a connection to Postgres, a free one included"),
    maxConnections: positive("DATABASE_CONNECTIONS_MAX", 10, "connections to Postgres at most")
  }),
  "AGENDA"
)
