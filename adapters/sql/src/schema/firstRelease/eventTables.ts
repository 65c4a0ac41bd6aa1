import { big, type Column, nullable, real, small, type Table, text, uidOf } from "../Table.js"

const published = "state = 2"
const unpublished = "state <> 2"
/** Few events, so that an index of theirs costs the others nothing. */
const featured = "state = 2 AND featured = 1"

const eventUid = uidOf("agenda_event")
const separateEventUid: Column = { ...eventUid, type: "separateKey" }

/** Counts of locations (`countedKinds`). */
const countsLocation = "token >= 'l:' AND token < 'l;'"

/** Columns that counts filter by, beside the key that finds the events. */
const counted = ["status", "attendance_mode", "location_uid"] as const
const changedAndAge = ["updated_at", "created_at", "has_age", "age_min", "age_max"] as const

/** Events with what they are filtered, sorted, counted and searched by, and tombstones. */
export const eventTables: ReadonlyArray<Table> = [
  // Clustered, because SQLite starts no range at a row value that ends in the rowid.
  {
    name: "agenda_event",
    byAgenda: true,
    columns: {
      uid: big,
      agenda_uid: big,
      slug: text,
      state: small,
      featured: small,
      status: small,
      attendance_mode: small,
      location_uid: nullable(big),
      contributor_uid: nullable(big),
      timezone: text,
      created_at: big,
      updated_at: big,
      version: big,
      first_begin: big,
      first_end: big,
      last_begin: big,
      last_end: big,
      published_at: nullable(big),
      has_age: small,
      age_min: nullable(real),
      age_max: nullable(real),
      availability_updated_at: big
    },
    primaryKey: ["uid"],
    unique: [["slug"]],
    lookUps: { agenda_event_uid: "uid", agenda_event_slug: "slug" },
    isClustered: true,
    // SQLite takes the last of several indexes that cost the same.
    indexes: {
      agenda_event_by_agenda: { on: ["agenda_uid", "uid"] },
      agenda_event_by_last_begin: { on: ["agenda_uid", "last_begin", "uid"], include: ["last_end", "featured"], where: published },
      agenda_event_by_updated: { on: ["agenda_uid", "updated_at", "uid"], where: published },
      agenda_event_unpublished_by_updated: { on: ["agenda_uid", "updated_at", "uid"], include: ["state"], where: unpublished },
      agenda_event_unpublished_by_last_end: {
        on: ["agenda_uid", "last_end", "uid"],
        include: ["state", "featured", "first_begin", "last_begin", "availability_updated_at"],
        where: unpublished
      },
      agenda_event_by_published: { on: ["agenda_uid", "published_at"], where: published },
      agenda_event_by_created: { on: ["agenda_uid", "created_at", "uid"], include: ["state"] },
      agenda_event_global_by_last_end: {
        on: ["last_end", "uid"],
        include: ["agenda_uid", "first_begin", "last_begin", ...counted],
        where: published
      },
      agenda_event_global_by_updated: { on: ["updated_at", "uid"], include: ["agenda_uid"], where: published },
      agenda_event_by_availability_updated: { on: ["agenda_uid", "availability_updated_at", "uid"], where: published },
      agenda_event_global_by_availability_updated: { on: ["availability_updated_at", "uid", "agenda_uid"], where: published },
      agenda_event_by_location: {
        on: ["agenda_uid", "location_uid", "uid"],
        include: ["state", "featured", "status", "attendance_mode", "first_begin", "last_begin", "last_end"]
      },
      agenda_event_by_last_end: {
        on: ["agenda_uid", "last_end", "uid"],
        include: ["featured", "first_begin", "last_begin", ...counted, ...changedAndAge],
        where: published
      },
      agenda_event_featured_by_last_end: {
        on: ["agenda_uid", "last_end", "uid"],
        include: ["first_begin", "last_begin", ...counted, ...changedAndAge],
        where: featured
      }
    }
  },
  // Texts that filters never read, apart from the rows that they scan.
  {
    name: "agenda_event_document",
    byAgenda: true,
    columns: { event_uid: separateEventUid, summary: text, detail: text, retired_slot_ids: text, availability: text, agenda_uid: big },
    primaryKey: ["event_uid"]
  },
  {
    name: "agenda_event_history",
    byAgenda: true,
    columns: {
      event_uid: eventUid,
      position: small,
      changed_at: big,
      from_state: nullable(small),
      to_state: small,
      user_uid: nullable(big),
      key_id: nullable(text),
      motive: nullable(text),
      agenda_uid: big
    },
    primaryKey: ["event_uid", "position"]
  },
  {
    name: "agenda_slot",
    byAgenda: true,
    columns: {
      event_uid: eventUid,
      begin_ms: big,
      end_ms: big,
      prev_end: big,
      slot_id: text,
      agenda_uid: big,
      featured: small,
      state: small
    },
    primaryKey: ["event_uid", "begin_ms"],
    isClustered: true,
    indexes: {
      agenda_slot_by_begin: {
        on: ["agenda_uid", "begin_ms", "event_uid"],
        include: ["end_ms", "prev_end", "featured"],
        where: published
      },
      agenda_slot_featured_by_begin: { on: ["agenda_uid", "begin_ms", "event_uid"], include: ["end_ms", "prev_end"], where: featured },
      agenda_slot_unpublished_by_begin: {
        on: ["agenda_uid", "begin_ms", "event_uid"],
        include: ["end_ms", "prev_end", "featured", "state"],
        where: unpublished
      },
      agenda_slot_global_by_begin: { on: ["begin_ms", "event_uid"], include: ["agenda_uid", "end_ms", "prev_end"], where: published }
    }
  },
  {
    name: "agenda_ext_id",
    byAgenda: true,
    columns: { agenda_uid: big, ext_key: text, ext_value: text, event_uid: eventUid, position: small },
    primaryKey: ["ext_key", "ext_value", "agenda_uid"],
    isClustered: true,
    indexes: {
      agenda_ext_id_by_event: { on: ["event_uid", "position"] },
      agenda_ext_id_by_value: { on: ["ext_key", "ext_value", "agenda_uid"], include: ["event_uid"] }
    }
  },
  // Each term with the columns of its event that counts filter by.
  {
    name: "agenda_filter_term",
    byAgenda: true,
    columns: {
      agenda_uid: big,
      dimension: text,
      value: text,
      event_uid: eventUid,
      spelling: text,
      state: small,
      featured: small,
      status: small,
      attendance_mode: small,
      location_uid: nullable(big),
      first_begin: big,
      last_begin: big,
      last_end: big
    },
    primaryKey: ["agenda_uid", "dimension", "value", { longText: "spelling" }, "event_uid"],
    include: ["state", "featured", ...counted, "first_begin", "last_begin", "last_end"],
    isClustered: true,
    indexes: { agenda_filter_term_by_event: { on: ["event_uid", "dimension", "value", { longText: "spelling" }] } }
  },
  {
    name: "agenda_filter_number",
    byAgenda: true,
    columns: { agenda_uid: big, dimension: text, value: real, event_uid: eventUid },
    primaryKey: ["agenda_uid", "dimension", "value", "event_uid"],
    isClustered: true,
    indexes: { agenda_filter_number_by_event: { on: ["event_uid", "dimension", "value"] } }
  },
  // How many published events of an agenda have a word or a location (`text/countedWords.ts`). Popular words are in
  // every write, so pages leave room for new versions of their rows.
  {
    name: "agenda_word_count",
    byAgenda: true,
    columns: { agenda_uid: big, token: text, events: big },
    primaryKey: ["agenda_uid", "token"],
    isClustered: true,
    leavesRoom: true,
    // The locations of an agenda are few, and a row of theirs is rarely new.
    indexes: { agenda_word_count_by_location: { on: ["token", "agenda_uid"], where: countsLocation } }
  },
  // The suffix is the version of the index rules (`indexTables`).
  {
    name: "agenda_event_text_4_7",
    byAgenda: true,
    columns: {
      event_uid: separateEventUid,
      agenda_uid: big,
      location_uid: nullable(big),
      languages: small,
      title: text,
      keywords: text,
      location: text,
      description: text,
      long_description: text,
      area: text,
      published: small,
      keyword_keys: text
    },
    primaryKey: ["event_uid"],
    indexes: { agenda_event_text_by_location: { on: ["location_uid", "event_uid"], where: "location_uid IS NOT NULL" } }
  },
  {
    name: "agenda_availability",
    byAgenda: true,
    columns: {
      event_uid: eventUid,
      from_ms: big,
      until_ms: big,
      status: text,
      status_until: nullable(big),
      occurrences_available: small,
      occurrences_total: small,
      next_available: nullable(big),
      agenda_uid: big,
      state: small
    },
    primaryKey: ["event_uid", "from_ms"],
    isClustered: true,
    indexes: {
      agenda_availability_by_status: {
        on: ["agenda_uid", "status", "status_until", "from_ms", "event_uid"],
        where: "status_until IS NOT NULL"
      },
      agenda_availability_by_from: { on: ["agenda_uid", "from_ms", "state"] },
      agenda_availability_global_by_from: { on: ["from_ms", "agenda_uid", "state"] }
    }
  },
  {
    name: "agenda_tombstone",
    byAgenda: true,
    columns: {
      agenda_uid: big,
      audience: text,
      uid: big,
      removed_at: big,
      slug: nullable(text),
      version: nullable(big),
      slots: nullable(text),
      last_end: nullable(big)
    },
    primaryKey: ["agenda_uid", "audience", "uid"],
    indexes: {
      agenda_tombstone_by_removed: { on: ["agenda_uid", "audience", "removed_at", "uid"] },
      agenda_tombstone_by_uid: { on: ["uid"] },
      agenda_tombstone_by_last_end: { on: ["agenda_uid", "last_end"], where: "last_end IS NOT NULL" },
      agenda_tombstone_by_slug: { on: ["agenda_uid", "slug", "last_end"], where: "slug IS NOT NULL" }
    }
  }
]
