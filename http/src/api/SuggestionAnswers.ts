import { suggestionTypes } from "@agenda-engine/core/search/suggest"
import * as Schema from "effect/Schema"

/** Searches to offer while one is typed. */
export class SuggestionList extends Schema.Class<SuggestionList>("SuggestionList")({
  success: Schema.Literal(true),
  suggestions: Schema.Array(
    Schema.Struct({
      type: Schema.Literal(...suggestionTypes).annotations({
        description: "What completes the search: a word, a keyword, the name or city of a location, or a whole title."
      }),
      text: Schema.String.annotations({ description: "The search to offer." })
    })
  )
}) {}
