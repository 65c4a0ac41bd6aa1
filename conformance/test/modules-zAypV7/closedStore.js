
    import * as Effect from "effect/Effect"
    import * as Layer from "effect/Layer"
    export default { name: "closed", fresh: Effect.succeed(Layer.fail("closed")), lacks: {} }
  