/** Answers the questions of an editor, in the page and in the language server. Offsets are UTF-16 units. */
import { formatRuleset } from '../format/format'
import type { Analysis } from '../semantics/analyse'
import type { NameUse } from '../semantics/checking'
import type { UnitLibrary } from '../units/unit-library'
import { completeAt } from './complete'
import type { Completion } from './completion'
import { type Fold, findFolds } from './folding'
import { findHighlights, type Highlight } from './highlighting'
import { type Hover, hoverAt } from './hover'
import { type OutlineEntry, outlineOf } from './outline'
import { type Renamable, type Renaming, renamableAt, renameAt, usesAt } from './rename'
import { type Signature, signatureAt } from './signature'

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
  readonly folds: readonly Fold[]
  /** Meaning of each word between two offsets. */
  readonly highlights: readonly Highlight[]
}

type AboutText = 'format' | 'outline' | 'folds'

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
    case 'folds':
      return { about: 'folds', result: findFolds(source) }
    case 'highlights': {
      const { start, end } = question
      const inRange = findHighlights(source, analyse(source)).filter((each) => each.start >= start && each.end <= end)
      return { about: 'highlights', result: inRange }
    }
  }
}
