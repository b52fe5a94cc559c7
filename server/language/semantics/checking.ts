/**
 * What the checks of one analysis share: its tables of names, and what each name stands for.
 *
 * Promises: lives for one analysis. The declaration check fills the tables, later checks complete them.
 */
import type { Report } from '../messages/report'
import type { ForeignForm } from '../syntax/foreign-form'
import type { LineIndex } from '../syntax/line-index'
import type { Parsed } from '../syntax/parse'
import type { DeclaredType, Expression, Identifier, Span, Statement } from '../syntax/syntax'
import type { Unit } from '../units/unit'
import type { Checked, CheckedLet, Range, Type, UnbridgedPair } from './checked-ruleset'
import { lookOf } from './look-alike'
import type { Speller } from './nearest'
import type { UnitTable } from './unit-table'

/** Where a name is declared or used; the editor's definition, references, rename and hover read these. */
export interface NameUse extends Span {
  readonly name: string
  readonly role: 'claim' | 'local' | 'let' | 'variable' | 'assertion'
  readonly declares: boolean
  /** Offset of the declaring name; equal for all uses of one thing. */
  readonly declaredAt: number
}

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
  /** Types of variables by the offset of their names. */
  readonly variableTypes = new Map<number, Type>()
  /** The vocabulary that the expression at hand meets, so that a member without its quotes is recognised. */
  meets: readonly string[] | null = null
  /** The type that the expression at hand meets, so that a message can say how an unknown name is declared. */
  metType: Type | null = null
  /** Foreign forms that are reported. */
  readonly reportedForms = new Set<ForeignForm>()
  touched: Touched = newTouched()
  private readonly looks = new Map<readonly string[], ReadonlyMap<string, string>>()
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

  /** As {@link check}, where a value of `type` stands: an unknown name is offered with that type. */
  checkAs(type: Type, node: Expression): Checked | null {
    return node.kind === 'name' && !this.knows(node.name)
      ? this.meeting(type, () => this.check(node))
      : this.check(node)
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

  /** The member that looks like `value`, whatever its characters are; null if there is none. */
  alike(vocabulary: readonly string[], value: string): string | null {
    let looks = this.looks.get(vocabulary)
    if (looks === undefined) {
      looks = new Map(vocabulary.map((member) => [lookOf(member), member]))
      this.looks.set(vocabulary, looks)
    }
    return looks.get(lookOf(value)) ?? null
  }

  /** Runs `check` with a separate record of what it touches, and returns both. */
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
    const outerType = this.metType
    const element = type?.kind === 'set' ? type.element : type
    this.metType = element
    this.meets = element?.kind === 'enum' ? element.vocabulary : element?.kind === 'text' ? element.members : null
    const result = check()
    this.meets = outer
    this.metType = outerType
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

export type ValueRole = 'claim' | 'local' | 'let'

/** One declared value: a claim, a local, or a `let`. */
export interface Declared {
  readonly role: ValueRole
  readonly name: string
  readonly at: Identifier
  /** Uses before this offset come too early. */
  usableFrom: number
  /** Index among the inputs, or -1 for what a `let` defines. */
  input: number
  /** Index among the lets, or -1. */
  let: number
  /** True once an assertion reads it, directly or through lets. */
  read: boolean
}

/** A claim or an unconstrained local while it is put together. */
export interface InputDraft {
  readonly declared: Declared
  readonly kind: 'claim' | 'local'
  readonly declaration: DeclaredType
  readonly statement: Span
  question: string | null
  context: string | null
  range: Range | null
  declaredUnit: Unit | null
  unitSpelling: string | null
  adoptedUnit: Unit | null
  type: Extract<Type, { kind: 'boolean' | 'numeric' | 'enum' }>
}

/** What a `let` brings into the expressions that use it. */
export interface LetDraft {
  readonly declared: Declared
  readonly statement: Extract<Statement, { kind: 'let' }>
  /** Null while its value is unknown or wrong. */
  type: Type | null
  reads: readonly number[]
  /** Lets that its value names. */
  uses: readonly number[]
  unbridged: readonly UnbridgedPair[]
}
