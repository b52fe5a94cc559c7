/** Completion inside parameters, scales and decision tables. */
import type { Analysis } from '../semantics/analyse'
import * as T from '../syntax/token'
import { TABLE_POLICIES } from '../syntax/words'
import { expressionCompletions } from './complete-expression'
import { type Completion, constructCompletion } from './completion'
import { STATEMENTS } from './constructs/statement-constructs'
import type { CursorContext } from './cursor-context'
import { lookupAt } from './expected-type'

/** Null elsewhere, and where an expression may stand. */
export function lookupCompletions(context: CursorContext, analysis: Analysis): Completion[] | null {
  const statement = lookupAt(context)
  if (statement === null) return null
  const before = context.previous(1)
  const isHead = context.frames.length === 0
  if (isHead && context.previousKind(1) === T.ARROW) return completeResultTypes(context)
  if (isHead && context.previous(2) === 'table') return TABLE_POLICIES.map((word) => keyword(context, word))
  if (isHead && context.previous(2) === 'parameter') return [keyword(context, 'by')]
  if (isHead && context.previous(2) === 'scale') return [keyword(context, 'of')]
  const isKey = isHead && (before === 'by' || before === 'of')
  if (isKey || context.frames.at(-1)?.opener === '(') return names(context, analysis)
  return isHead ? [] : null
}

function names(context: CursorContext, analysis: Analysis): Completion[] {
  return expressionCompletions(context, analysis).filter(({ kind }) => kind === 'claim' || kind === 'let')
}

function completeResultTypes(context: CursorContext): Completion[] {
  const types: readonly string[] = ['numeric', 'boolean', 'date', 'timestamp', 'enum']
  return STATEMENTS.filter(({ word }) => types.includes(word)).map((entry, rank) =>
    constructCompletion(entry, context.word, rank),
  )
}

function keyword(context: CursorContext, label: string): Completion {
  return {
    label,
    kind: 'keyword',
    insert: label,
    snippet: false,
    detail: '',
    documentation: '',
    replaces: context.word,
    rank: 0,
  }
}
