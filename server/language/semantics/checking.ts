/**
 * What the checks of one analysis share.
 *
 * Promises: lives for one analysis and holds no more than its tables.
 */

import type { Report } from '../messages/report'
import type { LineIndex } from '../syntax/line-index'
import type { Parsed } from '../syntax/parse'
import type { Expression, Identifier } from '../syntax/syntax'
import type { NameUse } from './analysis'
import type { Checked, CheckedLet, Type, UnbridgedPair } from './checked-ruleset'
import type { Declared, InputDraft, LetDraft, ValueRole } from './declared'
import type { Speller } from './nearest'
import type { UnitTable } from './unit-table'

export interface Variable {
  readonly number: number
  readonly type: Type | null
  readonly at: Identifier
}

/** What one statement touches while it is checked. */
export interface Touched {
  readonly reads: Set<number>
  readonly lets: Set<number>
  readonly unbridged: Map<string, UnbridgedPair>
}

export class Checking {
  readonly values = new Map<string, Declared>()
  readonly assertions = new Map<string, Identifier>()
  readonly inputs: InputDraft[] = []
  readonly lets: LetDraft[] = []
  readonly checkedLets: (CheckedLet | null)[] = []
  readonly uses: NameUse[] = []
  readonly variables = new Map<string, Variable>()
  nextVariable = 0
  /** Types of variables by the place of their names. */
  readonly variableTypes = new Map<number, Type>()
  /** The vocabulary that the expression at hand meets, so that a member without its quotes is recognised. */
  meets: readonly string[] | null = null
  touched: Touched = newTouched()
  private readonly vocabularies = new Map<readonly string[], ReadonlySet<string>>()

  constructor(
    readonly text: string,
    readonly parsed: Parsed,
    readonly report: Report,
    readonly lines: LineIndex,
    readonly units: UnitTable,
    readonly speller: Speller,
    private readonly checkExpression: (c: Checking, node: Expression) => Checked | null,
  ) {}

  /** The checked tree of an expression; null, and reported, where something in it is wrong. */
  check(node: Expression): Checked | null {
    return this.checkExpression(this, node)
  }

  use(at: Identifier, role: ValueRole | 'variable' | 'assertion', declares: boolean, declaredAt: number): void {
    this.uses.push({ name: at.name, role, declares, declaredAt, start: at.start, end: at.end })
  }

  has(vocabulary: readonly string[], member: string): boolean {
    let set = this.vocabularies.get(vocabulary)
    if (set === undefined) {
      set = new Set(vocabulary)
      this.vocabularies.set(vocabulary, set)
    }
    return set.has(member)
  }

  /** Runs `check` with its own record of what it touches, and answers both. */
  touching<T>(check: () => T): { result: T; touched: Touched } {
    const outer = this.touched
    const touched = newTouched()
    this.touched = touched
    const result = check()
    this.touched = outer
    return { result, touched }
  }

  /** Runs `check` while the given vocabulary is what it meets. */
  meeting<T>(type: Type | null, check: () => T): T {
    const outer = this.meets
    const element = type?.kind === 'set' ? type.element : type
    this.meets = element?.kind === 'enum' ? element.vocabulary : element?.kind === 'text' ? element.members : null
    const result = check()
    this.meets = outer
    return result
  }

  /** True where a later declaration or the current scope gives this name a meaning. */
  knows(name: string): boolean {
    return this.values.has(name) || this.variables.has(name)
  }
}

function newTouched(): Touched {
  return { reads: new Set(), lets: new Set(), unbridged: new Map() }
}
