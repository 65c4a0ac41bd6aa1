import { big, identity, nullable, real, small, type Table, text, uidOf } from "../Table.js"

/** User accounts, credentials, invitations and idempotency records. */
export const accountTables: ReadonlyArray<Table> = [
  {
    name: "agenda_user",
    columns: { uid: big, email: text, name: text, created_at: big, host_id: nullable(text) },
    primaryKey: ["uid"],
    unique: [["email"], ["host_id"]]
  },
  {
    name: "agenda_member",
    columns: {
      uid: big,
      agenda_uid: big,
      user_uid: big,
      role: text,
      name: text,
      email: text,
      phone: nullable(text),
      organization: nullable(text),
      job: nullable(text),
      created_at: big
    },
    primaryKey: ["uid"],
    unique: [["agenda_uid", "user_uid"]],
    indexes: {
      agenda_member_by_agenda: { on: ["agenda_uid", "uid"] },
      agenda_member_by_user: { on: ["user_uid", "uid"] }
    }
  },
  {
    name: "agenda_key",
    columns: {
      id: text,
      kind: text,
      digest: text,
      owner_uid: nullable(big),
      agenda_uids: nullable(text),
      operations: nullable(text),
      created_at: big,
      expires_at: nullable(big),
      revoked_at: nullable(big)
    },
    primaryKey: ["id"],
    unique: [["digest"]]
  },
  // A table of its own, so that recording a use never waits for, or conflicts with, a change of the key.
  {
    name: "agenda_key_use",
    columns: { key_id: text, used_at: big },
    primaryKey: ["key_id"],
    isClustered: true,
    leavesRoom: true
  },
  {
    name: "agenda_token",
    columns: { digest: text, key_id: text, expires_at: big },
    primaryKey: ["digest"],
    indexes: { agenda_token_by_expiry: { on: ["expires_at"] } }
  },
  {
    name: "agenda_invitation",
    columns: {
      id: text,
      agenda_uid: big,
      email: text,
      role: text,
      message: text,
      message_id: text,
      status: text,
      inviter_uid: nullable(big),
      created_at: big,
      expires_at: big,
      attempts: big,
      due_at: big,
      sent_at: nullable(big),
      failure: nullable(text),
      accepted_at: nullable(big),
      user_uid: nullable(big)
    },
    primaryKey: ["id"],
    unique: [["agenda_uid", "email"]],
    indexes: {
      agenda_invitation_by_agenda: { on: ["agenda_uid", "id"] },
      agenda_invitation_by_email: { on: ["email"] },
      agenda_invitation_by_due: { on: ["due_at", "id"], where: "status = 'pending'" }
    }
  },
  {
    name: "agenda_secret",
    columns: { name: text, secret: text },
    primaryKey: ["name"],
    isClustered: true
  },
  {
    name: "agenda_idempotency",
    columns: {
      key_id: text,
      name: text,
      fingerprint: text,
      claim: text,
      claimed_until: big,
      expires_at: big,
      response: nullable(text)
    },
    primaryKey: ["key_id", "name"],
    indexes: { agenda_idempotency_by_expiry: { on: ["expires_at"] } }
  }
]

/** Agendas, and what belongs to no single event or location. */
export const agendaTables: ReadonlyArray<Table> = [
  {
    name: "agenda",
    columns: {
      uid: big,
      slug: text,
      title: text,
      title_folded: text,
      description: text,
      image: nullable(text),
      url: nullable(text),
      is_official: small,
      is_private: small,
      is_indexed: small,
      network_uid: nullable(big),
      location_set_uid: nullable(big),
      settings: text,
      fields: text,
      created_at: big,
      updated_at: big,
      officialized_at: nullable(big)
    },
    primaryKey: ["uid"],
    unique: [["slug"]],
    indexes: {
      agenda_by_network: { on: ["network_uid"], where: "network_uid IS NOT NULL" },
      agenda_by_location_set: { on: ["location_set_uid"], where: "location_set_uid IS NOT NULL" }
    }
  },
  {
    name: "agenda_clock",
    columns: { agenda_uid: uidOf("agenda"), changed_at: big },
    primaryKey: ["agenda_uid"]
  },
  {
    name: "agenda_title_word",
    columns: { word: text, agenda_uid: uidOf("agenda") },
    primaryKey: ["word", "agenda_uid"],
    isClustered: true,
    indexes: { agenda_title_word_by_agenda: { on: ["agenda_uid"] } }
  },
  {
    name: "agenda_removal",
    columns: { agenda_uid: big },
    primaryKey: ["agenda_uid"]
  },
  {
    name: "agenda_network",
    columns: { uid: big, title: text, fields: text, synonyms: text, created_at: big, updated_at: big },
    primaryKey: ["uid"]
  },
  {
    name: "agenda_revision",
    columns: { topic: text, revision: big },
    primaryKey: ["topic"],
    isClustered: true,
    leavesRoom: true
  },
  {
    name: "agenda_image",
    columns: { name: text, digest: text, image: text, state: text, unused_since: nullable(big) },
    primaryKey: ["name"],
    isClustered: true,
    indexes: {
      agenda_image_by_digest: { on: ["digest"], where: "state = 'stored'" },
      agenda_image_by_unused_since: { on: ["unused_since", "name"], where: "unused_since IS NOT NULL" }
    }
  },
  // The images that events and locations use: several of one event, since additional fields may be images.
  {
    name: "agenda_image_use",
    columns: { used_by: text, name: text },
    primaryKey: ["used_by", "name"],
    isClustered: true,
    indexes: { agenda_image_use_by_name: { on: ["name"] } }
  }
]

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
    name: "agenda_location_word_4_7",
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
  },
  // The queue of the geocoder, and the instant from which it may be asked.
  {
    name: "agenda_geocoding",
    columns: { location_uid: big, attempts: small, due_at: big },
    primaryKey: ["location_uid"],
    indexes: { agenda_geocoding_by_due: { on: ["due_at", "location_uid"] } }
  },
  {
    name: "agenda_geocoding_turn",
    columns: { id: small, at: big },
    primaryKey: ["id"]
  }
]

/**
 * The random id of the database, and when it was last backed up, in one row. The id is made with the database, and
 * copies of the database keep it.
 */
export const databaseTable: Table = { name: "agenda_database", columns: { id: text, backed_up_at: nullable(big) }, primaryKey: ["id"] }

/** Requests of clients that are limited, by minute. Rows live for two minutes. */
export const rateTable: Table = {
  name: "agenda_rate_count",
  columns: { minute: big, name: text, taken: real },
  primaryKey: ["minute", "name"],
  isClustered: true,
  leavesRoom: true
}
