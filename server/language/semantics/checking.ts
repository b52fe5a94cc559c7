/** The state of one analysis. Declarations fill the tables; later checks complete them. */
import type { Report } from '../messages/report'
import type { MonthEnd } from '../numeric/calendar'
import type { AskedShape } from '../patterns/shapes'
import type { ForeignForm } from '../syntax/cursor'
import type { Parsed } from '../syntax/parse'
import type { DeclaredType, Expression, Identifier, Statement, TextLiteral } from '../syntax/syntax'
import type { LanguageLimits } from '../text/limits'
import type { LineIndex, Span } from '../text/line-index'
import type { Speller } from '../text/nearest'
import type { Unit } from '../units/unit'
import type { Enclosure, Fallback, InputForm, Range } from './checked-input'
import type { Checked, CheckedLet, UnbridgedPair } from './checked-ruleset'
import type { Type } from './checked-type'
import { lookOf } from './habits/look-alike'
import type { Body } from './lookups/parameter-mentions'
import type { UnitTable } from './measures/unit-table'
import { ExpandedDepth, ExpandedSize } from './tree/expanded-size'
import { BOOLEAN } from './types'

export type NameRole = ValueRole | 'variable' | 'assertion' | 'shape'

/** A declaration or use of a name, for the editor. */
export interface NameUse extends Span {
  readonly name: string
  readonly role: NameRole
  readonly declares: boolean
  /** Offset of the declaring name, which all uses share. */
  readonly declaredAt: number
}

export interface Variable {
  readonly number: number
  readonly type: Type | null
  readonly at: Identifier
  /** What a parameter of a condition stands for. */
  readonly standsFor?: Checked
}

/** The condition of an assertion, and what it uses. */
export interface CheckedBody {
  readonly expression: Checked
  readonly reads: readonly number[]
  readonly unbridged: readonly UnbridgedPair[]
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
  /** The bodies of sound assertions so far, by name. */
  readonly bodies = new Map<string, CheckedBody>()
  readonly inputs: InputDraft[] = []
  readonly lets: LetDraft[] = []
  readonly checkedLets: (CheckedLet | null)[] = []
  readonly uses: NameUse[] = []
  variables = new Map<string, Variable>()
  /** By path, as in `driver` and `driver[2].accident`. */
  readonly groups = new Map<string, Group>()
  /** Entries that quantifiers name, by variable. */
  entries = new Map<string, Entry>()
  readonly conditions = new Map<string, NamedCondition>()
  readonly shapes = new Map<string, Shape>()
  /** Questions of the rules about texts, by the input. */
  readonly texts = new Map<number, AskedText>()
  readonly size = new ExpandedSize(this.checkedLets)
  readonly depth = new ExpandedDepth()
  /** Nodes of the bodies of conditions at their uses so far. */
  writtenOut = 0
  nextVariable = 0
  /** The rule that the ruleset states, wherever it stands. */
  monthEnd: MonthEnd | null = null
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
    readonly limits: LanguageLimits,
    private readonly checkExpression: (c: Checking, node: Expression) => Checked | null,
  ) {}

  /** The offset at which a statement for the whole ruleset belongs. */
  get versionEnd(): number {
    return this.parsed.ruleset.version?.end ?? 0
  }

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

  use(at: Identifier, role: NameRole, declares: boolean, declaredAt: number): void {
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

  /** Runs `check` and also returns what it used. */
  touching<T>(check: () => T): { result: T; touched: Touched } {
    const outer = this.touched
    const touched = newTouched()
    this.touched = touched
    const result = check()
    this.touched = outer
    return { result, touched }
  }

  /** Counts what was used apart as used. */
  touch({ reads, lets, unbridged }: Touched): void {
    for (const input of reads) this.touched.reads.add(input)
    for (const index of lets) this.touched.lets.add(index)
    for (const [key, pair] of unbridged) this.touched.unbridged.set(key, pair)
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
    return this.values.has(name) || this.variables.has(name) || this.groups.has(name) || this.entries.has(name)
  }
}

function newTouched(): Touched {
  return { reads: new Set(), lets: new Set(), unbridged: new Map() }
}

