import type { AgendaDraft } from "@agenda-engine/core/validation/agenda/readAgenda"
import type { Fault } from "./FieldCase.js"

/** One member of an agenda's draft: how it is stored, or its faults. */
interface AgendaCase {
  readonly says: string
  readonly draft: Partial<AgendaDraft>
  /** Members of the agenda as it is stored. */
  readonly stored?: { readonly [member: string]: unknown }
  readonly faults?: ReadonlyArray<Fault>
}

const stored = (says: string, draft: Partial<AgendaDraft>, more: { readonly [member: string]: unknown } = draft): AgendaCase => ({
  says,
  draft,
  stored: more
})

const refused = (says: string, draft: Partial<AgendaDraft>, ...faults: ReadonlyArray<Fault>): AgendaCase => ({ says, draft, faults })

const links = (member: "image" | "url"): ReadonlyArray<AgendaCase> => [
  stored("a link", { [member]: "https://example.org/é" }),
  stored("none", { [member]: null }),
  refused("another kind of link", { [member]: "javascript:alert(1)" }, [`url.invalid ${member}`, "javascript:alert(1)"]),
  refused("too long a link", { [member]: `https://example.org/${"x".repeat(1_981)}` }, [
    `string.toolong ${member}`,
    `https://example.org/${"x".repeat(1_981)}`
  ])
]

const flag = (member: "official" | "private" | "indexed"): ReadonlyArray<AgendaCase> =>
  [true, false].map((value) => stored(`${value}`, { [member]: value }))

const contribution = (settings: unknown): Partial<AgendaDraft> => ({ settings: JSON.parse(JSON.stringify({ contribution: settings })) })

const set = (settings: unknown): AgendaCase =>
  stored(JSON.stringify(settings), contribution(settings), { settings: JSON.stringify({ contribution: settings }) })

/** Every member of an agenda's draft, which the command line and the library set. */
export const agendaCases = {
  title: [
    stored("other scripts, cleaned", { title: " קונצרט\u200F e\u0301\u0000\uD800 👨‍👩‍👧‍👦 " }, { title: "קונצרט\u200F é \uFFFD 👨‍👩‍👧‍👦" }),
    stored("the largest", { title: "🎉".repeat(255) }),
    refused("one character too many", { title: "x".repeat(256) }, ["string.toolong title", "x".repeat(256)]),
    ...["", " \n", "\u0000"].map((title) => refused(JSON.stringify(title), { title }, ["required title", null]))
  ],
  uid: [
    stored("the largest", { uid: Number.MAX_SAFE_INTEGER }),
    ...[0, -1, 1.5, 2 ** 53].map((uid) => refused(`${uid}`, { uid }, ["integer.invalid uid", uid])),
    refused("one that is taken", { uid: 101 }, ["duplicate uid", 101])
  ],
  slug: [
    stored("letters, digits and dashes", { slug: "a-1_b" }),
    stored("the largest", { slug: "x".repeat(120) }),
    ...["A", "é", "a b", "-a", "a-", "", "x".repeat(121)].map((slug) =>
      refused(JSON.stringify(slug), { slug }, ["type.invalid slug", slug])
    ),
    refused("one that is taken", { slug: "other-agenda" }, ["duplicate slug", "other-agenda"])
  ],
  description: [
    stored("none", { description: "" }),
    stored("cleaned", { description: " a\u0000\r\nb " }, { description: "a \nb" }),
    stored("the largest", { description: "x".repeat(10_000) }),
    refused("one character too many", { description: "x".repeat(10_001) }, ["string.toolong description", "x".repeat(10_001)])
  ],
  image: links("image"),
  url: links("url"),
  official: flag("official"),
  private: flag("private"),
  indexed: flag("indexed"),
  networkUid: [
    stored("none", { networkUid: null }),
    refused("one that there is not", { networkUid: 999 }, ["enum.invalid networkUid", 999])
  ],
  locationSetUid: [
    stored("none", { locationSetUid: null }),
    refused("one that there is not", { locationSetUid: 999 }, ["enum.invalid locationSetUid", 999])
  ],
  settings: [
    set({}),
    ...[-1, 0, 1, 2].map((defaultState) => set({ defaultState })),
    set({ canPublish: [], moderateOnChangeBy: ["contributor", "moderator"], defaultLang: "pt-BR" }),
    refused("a setting that does not exist", { settings: { colour: "blue" } }, ["enum.invalid settings.colour", "colour"]),
    refused(
      "a fault in each setting",
      contribution({ defaultState: 3, canPublish: ["editor"], moderateOnChangeBy: "contributor", defaultLang: 5 }),
      ["enum.invalid settings.contribution.defaultState", 3],
      ["enum.invalid settings.contribution.canPublish[0]", "editor"],
      ["type.invalid settings.contribution.moderateOnChangeBy", "contributor"],
      ["enum.invalid settings.contribution.defaultLang", 5]
    ),
    refused("a language that is none", contribution({ defaultLang: "français" }), [
      "enum.invalid settings.contribution.defaultLang",
      "français"
    ]),
    refused("settings of another type", { settings: "x" }, ["type.invalid settings", "x"])
  ],
  schema: [
    stored("no fields", { schema: { fields: [] } }, { fields: "[]" }),
    refused("another type", { schema: 5 }, ["type.invalid schema", null]),
    refused(
      "faults in every field",
      {
        schema: { fields: [{ field: "title", label: "x" }, { field: "a b", label: {} }, { field: "c", label: "x", fieldType: "radio" }, 5] }
      },
      ["duplicate schema.fields[0].field", "title"],
      ["type.invalid schema.fields[1].field", "a b"],
      ["required schema.fields[1].label", {}],
      [
        "required schema.fields[2].options",
        null
      ],
      ["type.invalid schema.fields[3]", 5]
    )
  ]
} satisfies { readonly [member in keyof AgendaDraft]-?: ReadonlyArray<AgendaCase> }
