/** What the editor asks the language core about a text. */
import type { NameUse } from '../../server/language/analysis'

export interface Answers {
  /** The uses of the name at a place, its declaration among them; empty where no name stands there. */
  readonly uses: readonly NameUse[]
  /** The text in canonical layout. */
  readonly format: string
}

export type Question = { readonly about: 'uses'; readonly offset: number } | { readonly about: 'format' }

export type Answer = {
  readonly [About in keyof Answers]: { readonly about: About; readonly found: Answers[About] }
}[keyof Answers]