/** A record or a list. */
export interface Group {
  readonly kind: 'record' | 'list'
  readonly path: string
  readonly at: Identifier
  /** Whether an optional record is there, or how many entries a list has; -1 for another record. */
  readonly input: number
  readonly fields: readonly string[]
  readonly upTo: number
  readonly usableFrom: number
}

export interface Entry {
  /** As in `driver[2]`. */
  readonly path: string
  readonly at: Identifier
}

export type ValueRole = 'claim' | 'local' | 'let' | 'condition' | 'vocabulary'

/** A claim, a local, a `let` or a condition. */
export interface Declared {
  readonly role: ValueRole
  readonly name: string
  readonly at: Identifier
  usableFrom: number
  /** -1 for a `let` and a condition. */
  input: number
  /** Index among the lets, or -1. */
  let: number
  /** True if an assertion reads it, also through lets. */
  read: boolean
}

/** A condition with parameters. */
export interface NamedCondition {
  readonly declared: Declared
  readonly statement: Extract<Statement, { kind: 'condition' }>
  readonly body: Body
  /** Offsets of what the definition reports, by code. */
  readonly reported: Set<string>
  /** For people, from the first use; null before it. */
  shown: Checked | null
}

/** A shape of texts. */
export interface Shape {
  readonly at: Identifier
  readonly usableFrom: number
  /** Null if it is wrong, which is reported. */
  readonly shape: (AskedShape & { readonly name: string }) | null
  /** The start of the statement. */
  readonly start: number
}

/** Questions of the rules about one text, in construction. */
export interface AskedText {
  readonly input: number
  readonly codes: readonly string[]
  readonly ignoringCase: boolean
  /** The members of the input's type: its codes, and the literals so far. */
  readonly vocabulary: string[]
  readonly literals: string[]
  readonly shapes: Map<string | null, { readonly shape: AskedShape; readonly members: Checked[] }>
  /** By length, to be filled with the lengths of every kind of text. */
  readonly lengths: { readonly number: Checked; readonly arms: { label: string; value: Checked }[] }[]
  /** The input of the length, or -1. */
  length: number
}

/** A claim or local in construction. */
export interface InputDraft {
  readonly declared: Declared
  readonly kind: 'claim' | 'local'
  readonly declaration: DeclaredType
  readonly statement: Span
  question: string | null
  context: string | null
  /** As written, and as checked. */
  readonly written: Expression | null
  fallback: Fallback | null
  column: TextLiteral | null
  range: Range | null
  readonly whole: boolean
  /** The name of a vocabulary. */
  readonly listed: string | null
  form: InputForm | null
  /** Outermost first. */
  readonly within: readonly Enclosure[]
  declaredUnit: Unit | null
  unitSpelling: string | null
  adoptedUnit: Unit | null
  type: Extract<Type, { kind: 'boolean' | 'numeric' | 'date' | 'timestamp' | 'enum' }>
}

/** A statement that gives a name to a value. */
export type DefinitionStatement = Extract<Statement, { kind: 'let' | 'parameter' | 'scale' | 'table' | 'vocabulary' }>

export interface LetDraft {
  readonly declared: Declared
  readonly statement: DefinitionStatement
  /** Null while the value is unknown or wrong. */
  type: Type | null
  /** Holds if the value is a number; null unless a claim that it depends on may be a code. */
  guard: Checked | null
  reads: readonly number[]
  uses: readonly number[]
  unbridged: readonly UnbridgedPair[]
}

/** Reads an input. A field of an optional record has no value if the record is absent. */
export function readInput(c: Checking, input: number, { start, end }: Span): Checked {
  const draft = c.inputs[input]
  if (draft === undefined) throw new Error(`there is no input ${input}`)
  c.touched.reads.add(input)
  const { type, within } = draft
  const given = within.findLast(({ entry }) => entry === null)?.input
  const then: Checked = { kind: 'input', input, type, start, end }
  if (given === undefined) return then
  c.touched.reads.add(given)
  const core: Checked = {
    kind: 'choice',
    condition: { kind: 'input', input: given, type: BOOLEAN, start, end },
    then,
    otherwise: { kind: 'nothing', type, start, end },
    partial: false,
    type,
    start,
    end,
  }
  return { kind: 'written', form: { kind: 'shown', shown: then }, core, type, start, end }
}
