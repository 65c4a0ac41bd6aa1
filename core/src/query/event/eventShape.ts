import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import * as Struct from "effect/Struct"
import { detailFields, type PlainContent, summaryFields } from "../../domain/event/Event.js"
import { type AdditionalField, type FieldType, isMultilingual, isOptioned } from "../../domain/field/AdditionalField.js"
import { FileLink } from "../../domain/field/FieldValue.js"
import { Image } from "../../domain/media/Image.js"
import { MultilingualKeywords, MultilingualText } from "../../domain/text/MultilingualText.js"

/** Shape of an event member; decides how field paths, languages and stores treat it. */
export type MemberShape =
  /** A scalar or a list of scalars; no path continues below it. */
  | { readonly kind: "plain" }
  /**
   * A number from a fixed set, or a list of them. Shown as `{id, label}` when labels are requested; paths select it
   * whole.
   */
  | { readonly kind: "choice" }
  /** Text keyed by language. */
  | { readonly kind: "text" }
  /** Text keyed by language that monolingual views do not collapse. */
  | { readonly kind: "label" }
  /** Lists of text keyed by language. */
  | { readonly kind: "texts" }
  /** An object or a list of objects; paths continue into its members. */
  | { readonly kind: "object"; readonly members: { readonly [name: string]: MemberShape } }

/** A top-level member of an event. */
export interface EventMember {
  readonly shape: MemberShape
  /** The part of a stored event that contains the member. */
  readonly storedIn: "head" | "body"
  /** Whether the default list item includes the member; the detailed form includes all. */
  readonly inItem: boolean
}

const plain = { kind: "plain" } as const
const choice = { kind: "choice" } as const
const text = { kind: "text" } as const
const texts = { kind: "texts" } as const
const object = <M extends { readonly [name: string]: MemberShape }>(members: M) => ({ kind: "object", members }) as const

const item = <S extends MemberShape>(shape: S) => ({ shape, storedIn: "head", inItem: true }) as const
const detail = <S extends MemberShape>(shape: S) => ({ shape, storedIn: "head", inItem: false }) as const
const bodyDetail = <S extends MemberShape>(shape: S) => ({ shape, storedIn: "body", inItem: false }) as const

/** The shape of a field's values. Those of a list have the shape of its items. */
const shapeOf = (ast: AST.AST): MemberShape => {
  if (ast === MultilingualText.ast) return text
  if (ast === MultilingualKeywords.ast) return texts
  switch (ast._tag) {
    case "TypeLiteral":
      return object(Object.fromEntries(ast.propertySignatures.map(({ name, type }) => [String(name), shapeOf(type)])))
    case "TupleType": {
      const [items] = ast.rest
      return items === undefined ? plain : shapeOf(items.type)
    }
    case "Union": {
      const shapes = ast.types.map(shapeOf)
      return shapes.find(({ kind }) => kind !== "plain") ?? plain
    }
    default:
      return plain
  }
}

const placed = <Name extends string, Member extends EventMember>(
  fields: { readonly [N in Name]: Schema.Schema.All },
  place: (shape: MemberShape) => Member
): { readonly [N in Name]: Member } => Record.map(fields, ({ ast }) => place(shapeOf(ast)))

// The fields named here have other places in the answer than after the fields declared before them.
const { keywords, onlineAccessLink, ...mainFields } = placed(summaryFields, item)
const { accessibility, age, registration, ...furtherFields } = placed(
  Struct.omit(detailFields, "slotOffers", "timezoneNamed"),
  bodyDetail
)

const interval = object({ begin: plain, end: plain })
const identifier = object({ key: plain, value: plain })
// Tier labels are objects in every view (wire.md §2).
const tiers = object({
  label: { kind: "label" } as const,
  priceCents: plain,
  minAmountCents: plain,
  sourceRef: plain,
  offerType: plain,
  saleStart: plain,
  saleEnd: plain
})

/**
 * The members of the detailed form of an event, in output order (wire.md §5). `includeFields` selects from it,
 * `monolingual` collapses its texts, and `storedIn` decides whether the body is loaded. `member`, `stateHistory`, some
 * facts of `timings.availability` and `removed` appear only for callers who may see or request them. Ticket members
 * appear only when the event has tickets.
 */
