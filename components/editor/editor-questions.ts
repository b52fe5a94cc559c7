/** What the editor asks the language core about a text. Offsets are UTF-16 units. */
import type { NameUse } from '../../server/language/semantics/analysis'
import type { Completion } from '../../server/language/service/completion'
import type { Fold } from '../../server/language/service/folding'
import type { Highlight } from '../../server/language/service/highlighting'
import type { Hover } from '../../server/language/service/hover'
import type { OutlineEntry } from '../../server/language/service/outline'
import type { Renamable, Renaming } from '../../server/language/service/rename'
import type { Signature } from '../../server/language/service/signature'

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
  /** The name under the cursor; null where nothing can be renamed. */
  readonly renamable: Renamable | null
  /** The edits that give the name under the cursor another one everywhere, or why they may not be made. */
  readonly renaming: Renaming
  /** What the text declares, defines and asserts. */
  readonly outline: readonly OutlineEntry[]
  readonly folds: readonly Fold[]
  /** What each word between two places stands for. */
  readonly highlights: readonly Highlight[]
}

/** What is asked about the whole text. */
type AboutText = 'format' | 'outline' | 'folds'

export type Question =
  | { readonly about: AboutText }
  | { readonly about: Exclude<keyof Answers, AboutText | 'renaming' | 'highlights'>; readonly offset: number }
  | { readonly about: 'highlights'; readonly start: number; readonly end: number }
  | { readonly about: 'renaming'; readonly offset: number; readonly newName: string }

export type Answer = {
  readonly [About in keyof Answers]: { readonly about: About; readonly found: Answers[About] }
}[keyof Answers]
