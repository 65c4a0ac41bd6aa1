import { describe, expect, it } from "vitest"
import { createStatements, type SchemaDialect } from "../../src/schema/createStatements.js"
import { big, identity, nullable, small, type Table, text, uidOf } from "../../src/schema/Table.js"

const table: Table = {
  name: "slot",
  columns: {
    id: identity,
    event_uid: uidOf("event"),
    name: text,
    state: nullable(small),
    begin_at: big
  },
  primaryKey: ["id", { longText: "name" }],
  include: ["state"],
  unique: [["event_uid", "begin_at"]],
  isClustered: true,
  leavesRoom: true,
  indexes: {
    slot_by_begin: { on: ["begin_at DESC", "id"], include: ["state"], where: "state = 2" },
    slot_by_event: { on: ["event_uid", { longText: "name" }], isUnique: true }
  }
}

const plain: SchemaDialect = {
  types: { big: "BIG", identity: "BIG", real: "REAL", separateKey: "APART", small: "SMALL", text: "TEXT" },
  hasIncludedColumns: false,
  limitsKeys: false,
  keysByAgenda: false,
  partitions: null,
  tableOptions: ({ isClustered = false }) => isClustered ? " CLUSTERED" : "",
  fullText: [],
  randomDigits: "random()"
}

const limited: SchemaDialect = {
  ...plain,
  types: { ...plain.types, identity: "BIG GENERATED" },
  hasIncludedColumns: true,
  limitsKeys: true,
  tableOptions: ({ leavesRoom = false }) => leavesRoom ? " WITH ROOM" : ""
}

const columns = "event_uid BIG NOT NULL REFERENCES event (uid), name TEXT NOT NULL, state SMALL, begin_at BIG NOT NULL"

const events: Table = {
  name: "event",
  byAgenda: true,
  columns: { uid: big, agenda_uid: big, slug: text },
  primaryKey: ["uid"],
  unique: [["slug"]],
  lookUps: { event_slug: "slug" },
  indexes: { event_by_agenda: { on: ["agenda_uid", "uid"] }, event_by_slug: { on: ["slug"] } }
}

const parts: Table = {
  name: "part",
  byAgenda: true,
  columns: { event_uid: uidOf("event"), place: small, agenda_uid: big },
  primaryKey: ["event_uid", "place"],
  leavesRoom: true,
  indexes: { part_by_event: { on: ["event_uid", "agenda_uid"] } }
}

const eventColumns = "uid BIG NOT NULL, agenda_uid BIG NOT NULL, slug TEXT NOT NULL"
const partColumns = "event_uid BIG NOT NULL, place SMALL NOT NULL, agenda_uid BIG NOT NULL"

describe("tables by agenda", () => {
  it("have keys, references and indexes that begin with the agenda, and look-up tables", () => {
    expect(createStatements({ ...limited, keysByAgenda: true }, [events, parts])).toEqual([
      `CREATE TABLE event (${eventColumns}, PRIMARY KEY (agenda_uid, uid))`,
      "CREATE INDEX event_by_slug ON event (slug)",
      "CREATE TABLE event_slug (slug TEXT NOT NULL, agenda_uid BIG NOT NULL, uid BIG NOT NULL, PRIMARY KEY (slug) INCLUDE (agenda_uid, uid))",
      `CREATE TABLE part (${partColumns}, PRIMARY KEY (agenda_uid, event_uid, place), ` +
      "FOREIGN KEY (agenda_uid, event_uid) REFERENCES event (agenda_uid, uid)) WITH ROOM",
      "CREATE INDEX part_by_event ON part (agenda_uid, event_uid)"
    ])
  })

  it("are split by it, but for the look-up tables", () => {
    const statements = createStatements({ ...limited, keysByAgenda: true, partitions: 2 }, [{ ...events, indexes: {} }, {
      ...parts,
      indexes: {}
    }])
    expect(statements.filter((text) => !text.startsWith("CREATE TABLE event_slug"))).toEqual([
      `CREATE TABLE event (${eventColumns}, PRIMARY KEY (agenda_uid, uid)) PARTITION BY HASH (agenda_uid)`,
      "CREATE TABLE event_p0 PARTITION OF event FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
      "CREATE TABLE event_p1 PARTITION OF event FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
      expect.stringMatching(/^CREATE TABLE part .* PARTITION BY HASH \(agenda_uid\)$/),
      "CREATE TABLE part_p0 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 0) WITH ROOM",
      "CREATE TABLE part_p1 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 1) WITH ROOM"
    ])
  })

  it("are as they are declared where keys do not begin with it", () => {
    expect(createStatements(plain, [events])[0]).toBe(`CREATE TABLE event (${eventColumns}, PRIMARY KEY (uid), UNIQUE (slug))`)
  })
})

describe("createStatements", () => {
  it("appends included columns to the key when the dialect has none, except long texts", () => {
    expect(createStatements(plain, [table])).toEqual([
      `CREATE TABLE slot (id BIG NOT NULL, ${columns}, PRIMARY KEY (id, name), UNIQUE (event_uid, begin_at)) CLUSTERED`,
      "CREATE INDEX slot_by_begin ON slot (begin_at DESC, id, state) WHERE state = 2",
      "CREATE UNIQUE INDEX slot_by_event ON slot (event_uid, name)"
    ])
  })

  it("uses INCLUDE when the dialect has it, and leaves long texts out of limited keys", () => {
    expect(createStatements(limited, [table])).toEqual([
      `CREATE TABLE slot (id BIG GENERATED NOT NULL, ${columns}, PRIMARY KEY (id) INCLUDE (state), UNIQUE (event_uid, begin_at)) WITH ROOM`,
      "CREATE INDEX slot_by_begin ON slot (begin_at DESC, id) INCLUDE (state) WHERE state = 2",
      "CREATE UNIQUE INDEX slot_by_event ON slot (event_uid)"
    ])
  })
})
