/**
 * One assertion or definition as a plain-English sentence (language.md, "Review and summary").
 *
 * Promises: states exactly what the expression states. Expressions that differ in anything but conversions of units
 * and the name of a variable that is only asked for read differently (sentence.test.ts). Pure; runs in the browser.
 */
import type { Checked, CheckedRuleset, Input } from '../../../language/semantics/checked-ruleset'
import type { Value } from '../../value'
import { type Clause, printSentence, type Sentence } from './clause'
import { Entries } from './entries'
import { Names } from './names'
import { clauseOf, type Phrase, type SetPhrase, type Term } from './phrase'
import type { PhraseWriter } from './phrase-writer'
import { quantityInWords } from './quantities'
import { describeSet } from './sets'
import { describeStatement } from './statements'
import { describeTerm } from './terms'
import { describeValue } from './values'
import { quoted } from './visible-text'

/** The shape of the sentence, for pages that set lists themselves. Make `names` once for a ruleset. */
export function describeExpression(expression: Checked, names: Names): Sentence {
  return new SentenceWriter(names).write(expression)
}

/** The sentence as text, on several lines where it holds lists. */
export function sentence(expression: Checked, ruleset: CheckedRuleset): string {
  return printSentence(describeExpression(expression, new Names(ruleset)), '', '')
}

/** "amount is 6,000 USD", "‘has receipt’ is no", "category is "travel"": one line of a counterexample in words. */
export function valueInWords(input: Input, value: Value, names: Names): string {
  const name = names.called(input.name)
  if (typeof value === 'boolean') return `${name} is ${value ? 'yes' : 'no'}`
  if (typeof value === 'string') return `${name} is ${quoted(value)}`
  return `${name} is ${quantityInWords(value, input.declaredUnit ?? input.adoptedUnit)}`
}

/** Writes one sentence; what would nest too deep waits until the sentence is written. */
class SentenceWriter implements PhraseWriter {
  private readonly waiting: Checked[] = []
  readonly entries: Entries

  constructor(readonly names: Names) {
    this.entries = new Entries(names.ruleset)
  }

  /** The whole sentence for an expression: a statement where it is yes/no, else its value. */
  write(expression: Checked): Sentence {
    const clause = this.clause(expression)
    const parts: Clause[] = []
    // Writing a part may put off further ones, so the list grows while it is read.
    for (const part of this.waiting) parts.push(this.clause(part))
    return { clause, parts }
  }

  /** Puts an expression off to the end of the sentence and answers what to call it. */
  partFor(expression: Checked): string {
    this.waiting.push(expression)
    return `part ${this.waiting.length}`
  }

  /** @param lists how many lists stand around the statement */
  statement(expression: Checked, lists: number): Phrase {
    return describeStatement(expression, this, lists)
  }

  /** @param brackets how many brackets stand around the term */
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
