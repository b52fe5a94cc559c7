/** What the editor asks the language core about a text. Offsets are UTF-16 units. */
import type { NameUse } from '../../server/language/analysis'
import type { Completion } from '../../server/language/editor/complete'
import type { Hover } from '../../server/language/editor/hover'
import type { Signature } from '../../server/language/editor/signature'

export interface Answers {
  /** The uses of the name at a place, its declaration among them; empty where no name stands there. */
  readonly uses: readonly NameUse[]
  /** The text in canonical layout. */
  readonly format: string
  /** What may stand at the cursor, the likeliest first. */
  readonly completions: readonly Completion[]
  /** What is under the pointer; null where there is nothing to say. */
  readonly hover: Hover | null
  /** The call around the cursor; null outside of calls. */
  readonly signature: Signature | null
}

export type Question =
  | { readonly about: Exclude<keyof Answers, 'format'>; readonly offset: number }
  | { readonly about: 'format' }

export type Answer = {
  readonly [About in keyof Answers]: { readonly about: About; readonly found: Answers[About] }
}[keyof Answers]
