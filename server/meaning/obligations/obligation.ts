/**
 * Prints a proved fact as an SMT-LIB 2.6 file for other solvers. It only uses standard constructs, keeps the names of
 * claims and definitions, and says in English what `unsat` proves about which ruleset. Equal obligations have equal
 * texts.
 */

import { ANY, FALSE, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import { FIRST_DAY, LAST_DAY } from '../../language/numeric/calendar'
import { INSTANTS } from '../../language/numeric/instant'
import { fromInteger } from '../../language/numeric/rational'
import { type Input, isWholeInput } from '../../language/semantics/checked-input'
import { typeText } from '../../language/semantics/types'
import type { Condition, Space } from '../condition'
import { inputsOf, letsBehind } from '../question-ruleset'
import { ExpressionTerms } from './expression-terms'
import { Members } from './members'
import { type NamedTerm, partsOf, printPlainly, printTerms } from './print-terms'
import { Symbols } from './symbols'
import { type Sort, type Term, Terms } from './terms'
import type { Meaning, Truth } from './three-outcomes'

export interface Obligation {
  /** One sentence. */
  readonly title: string
  /** `ruleset`, or `ruleset before` and `ruleset after`, with their SHA-256. */
  readonly rulesets: readonly { readonly role: string; readonly hash: string }[]
  readonly space: Space
  readonly condition: Condition
  /** Impossible outcomes of the condition (bits of engine/core/value.ts). */
  readonly outcomes: Outcomes
  /** Otherwise, numbers may be outside their `@range`. */
  readonly withinRanges: boolean
  /** In a joined space, the number of inputs and lets before those of the earlier ruleset. */
  readonly later?: { readonly inputs: number; readonly lets: number }
}

export interface ObligationFile {
  readonly text: string
  readonly logic: Logic
}

export function obligationFile(obligation: Obligation): ObligationFile {
  return new ObligationPrinter(obligation).print()
}

function sortOf(input: Input): Sort {
  if (input.type.kind === 'boolean') return 'Bool'
  const { kind } = input.type
  return kind === 'timestamp' || (kind === 'numeric' && !isWholeInput(input)) ? 'Real' : 'Int'
}

class ObligationPrinter {
  private readonly terms = new Terms()
  private readonly symbols = new Symbols()
  private readonly members = new Members(this.terms, this.symbols)
  private readonly named = new Map<Term, NamedTerm>()
  private readonly variables = new Map<number, Term>()

  constructor(private readonly obligation: Obligation) {}

  print(): ObligationFile {
    const { space, condition, outcomes } = this.obligation
    const used = inputsOf(space, condition)
    for (const input of used) this.variables.set(input, this.declared(input))
    const limits = new Map(used.map((input) => [input, this.limits(input)]))
    const expressions = new ExpressionTerms(
      this.terms,
      this.members,
      space,
      (input) => this.variables.get(input)!,
      (index, meaning) => this.nameLet(index, meaning),
    )
    for (const index of letsBehind(space, [condition])) expressions.define(index)
    const root = this.wanted(expressions.truth(condition), outcomes)
    const stated = [...limits.values()].flat()
    const terms = new Set(partsOf(this.terms, [root, ...stated, ...this.variables.values()]))
    const logic = logicOf(terms)
    const members = this.members.all.filter(({ symbol }) => terms.has(symbol))
    let shared = 0
    const printed = printTerms(this.terms, [root], this.named, () => this.symbols.add(`part ${++shared}`, 'part'))
    const claims = used.flatMap((input) => [
      `; ${this.described(input)}`,
      `(declare-const ${this.variables.get(input)!.head} ${sortOf(space.inputs[input]!)})`,
      ...limits.get(input)!.map((limit) => `(assert ${printPlainly(limit)})`),
    ])
    const lines = [
      ...this.header(),
      '(set-info :smt-lib-version 2.6)',
      `(set-logic ${logic})`,
      ...sectionLines(
        'The members of vocabularies, as whole numbers.',
        members.map(({ symbol, code }) => `(define-fun ${symbol.head} () Int ${code})`),
      ),
      ...sectionLines('The claims.', claims),
      ...sectionLines('The definitions, and parts that are used several times.', printed.definitions),
      ...sectionLines(`The contrary of what is proved: the condition ${outcomesInWords(outcomes)}.`, [
        ...printed.roots.map((text) => `(assert ${text})`),
      ]),
      '(check-sat)',
      '(exit)',
    ]
    return { text: `${lines.join('\n')}\n`, logic }
  }

  private header(): readonly string[] {
    const { title, rulesets, withinRanges } = this.obligation
    const values = withinRanges
      ? 'any value of its type within its @range'
      : 'any value of its type, also outside @range'
    return [
      ...wrapComment(`Proved: ${title}`),
      ...rulesets.flatMap(({ role, hash }) => wrapComment(`The ${role}: sha256 ${hash}`)),
      ...wrapComment(`Each claim has ${values}. A number is a real number.`),
      ...wrapComment(
        'The expected answer is unsat: no values of the claims make all that is asserted here true. The answer sat disproves the title.',
      ),
    ]
  }

  private declared(input: number): Term {
    const declared = this.obligation.space.inputs[input]!
    const symbol = this.symbols.add(this.sided(declared.name, input, this.obligation.later?.inputs), declared.kind)
    return this.terms.leaf(sortOf(declared), symbol)
  }

  private sided(name: string, index: number, later: number | undefined): string {
    return later !== undefined && index >= later ? `${name} (before)` : name
  }

  private limits(input: number): readonly Term[] {
    const declared = this.obligation.space.inputs[input]!
    const { type, range } = declared
    const variable = this.variables.get(input)!
    if (type.kind === 'enum') return [this.members.isOneOf(variable, type.vocabulary)]
    if (type.kind === 'date')
      return [
        this.terms.compare('<=', this.terms.real(fromInteger(FIRST_DAY)), this.terms.asReal(variable)),
        this.terms.compare('<=', this.terms.asReal(variable), this.terms.real(fromInteger(LAST_DAY))),
      ]
    if (type.kind === 'timestamp')
      return [
        this.terms.compare('<=', this.terms.real(INSTANTS.min), variable),
        this.terms.compare('<=', variable, this.terms.real(INSTANTS.max)),
      ]
    if (range === null || !this.obligation.withinRanges) return []
    const number = isWholeInput(declared) ? this.terms.asReal(variable) : variable
    return [
      this.terms.compare('<=', this.terms.real(range.min), number),
      this.terms.compare('<=', number, this.terms.real(range.max)),
    ]
  }

  private described(input: number): string {
    const { name, kind, type } = this.obligation.space.inputs[input]!
    return `${name}: ${kind === 'local' ? 'local, ' : ''}${typeText(type)}`
  }

  private nameLet(index: number, meaning: Meaning): void {
    const { space, later } = this.obligation
    const name = this.sided(space.lets[index]!.name, index, later?.lets)
    if (meaning.kind === 'truth') {
      const { isTrue, isFalse } = meaning.truth
      this.name(isTrue, name, 'definition')
      if (isFalse !== this.terms.not(isTrue)) this.name(isFalse, `${name} is FALSE`, 'definition')
      return
    }
    this.name(meaning.value, name, 'definition')
    this.name(meaning.defined, `${name} has a value`, 'definition')
  }

  /** A term keeps its first name; a symbol needs no other. */
  private name(term: Term, name: string, mark: string): void {
    if (term.operands.length === 0 || this.named.has(term)) return
    this.named.set(term, { symbol: this.symbols.add(name, mark), comment: null })
  }

  private wanted({ isTrue, isFalse }: Truth, outcomes: Outcomes): Term {
    const { terms } = this
    const isOneOf = (bits: Outcomes) =>
      terms.or([...((bits & TRUE) === 0 ? [] : [isTrue]), ...((bits & FALSE) === 0 ? [] : [isFalse])])
    return (outcomes & NONE) === 0 ? isOneOf(outcomes) : terms.not(isOneOf(ANY & ~outcomes))
  }
}

function outcomesInWords(outcomes: Outcomes): string {
  const words = [
    ...((outcomes & TRUE) === 0 ? [] : ['is TRUE']),
    ...((outcomes & FALSE) === 0 ? [] : ['is FALSE']),
    ...((outcomes & NONE) === 0 ? [] : ['has no value']),
  ]
  return words.join(' or ')
}

function sectionLines(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `; ${title}`, ...lines]
}

