import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgendaStore } from "../ports/AgendaStore.js"
import { countAdded, interpretAgendaPlan, publishedEventsOf } from "../query/interpret/interpretAgendaPlan.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page, planData } from "./MemoryState.js"

const isSlugTaken = (state: MemoryState, record: AgendaRecord): boolean =>
  HashMap.some(state.agendas, (other) => other.uid !== record.uid && other.slug === record.slug)

const put = (record: AgendaRecord) => (state: MemoryState) =>
  isSlugTaken(state, record)
    ? { conflict: "an agenda with this slug exists" }
    : {
      ...state,
      agendas: HashMap.set(state.agendas, record.uid, record),
      clocks: HashMap.has(state.clocks, record.uid) ? state.clocks : HashMap.set(state.clocks, record.uid, { changedAt: 0 })
    }

/** The store of agendas in memory. `lock` only reads the clock, because transactions run one at a time. */
export const layer = (database: MemoryDatabase): Layer.Layer<AgendaStore> =>
  Layer.succeed(AgendaStore, {
    find: (ref) =>
      database.read((state) =>
        ref._tag === "Uid"
          ? Option.getOrNull(HashMap.get(state.agendas, ref.uid))
          : HashMap.toValues(state.agendas).find(({ slug }) => slug === ref.slug) ?? null
      ),
    findMany: (uids) => database.read((state) => HashMap.toValues(state.agendas).filter(({ uid }) => uids.includes(uid))),
    search: (plan) => database.read((state) => interpretAgendaPlan(plan, planData(state))),
    countAdded: (uids, within) =>
      database.read((state) => uids.map((uid) => ({ uid, count: countAdded(publishedEventsOf(planData(state).events, uid), within) }))),
    put: (record) => database.write("AgendaStore.put", put(record)),
    remove: (uid) =>
      database.write("AgendaStore.remove", (state) => ({
        ...state,
        agendas: HashMap.remove(state.agendas, uid),
        clocks: HashMap.remove(state.clocks, uid),
        removedAgendas: [...new Set([...state.removedAgendas, uid])].sort((left, right) => left - right)
      })),
    scan: (afterUid, limit) => database.read((state) => page(HashMap.values(state.agendas), ({ uid }) => uid, afterUid, limit)),
    lock: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.clocks, uid))),
    setClock: (uid, clock) =>
      database.write("AgendaStore.setClock", (state) => ({
        ...state,
        clocks: HashMap.has(state.agendas, uid) ? HashMap.set(state.clocks, uid, clock) : state.clocks
      }))
  })
