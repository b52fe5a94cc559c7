/** Answers the editor's questions with the language core. Offsets are UTF-16 units. */
import { type PlacedRule, placeRules } from '../../server/engine/explain/placed-rules'
import { formatRuleset } from '../../server/language/format/format'
import type { Analysis } from '../../server/language/semantics/analyse'
import type { NameUse } from '../../server/language/semantics/checking'
import { completeAt } from '../../server/language/service/complete'
import type { Completion } from '../../server/language/service/completion'
import { type Fold, findFolds } from '../../server/language/service/folding'
import { findHighlights, type Highlight } from '../../server/language/service/highlighting'
import { type Hover, hoverAt } from '../../server/language/service/hover'
import { type OutlineEntry, outlineOf } from '../../server/language/service/outline'
import { type Renamable, type Renaming, renamableAt, renameAt, usesAt } from '../../server/language/service/rename'
import { type Signature, signatureAt } from '../../server/language/service/signature'
import type { UnitLibrary } from '../../server/language/units/unit-library'

export interface Answers {
  /** Uses of the name at an offset, with its declaration; empty elsewhere. */
  readonly uses: readonly NameUse[]
  readonly format: string
  /** The likeliest first. */
  readonly completions: readonly Completion[]
  readonly hover: Hover | null
  /** Null outside of calls. */
  readonly signature: Signature | null
  /** Null if the name cannot be renamed. */
  readonly renamable: Renamable | null
  /** Edits that rename the name everywhere, or the reason against it. */
  readonly renaming: Renaming
  readonly outline: readonly OutlineEntry[]
  /** All assertions and every other name that cites clauses; null if the text does not compile. */
  readonly citing: readonly PlacedRule[] | null
  readonly folds: readonly Fold[]
  /** Meaning of each word between two offsets. */
  readonly highlights: readonly Highlight[]
}

type AboutText = 'format' | 'outline' | 'folds' | 'citing'

export type Question =
  | { readonly about: AboutText }
  | { readonly about: Exclude<keyof Answers, AboutText | 'renaming' | 'highlights'>; readonly offset: number }
  | { readonly about: 'highlights'; readonly start: number; readonly end: number }
  | { readonly about: 'renaming'; readonly offset: number; readonly newName: string }

export type Answer = {
  readonly [About in keyof Answers]: { readonly about: About; readonly result: Answers[About] }
}[keyof Answers]

/** @param analyse not called if the tokens are enough */
export function answerQuestion(
  source: string,
  analyse: (text: string) => Analysis,
  library: UnitLibrary,
  question: Question,
): Answer {
  switch (question.about) {
    case 'format':
      return { about: 'format', result: formatRuleset(source) }
    case 'uses':
      return { about: 'uses', result: usesAt(question.offset, analyse(source)) }
    case 'completions': {
      const completions = completeAt(source, question.offset, analyse(source), library)
      return { about: 'completions', result: completions.sort((a, b) => a.rank - b.rank) }
    }
    case 'hover':
      return { about: 'hover', result: hoverAt(source, question.offset, analyse(source), library) }
    case 'signature':
      return { about: 'signature', result: signatureAt(source, question.offset) }
    case 'renamable':
      return { about: 'renamable', result: renamableAt(question.offset, analyse(source)) }
    case 'renaming': {
      const { offset, newName } = question
      return { about: 'renaming', result: renameAt(source, offset, newName, analyse(source), analyse) }
    }
    case 'outline':
      return { about: 'outline', result: outlineOf(source, analyse(source)) }
    case 'citing':
      return { about: 'citing', result: placeRules(source, analyse(source)) }
    case 'folds':
      return { about: 'folds', result: findFolds(source) }
    case 'highlights': {
      const { start, end } = question
      const inRange = findHighlights(source, analyse(source)).filter((each) => each.start >= start && each.end <= end)
      return { about: 'highlights', result: inRange }
    }
  }
}