export const eventShape = {
  uid: item(plain),
  slug: item(plain),
  ...mainFields,
  featured: item(plain),
  attendanceMode: item(choice),
  onlineAccessLink,
  keywords,
  dateRange: item(text),
  originAgenda: item(object({ uid: plain, title: plain, image: plain, slug: plain, url: plain, official: plain, description: plain })),
  location: item(object({
    uid: plain,
    name: plain,
    slug: plain,
    address: plain,
    access: text,
    description: text,
    image: plain,
    imageCredits: plain,
    adminLevel1: plain,
    adminLevel2: plain,
    adminLevel3: plain,
    adminLevel4: plain,
    adminLevel5: plain,
    adminLevel6: plain,
    region: plain,
    department: plain,
    city: plain,
    district: plain,
    postalCode: plain,
    insee: plain,
    countryCode: plain,
    latitude: plain,
    longitude: plain,
    timezone: plain,
    website: plain,
    email: plain,
    phone: plain,
    links: plain,
    state: plain,
    extIds: identifier,
    extId: plain,
    setUid: plain,
    createdAt: plain,
    updatedAt: plain
  })),
  status: item(choice),
  firstTiming: item(interval),
  nextTiming: item(interval),
  lastTiming: item(interval),
  offers: item(object({
    provider: plain,
    currency: plain,
    pricing: plain,
    tiers,
    source: object({ ref: plain, url: plain }),
    syncedAt: plain
  })),
  offersAggregate: item(object({
    pricing: plain,
    availability: object({ status: plain, occurrencesAvailable: plain, occurrencesTotal: plain, nextAvailable: plain })
  })),
  ...furtherFields,
  timings: bodyDetail(object({
    id: plain,
    begin: plain,
    end: plain,
    offers: object({ provider: plain, tiers, bookingUrl: plain }),
    availability: object({
      provider: plain,
      status: plain,
      onSaleFrom: plain,
      onSaleThrough: plain,
      sourceRef: plain,
      syncedAt: plain,
      closedBySource: plain,
      remaining: plain,
      lowStockThreshold: plain,
      reportedStatus: plain
    })
  })),
  registration,
  accessibility,
  age,
  state: detail(plain),
  createdAt: detail(plain),
  updatedAt: detail(plain),
  availabilityUpdatedAt: detail(plain),
  timezone: detail(plain),
  country: detail(object({ code: plain, ar: plain, de: plain, en: plain, es: plain, fr: plain, it: plain })),
  links: bodyDetail(object({
    link: plain,
    data: object({
      type: plain,
      version: plain,
      provider_name: plain,
      provider_url: plain,
      url: plain,
      embed_url: plain,
      html: plain,
      width: plain,
      height: plain,
      thumbnail_url: plain
    })
  })),
  extIds: bodyDetail(identifier),
  locationUid: detail(plain),
  member: detail(object({
    uid: plain,
    userUid: plain,
    name: plain,
    email: plain,
    phone: plain,
    organization: plain,
    position: plain,
    role: plain
  })),
  stateHistory: detail(object({
    at: plain,
    from: plain,
    to: plain,
    motive: plain,
    by: object({ userUid: plain, name: plain, deletedUser: plain }),
    key: plain
  })),
  removed: item(plain)
} as const satisfies { readonly [name: string]: EventMember } & { readonly [F in keyof PlainContent]: EventMember }

/** A top-level member of the detailed form. */
export type EventMemberName = keyof typeof eventShape

/** The shapes of the types of additional fields whose values are objects. */
export const objectShapes: { readonly [T in FieldType]?: MemberShape } = { file: shapeOf(FileLink.ast), image: shapeOf(Image.ast) }

/** The shape of an additional field. */
export const fieldShape = (field: AdditionalField): MemberShape => {
  if (isOptioned(field)) return choice
  return objectShapes[field.fieldType] ?? (isMultilingual(field) ? text : plain)
}

const isMemberName = (name: string): name is EventMemberName => Object.hasOwn(eventShape, name)

/** Names of the top-level members of the detailed form, in output order. */
export const eventMemberNames: ReadonlyArray<EventMemberName> = Object.keys(eventShape).filter(isMemberName)