const LINE_CHARACTERS = 100

/** Comment lines of at most {@link LINE_CHARACTERS} characters, unless a word is longer. */
function wrapComment(text: string): readonly string[] {
  const lines: string[] = []
  let line = ';'
  for (const word of text.split(/\s+/)) {
    if (line.length + 1 + word.length > LINE_CHARACTERS && line !== ';') {
      lines.push(line)
      line = ';  '
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

export type Logic = 'QF_UF' | 'QF_LIA' | 'QF_LRA' | 'QF_LIRA' | 'QF_NRA' | 'QF_NIRA'

export function logicOf(terms: Iterable<Term>): Logic {
  let whole = false
  let real = false
  let linear = true
  for (const { sort, head, operands } of terms) {
    whole ||= sort === 'Int'
    real ||= sort === 'Real'
    if ((head === '*' && operands.every(({ number }) => number === null)) || (head === '/' && operands.length > 0))
      linear = false
  }
  if (!real) return whole ? 'QF_LIA' : 'QF_UF'
  if (linear) return whole ? 'QF_LIRA' : 'QF_LRA'
  return whole ? 'QF_NIRA' : 'QF_NRA'
}

/** Linear arithmetic is decidable, so both solvers must answer. */
export function isLinear(logic: Logic): boolean {
  return logic !== 'QF_NRA' && logic !== 'QF_NIRA'
}
