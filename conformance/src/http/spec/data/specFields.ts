const label = (fr: string, en: string) => ({ fr, en })

const option = (id: number, value: string) => ({ id, value, label: { fr: `${value} (fr)`, en: `${value} (en)` } })

/** The network of the agenda that is read, and the field that all its agendas have. */
export const specNetwork = {
  uid: 9,
  title: "Réseau des villes",
  schema: {
    fields: [{
      field: "themes",
      label: label("Thèmes", "Themes"),
      fieldType: "multiselect",
      options: [option(1, "danse"), option(2, "theatre"), option(3, "cirque")]
    }]
  }
}

/**
 * The agenda's own fields: one of every type, two that contributors and the public may not read, and one that
 * contributors may not write.
 */
export const specSchema = {
  fields: [
    {
      field: "genre",
      label: label("Genre", "Genre"),
      fieldType: "radio",
      options: [option(1, "jazz"), option(2, "rock"), option(3, "choir")]
    },
    { field: "room", label: label("Salle", "Room"), fieldType: "select", options: [option(11, "large"), option(12, "small")] },
    { field: "publics", label: label("Publics", "Audience"), fieldType: "checkbox", options: [option(1, "all"), option(2, "families")] },
    { field: "free", label: label("Gratuit", "Free"), fieldType: "boolean" },
    { field: "places", label: label("Places", "Seats"), fieldType: "integer" },
    { field: "price", label: label("Prix", "Price"), fieldType: "number" },
    { field: "artist", label: label("Artiste", "Artist"), fieldType: "text" },
    { field: "notes", label: label("Notes", "Notes"), fieldType: "textarea" },
    { field: "bio", label: label("Biographie", "Biography"), fieldType: "markdown", languages: ["fr", "en"] },
    { field: "page", label: label("Page", "Page"), fieldType: "html" },
    { field: "budget", label: label("Budget", "Budget"), fieldType: "integer", read: ["administrator", "moderator"] },
    {
      field: "backstage",
      label: label("Coulisses", "Backstage"),
      fieldType: "radio",
      options: [option(1, "open"), option(2, "closed")],
      read: ["administrator", "moderator"]
    },
    { field: "stage", label: label("Scène", "Stage"), fieldType: "text", write: ["administrator", "moderator"] }
  ]
}
