/** The state of one analysis. Declarations fill the tables; later checks complete them. */
import type { Report } from '../messages/report'
import type { ForeignForm } from '../syntax/habits/foreign-form'
import type { Parsed } from '../syntax/parse'
import type { DeclaredType, Expression, Identifier, Statement } from '../syntax/syntax'
import type { LineIndex, Span } from '../text/line-index'
import type { Speller } from '../text/nearest'
import type { Unit } from '../units/unit'
import type { Checked, CheckedLet, Range, Type, UnbridgedPair } from './checked-ruleset'
import { lookOf } from './habits/look-alike'
import type { UnitTable } from './measures/unit-table'

/** A declaration or use of a name, for the editor. */
export interface NameUse extends Span {
  readonly name: string
  readonly role: 'claim' | 'local' | 'let' | 'variable' | 'assertion'
  readonly declares: boolean
  /** Offset of the declaring name, which all uses share. */
  readonly declaredAt: number
}

export interface Variable {
  readonly number: number
  readonly type: Type | null
  readonly at: Identifier
}

/** The names that one statement uses. */
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
  /** By the offset of the variable's name. */
  readonly variableTypes = new Map<number, Type>()
  /** The vocabulary at the other side, to recognise a member without quotes. */
  meets: readonly string[] | null = null
  /** The type at the other side, to suggest a declaration for an unknown name. */
  metType: Type | null = null
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

  /** Returns null, and reports it, if something is wrong. */
  check(node: Expression): Checked | null {
    return this.checkExpression(this, node)
  }

  /** Suggests `type` for an unknown name. */
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

  /** The member that looks like `value`, or null. */
  alike(vocabulary: readonly string[], value: string): string | null {
    let looks = this.looks.get(vocabulary)
    if (looks === undefined) {
      looks = new Map(vocabulary.map((member) => [lookOf(member), member]))
      this.looks.set(vocabulary, looks)
    }
    return looks.get(lookOf(value)) ?? null
  }

  /** Also returns what `check` used. */
  touching<T>(check: () => T): { result: T; touched: Touched } {
    const outer = this.touched
    const touched = newTouched()
    this.touched = touched
    const result = check()
    this.touched = outer
    return { result, touched }
  }

  /** Runs `check` while it meets this type. */
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

  /** True if a declaration, even a later one, or the scope has this name. */
  knows(name: string): boolean {
    return this.values.has(name) || this.variables.has(name)
  }
}

function newTouched(): Touched {
  return { reads: new Set(), lets: new Set(), unbridged: new Map() }
}

export type ValueRole = 'claim' | 'local' | 'let'

/** A claim, a local, or a `let`. */
export interface Declared {
  readonly role: ValueRole
  readonly name: string
  readonly at: Identifier
  usableFrom: number
  /** -1 for a `let`. */
  input: number
  /** Index among the lets, or -1. */
  let: number
  /** True if an assertion reads it, also through lets. */
  read: boolean
}

/** A claim or local in construction. */
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

export interface LetDraft {
  readonly declared: Declared
  readonly statement: Extract<Statement, { kind: 'let' }>
  /** Null while the value is unknown or wrong. */
  type: Type | null
  reads: readonly number[]
  uses: readonly number[]
  unbridged: readonly UnbridgedPair[]
}
