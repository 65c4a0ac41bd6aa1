import type { Role } from "../../../src/domain/access/Member.js"
import type { EventState } from "../../../src/domain/event/Event.js"

/** The caller's role. `none`: a user without membership; `operator`: the program itself. */
export type Writer = Role | "none" | "operator"

/** The inputs of the rules of wire.md §7 for one write. */
export interface Write {
  readonly writer: Writer
  readonly action: "create" | "replace" | "patch" | "upsert"
  /** State of the stored event; null when there is none. */
  readonly stored: EventState | null
  /** Whether the caller contributed it. */
  readonly own: boolean
  /** State in the body. */
  readonly asked: EventState | undefined
  readonly storedFeatured: boolean
  readonly askedFeatured: boolean | undefined
  /** Whether the body changes any other content. */
  readonly content: boolean
  readonly canPublish: ReadonlyArray<Role> | undefined
  readonly moderateOnChangeBy: ReadonlyArray<Role> | undefined
  readonly defaultState: EventState | undefined
}

/** Expected outcome: 409, 403, 404, or the resulting state with the ignored fields of the body. */
export type Outcome =
  | "conflict"
  | "forbidden"
  | "not found"
  | { readonly state: EventState; readonly featured: boolean; readonly leftAlone: ReadonlyArray<string> }

interface Rule {
  readonly says: string
  readonly when: (write: Write) => boolean
  readonly state: "conflict" | "forbidden" | "not found" | ((write: Write) => EventState)
}

const isMember = ({ writer }: Write) => writer !== "none"
const moderates = ({ writer }: Write) => writer === "administrator" || writer === "moderator" || writer === "operator"
const contributes = ({ writer }: Write) => writer === "contributor"
const isNamedIn = (roles: ReadonlyArray<Role>, { writer }: Write) => roles.some((role) => role === writer)
const publishes = (write: Write) => write.writer === "operator" || isNamedIn(write.canPublish ?? ["administrator", "moderator"], write)
const isNew = ({ stored }: Write) => stored === null
const isSeen = ({ stored }: Write) => stored === 2
const isOthers = (write: Write) => contributes(write) && !isNew(write) && !write.own
const isDecided = ({ stored }: Write) => stored === 2 || stored === -1
const wantsPublished = ({ asked }: Write) => asked === 2

/** The rules for states, in order of precedence: the first that applies decides. */
export const rules: ReadonlyArray<Rule> = [
  {
    says: "no membership, no event is made, by upsert neither",
    when: (w) => !isMember(w) && (isNew(w) || w.action === "upsert"),
    state: "forbidden"
  },
  { says: "who is no member may not know of an event that is not published", when: (w) => !isMember(w) && !isSeen(w), state: "not found" },
  { says: "no membership, no write", when: (w) => !isMember(w), state: "forbidden" },
  {
    says: "an external id of an event that a contributor may not know of is taken",
    when: (w) => isOthers(w) && !isSeen(w) && w.action === "upsert",
    state: "conflict"
  },
  {
    says: "contributors may not know of others' events that are not published",
    when: (w) => isOthers(w) && !isSeen(w),
    state: "not found"
  },
  { says: "contributors edit only their own", when: isOthers, state: "forbidden" },
  {
    says: "who moderates and may not publish is refused 2 where it is not 2 already",
    when: (w) => moderates(w) && wantsPublished(w) && !isSeen(w) && !publishes(w),
    state: "forbidden"
  },
  { says: "who may publish sets 2", when: (w) => wantsPublished(w) && publishes(w), state: () => 2 },
  {
    says: "any other state is free to those who moderate",
    when: (w) => moderates(w) && w.asked !== undefined && !wantsPublished(w),
    state: ({ asked }) => asked ?? 0
  },
  {
    says: "a new event gets the agenda's default",
    when: (w) => isNew(w) && w.defaultState !== undefined,
    state: (w) => w.defaultState ?? 0
  },
  { says: "… else it is published by those who may", when: (w) => isNew(w) && publishes(w), state: () => 2 },
  { says: "… and to review by others", when: isNew, state: () => 0 },
  {
    says: "a published or refused one that is edited by those whom the agenda names goes back to review",
    when: (w) => isDecided(w) && w.content && isNamedIn(w.moderateOnChangeBy ?? [], w),
    state: () => 0
  },
  { says: "everything else leaves the state as it is", when: () => true, state: ({ stored }) => stored ?? 0 }
]

/**
 * A contributor's values that differ from the stored or default ones are ignored, except state 2 of those who may
 * publish.
 */
const leftAlone = (write: Write, state: EventState): ReadonlyArray<string> => {
  const isHeard = wantsPublished(write) && publishes(write)
  const isOther = write.asked !== undefined && write.asked !== (write.stored ?? state)
  const features = write.askedFeatured !== undefined && write.askedFeatured !== write.storedFeatured
  return contributes(write) ? [...(isOther && !isHeard ? ["state"] : []), ...(features ? ["featured"] : [])] : []
}

/** Expected outcome of a write by the rules. */
export const outcomeOf = (write: Write): Outcome => {
  const rule = rules.find(({ when }) => when(write))
  if (rule === undefined || rule.state === "forbidden") return "forbidden"
  if (rule.state === "conflict" || rule.state === "not found") return rule.state
  const state = rule.state(write)
  const featured = moderates(write) ? write.askedFeatured ?? write.storedFeatured : write.storedFeatured
  return { state, featured, leftAlone: leftAlone(write, state) }
}
