import { big, identity, nullable, real, small, type Table, text, uidOf } from "../Table.js"

const inSet = "set_uid IS NOT NULL"

/** Locations with their index, and location sets. */
export const locationTables: ReadonlyArray<Table> = [
  {
    name: "agenda_location",
    columns: {
      uid: big,
      agenda_uid: big,
      set_uid: nullable(big),
      slug: text,
      name: text,
      address: text,
      admin_level_1: nullable(text),
      admin_level_2: nullable(text),
      admin_level_3: nullable(text),
      admin_level_4: nullable(text),
      admin_level_5: nullable(text),
      admin_level_6: nullable(text),
      postal_code: nullable(text),
      country_code: text,
      latitude: nullable(real),
      longitude: nullable(real),
      timezone: nullable(text),
      state: small,
      created_at: big,
      updated_at: big,
      name_folded: text,
      admin_level_1_folded: nullable(text),
      admin_level_2_folded: nullable(text),
      admin_level_3_folded: nullable(text),
      admin_level_4_folded: nullable(text),
      admin_level_5_folded: nullable(text),
      admin_level_6_folded: nullable(text),
      search_text: text,
      detail: text,
      address_folded: text,
      postal_code_folded: nullable(text),
      country_code_folded: text,
      event_search_text: text
    },
    primaryKey: ["uid"],
    indexes: {
      agenda_location_by_agenda: { on: ["agenda_uid", "uid"] },
      agenda_location_by_set: { on: ["set_uid", "uid"], where: inSet },
      agenda_location_by_name: { on: ["agenda_uid", "name_folded", "uid"] },
      agenda_location_by_created: { on: ["agenda_uid", "created_at DESC", "uid"] },
      agenda_location_by_updated: { on: ["agenda_uid", "updated_at DESC", "uid"] },
      agenda_location_by_set_name: { on: ["set_uid", "name_folded", "uid"], where: inSet },
      agenda_location_by_set_created: { on: ["set_uid", "created_at DESC", "uid", "agenda_uid", "state"], where: inSet },
      agenda_location_by_set_updated: { on: ["set_uid", "updated_at DESC", "uid", "agenda_uid", "state"], where: inSet }
    }
  },
  {
    name: "agenda_location_ext_id",
    columns: {
      location_uid: uidOf("agenda_location"),
      agenda_uid: big,
      set_uid: nullable(big),
      ext_key: text,
      ext_value: text
    },
    primaryKey: ["agenda_uid", "ext_key", "ext_value"],
    isClustered: true,
    indexes: {
      agenda_location_ext_id_by_set: { on: ["set_uid", "ext_key", "ext_value"], where: inSet, isUnique: true },
      agenda_location_ext_id_by_location: { on: ["location_uid"] }
    }
  },
  // The suffix is the version of the index rules (`indexTables`).
  {
    name: "agenda_location_word_2_2",
    columns: { word: text, location_uid: uidOf("agenda_location") },
    primaryKey: ["word", "location_uid"],
    isClustered: true,
    indexes: { agenda_location_word_by_location: { on: ["location_uid"] } }
  },
  {
    name: "agenda_former_position",
    columns: {
      id: identity,
      location_uid: big,
      agenda_uid: big,
      set_uid: nullable(big),
      name: text,
      created_at: big,
      updated_at: big,
      left_at: big
    },
    primaryKey: ["id"],
    indexes: {
      agenda_former_position_by_location: { on: ["location_uid", "left_at"] },
      agenda_former_position_by_left: { on: ["left_at"] }
    }
  },
  {
    name: "agenda_location_set",
    columns: { uid: big, title: text, created_at: big, updated_at: big },
    primaryKey: ["uid"]
  }
]
