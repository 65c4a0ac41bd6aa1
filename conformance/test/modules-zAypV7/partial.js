
    import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
    import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
    import { Transaction } from "@agenda-engine/core/ports/Transaction"
    import * as Context from "effect/Context"
    import * as Layer from "effect/Layer"
    export default Layer.map(MemoryStores.layer, (stores) => Context.pick(Transaction, AgendaStore)(stores))
  