/** The kind of place at which a construct may be written. */
export type ConstructKind = 'statement' | 'policy' | 'annotation' | 'condition' | 'number' | 'choice' | 'set'

/** What hover, completion and the grammar guide say about a construct of the language. */
export interface Construct {
  /** The word or sign that a person points at. */
  readonly word: string
  readonly kind: ConstructKind
  /** For people: `Implies(a, b)`. */
  readonly form: string
  readonly meaning: string
  /** A statement, condition, number, set or annotation, depending on the kind. */
  readonly example: string
  /** Completion text; `<name>` is a placeholder, `<>` an empty one. */
  readonly snippet: string
}

/**
 * @param form for people
 * @param example a test compiles it with the ruleset of the guide (grammar-guide.ts)
 */
export function defineConstruct(
  word: string,
  kind: ConstructKind,
  form: string,
  meaning: string,
  example: string,
  snippet = word,
): Construct {
  return { word, kind, form, meaning, example, snippet }
}
