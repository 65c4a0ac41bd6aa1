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
  types: { big: "BIG", identity: "BIG", real: "REAL", small: "SMALL", text: "TEXT" },
  hasIncludedColumns: false,
  limitsKeys: false,
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
