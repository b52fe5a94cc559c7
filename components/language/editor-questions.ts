/** What the editor asks the language core about a place in the text. */
import type { NameUse } from '@/server/language/analysis'

export type Question = { readonly about: 'uses'; readonly offset: number }

export type Answer = {
  readonly about: 'uses'
  /** The uses of the name at the place, its declaration among them; empty where no name stands there. */
  readonly uses: readonly NameUse[]
}
