import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"

/** Bounds of a database. */
export interface DatabaseConfig {
  /** Maximum time that a writer waits for others. */
  readonly busyTimeout: Duration.Duration
  /** Maximum duration of a Postgres statement. */
  readonly statementTimeout: Duration.Duration
  /** Maximum time to connect to Postgres. */
  readonly connectTimeout: Duration.Duration
  /** Maximum number of Postgres connections. */
  readonly maxConnections: number
  /** URLs of hot standbys that searches read. */
  readonly readFrom: ReadonlyArray<Redacted.Redacted>
}

const positive = (name: string, fallback: number): Config.Config<number> =>
  Config.integer(name).pipe(
    Config.validate({ message: "a number above 0 is expected", validation: (value) => value > 0 }),
    Config.withDefault(fallback)
  )

const seconds = (name: string, fallback: number): Config.Config<Duration.Duration> => Config.map(positive(name, fallback), Duration.seconds)

/** URLs of standbys, separated by commas. */
const standbys: Config.Config<ReadonlyArray<Redacted.Redacted>> = Config.nonEmptyString("DATABASE_READ").pipe(
  Config.map((urls) => urls.split(",").map((url) => url.trim())),
  Config.validate({
    message: "URLs postgres://USER:PASSWORD@HOST/NAME are expected, separated by commas",
    validation: (urls) => urls.every((url) => /^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url))
  }),
  Config.map((urls) => urls.map((url) => Redacted.make(url))),
  Config.withDefault([])
)

/** Configuration of a database from `AGENDA_…` variables, through the current `ConfigProvider`. */
export const databaseConfig: Config.Config<DatabaseConfig> = Config.nested(
  Config.all({
    busyTimeout: seconds("DATABASE_BUSY_SECONDS", 10),
    statementTimeout: seconds("STATEMENT_SECONDS", 15),
    connectTimeout: seconds("DATABASE_CONNECT_SECONDS", 10),
    maxConnections: positive("DATABASE_CONNECTIONS_MAX", 10),
    readFrom: standbys
  }),
  "AGENDA"
)

/**
 * The id that the database must have, from `AGENDA_DATABASE_ID`, in lower case. Null: any database will do.
 */
export const fenceConfig: Config.Config<string | null> = Config.nested(
  Config.nonEmptyString("DATABASE_ID").pipe(
    Config.validate({ message: "the 32 hexadecimal digits that serve prints are expected", validation: (id) => /^[\da-f]{32}$/i.test(id) }),
    Config.map((id) => id.toLowerCase()),
    Config.withDefault(null)
  ),
  "AGENDA"
)
