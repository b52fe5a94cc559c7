/**
 * Different expressions read differently, except for unit conversions and the name of a variable whose answer is the
 * body (sentence.test.ts). Runs in the browser too.
 */
import type { Checked, CheckedRuleset } from '../../../language/semantics/checked-ruleset'
import { describeArms, describeCase, describeChoice, thresholdsOf, writeThresholds } from './branches'
import { type Clause, endsInText, joinClauses, printSentence, type Sentence } from './clause'
import { comparedSides, describeComparison } from './comparisons'
import { describeConnective } from './connectives'
import { Entries } from './entries'
import { describeExceptedValue } from './exceptions'
import { Names } from './names'
import {
  clauseOf,
  inSlot,
  isSimple,
  MAX_LISTS,
  nameOf,
  operandInWords,
  type Phrase,
  type PhraseWriter,
  type SetPhrase,
  simplePhrase,
  type Term,
} from './phrase'
import { countedSeparately, describeQuantified } from './quantifiers'
import { describeSet, eachOf, isIn } from './sets'
import { describeTerm, fitsOnOneLine, isBranching } from './terms'
import { describeWrittenStatement, shownTree } from './written-forms'

/** @param names once for a ruleset */
export function describeExpression(expression: Checked, names: Names): Sentence {
  return new SentenceWriter(names).write(expression)
}

export function printExpression(expression: Checked, ruleset: CheckedRuleset): string {
  return printSentence(describeExpression(expression, new Names(ruleset)), '', '')
}

class SentenceWriter implements PhraseWriter {
  private readonly waiting: Checked[] = []
  readonly entries: Entries

  constructor(readonly names: Names) {
    this.entries = new Entries(names.ruleset)
  }

  write(expression: Checked): Sentence {
    const clause = this.clause(this.names.ruleset.version === '1.4' ? shownTree(expression) : expression)
    return { clause, parts: this.parts() }
  }

  parts(): readonly Clause[] {
    const parts: Clause[] = []
    // Parts may defer further ones, so the list grows.
    for (const part of this.waiting) parts.push(this.clause(part))
    return parts
  }

  partFor(expression: Checked): string {
    this.waiting.push(expression)
    return `part ${this.waiting.length}`
  }

  statement(expression: Checked, lists: number): Phrase {
    return describeStatement(expression, this, lists)
  }

  term(expression: Checked, brackets: number): Term {
    return describeTerm(expression, this, brackets)
  }

  set(expression: Checked, brackets: number): SetPhrase {
    return describeSet(expression, this, brackets)
  }

  value(expression: Checked, lists: number): Clause {
    return describeValue(expression, this, lists)
  }

  private clause(expression: Checked): Clause {
    return expression.type.kind === 'boolean' ? clauseOf(this.statement(expression, 0)) : this.value(expression, 0)
  }
}

/** Terms that share the numbers of their parts, such as the cells of a table. */
export class TermList {
  private readonly writer: SentenceWriter

  constructor(names: Names) {
    this.writer = new SentenceWriter(names)
  }

  /** Writes the sentence on one line. @param near as of {@link operandInWords} */
  write(expression: Checked, near?: RegExp): string {
    const shown = shownTree(expression)
    const name = near === undefined ? null : nameOf(shown, this.writer.names)
    return near === undefined || name === null
      ? this.writer.term(shown, 0).text
      : this.writer.names.calledNear(name, near)
  }

  /** The parts that the terms call "part 1", "part 2" and so on. */
  parts(): readonly Clause[] {
    return this.writer.parts()
  }
}

function describeStatement(node: Checked, writer: PhraseWriter, lists: number): Phrase {
  if (lists >= MAX_LISTS && !isSimple(node)) return simplePhrase(`${writer.partFor(node)} holds`)
  switch (node.kind) {
    case 'boolean':
      return simplePhrase(node.value ? 'this always holds' : 'this never holds')
    case 'input':
      if (writer.names.input(node.input).form?.kind === 'given')
        return simplePhrase(`${operandInWords(node, writer, 0)} is given`)
      return simplePhrase(`${operandInWords(node, writer, 0)} is yes`)
    case 'variable':
      return simplePhrase(`${operandInWords(node, writer, 0)} is yes`)
    case 'let':
      return simplePhrase(`${operandInWords(node, writer, 0)} holds`)
    case 'compare':
      return describeComparison(node, writer, lists)
    case 'connective':
      return describeConnective(node, writer, lists)
    case 'choice':
      return describeChoice(node, writer, lists)
    case 'case':
      return describeCase(node, writer, lists)
    case 'quantified':
      return describeQuantified(node, writer, lists)
    case 'is-member':
      return simplePhrase(`${operandInWords(node.value, writer, 0)} ${isIn(node.set, writer)}`)
    case 'is-subset':
      return simplePhrase(`${eachOf(node.left, writer)} ${isIn(node.right, writer)}`)
    case 'nothing':
      return simplePhrase('there is no answer')
    case 'written':
      return describeWrittenStatement(node, writer, lists)
    case 'unbridged':
      return simplePhrase(comparedSides(node, writer, 0))
    default:
      throw new Error(`a ${node.kind} is not a statement`)
  }
}

/** A definition, a part or an arm of a CASE. */
function describeValue(node: Checked, writer: PhraseWriter, lists: number): Clause {
  if (node.type.kind === 'set') return [writer.set(node, 0).among]
  if (node.kind === 'convert') return describeValue(node.operand, writer, lists)
  if (node.kind === 'written' && node.form.kind === 'exceptions' && lists < MAX_LISTS)
    return describeExceptedValue(node.form, writer, lists, (words, value) =>
      describeBranch(words, value, writer, lists + 1),
    )
  if (node.kind === 'quantified' && !fitsOnOneLine(node)) return describeCount(node, writer, lists)
  if (node.kind !== 'case' && (node.kind !== 'choice' || fitsOnOneLine(node))) return [writer.term(node, 0).text]
  if (lists >= MAX_LISTS) return [writer.partFor(node)]
  if (node.kind === 'case') return describeArms(node, writer, ':', (value) => describeValue(value, writer, lists + 1))
  const thresholds = thresholdsOf(node)
  if (thresholds !== null) {
    const items = writeThresholds(thresholds, writer, lists, (word, part) =>
      describeBranch(word, part, writer, lists + 1),
    )
    return ['by the first of these that applies:', items]
  }
  const condition = inSlot('if', writer.statement(node.condition, lists + 1))
  const head = joinClauses(condition, ', ', describeBranch('then', node.then, writer, lists))
  return joinClauses(head, endsInText(head) ? '; ' : '', describeBranch('otherwise', node.otherwise, writer, lists))
}

function describeCount(node: Extract<Checked, { kind: 'quantified' }>, writer: PhraseWriter, lists: number): Clause {
  const { among } = writer.set(node.set, 0)
  writer.entries.bind(node.variable, node.set)
  const separately = countedSeparately(node.set, writer)
  const counted = `the number of values of ${writer.names.called(node.name)} among ${among}${separately} such that`
  return inSlot(counted, writer.statement(node.body, lists + 1))
}

function describeBranch(word: string, node: Checked, writer: PhraseWriter, lists: number): Clause {
  const value = describeValue(node, writer, lists + 1)
  const [text, ...rest] = value
  return rest.length === 0 && typeof text === 'string' && !isBranching(node)
    ? [`${word} ${text}`]
    : [`${word} this value:`, [value]]
}
