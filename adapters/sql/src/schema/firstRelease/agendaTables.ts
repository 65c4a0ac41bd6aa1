import { big, nullable, small, type Table, text, uidOf } from "../Table.js"

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
    unique: [["slug"]]
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
    columns: { uid: big, title: text, fields: text, created_at: big, updated_at: big },
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
  {
    name: "agenda_image_use",
    columns: { used_by: text, name: text },
    primaryKey: ["used_by"],
    isClustered: true,
    indexes: { agenda_image_use_by_name: { on: ["name"] } }
  }
]
