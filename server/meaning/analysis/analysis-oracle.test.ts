/**
 * Checks every statement about random rulesets against all cases, and that nothing is missing unless `open` lists it.
 * ANALYSES=20000 runs the long series, FIRST_SEED=1000 begins elsewhere.
 */
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { seededRandom } from '../../engine/testing/random-rules'
import { printNumeral } from '../../language/numeric/numeral'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'
import { LineIndex } from '../../language/text/line-index'
import { isOpen, type Part, partsOf } from '../parts/part'
import { AllCases, literalOf, type Outcome, outcomeOf, replacedIn } from '../testing/all-cases'
import { NUMBERS, randomStatements } from '../testing/random-statements'
import { analyseRuleset } from './analyse-ruleset'
import type { AnalysisResult, Finding, FindingKind } from './analysis-result'

const RULESETS = Number(process.env.ANALYSES ?? 40)
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 0)
const NIGHTLY_RULESETS = 2_000

const solver = startSolver()

function analyse(source: string, ruleset: CheckedRuleset): AnalysisResult {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(500_000_000) } as const
  return analyseRuleset({ source, ruleset }, { tools, form: 'full' })
}

class Judge {
  readonly wrong: string[] = []
  private readonly cases: AllCases
  private readonly nodes: readonly Part[]
  private readonly indices: readonly number[]
  private readonly vacuous = new Map<number, FindingKind>()

  constructor(
    private readonly source: string,
    private readonly ruleset: CheckedRuleset,
    private readonly result: AnalysisResult,
  ) {
    this.cases = new AllCases(ruleset, NUMBERS)
    this.nodes = partsOf(ruleset)
    this.indices = [...ruleset.assertions.keys()]
    for (const index of this.indices) {
      const kind = this.vacuity(index)
      if (kind !== null) this.vacuous.set(index, kind)
    }
  }

  judge(): readonly string[] {
    this.vacuities()
    const aside = this.contradictions()
    this.implications(this.indices.filter((index) => !this.vacuous.has(index) && !aside.has(index)))
    this.idleClaims()
    this.constantComparisons()
    for (const part of this.nodes) {
      this.branches(part)
      this.operands(part)
    }
    this.examples()
    this.fixes()
    return this.wrong
  }

  private check(holds: boolean, what: string): void {
    if (!holds) this.wrong.push(what)
  }

  private of(kind: FindingKind): readonly Finding[] {
    return this.result.findings.filter((finding) => finding.kind === kind)
  }

  private index(name: string): number {
    return this.ruleset.assertions.findIndex((assertion) => assertion.name === name)
  }

  /** Whether the condition holds in every case that the sentence covers. */
  private always(holds: (index: number) => boolean, sentence = 'within the range'): boolean {
    const isInside = sentence.includes('within the range')
    return this.cases.all.every((each, index) => (isInside && !each.isInside) || holds(index))
  }

  private isTrue(assertion: number, index: number): boolean {
    return this.cases.outcomes(assertion)[index] === true
  }

  private vacuity(assertion: number): FindingKind | null {
    const outcomes = this.cases.outcomes(assertion)
    const never = (outcome: Outcome) => this.always((index) => outcomes[index] !== outcome)
    if (never(true)) return never(false) ? 'never_has_value' : 'never_true'
    return never(false) ? 'never_false' : null
  }

  private vacuities(): void {
    for (const [index, { name }] of this.ruleset.assertions.entries()) {
      const reported = (['never_true', 'never_false', 'never_has_value'] as const).filter((kind) =>
        this.of(kind).some(({ assertions }) => assertions.includes(name)),
      )
      this.check(
        reported.join() === (this.vacuous.get(index) ?? ''),
        `${name} is ${this.vacuous.get(index)}, reported ${reported}`,
      )
    }
    for (const { assertions, sentence } of this.of('never_false')) {
      const outcomes = this.cases.outcomes(this.index(assertions[0]!))
      if (/ is proved: |tests nothing/.test(sentence))
        this.check(
          this.always((index) => outcomes[index] === true),
          sentence,
        )
    }
  }

  private contradictions(): ReadonlySet<number> {
    const able = this.indices.filter((index) => !/never_(true|has_value)/.test(this.vacuous.get(index) ?? ''))
    const cannot = (set: readonly number[], sentence?: string) =>
      this.always((index) => set.some((each) => !this.isTrue(each, index)), sentence)
    const subsets = subsetsOf(able).filter((set) => set.length > 1 && cannot(set))
    const least = subsets.filter((set) =>
      subsets.every((other) => other === set || !other.every((each) => set.includes(each))),
    )
    const reported = this.of('cannot_hold_together')
    const sets = reported.map(({ assertions }) => assertions.map((name) => this.index(name)))
    this.check(
      sameSets(sets, least),
      `sets that cannot hold together: ${least.join(' | ')}, reported ${sets.join(' | ')}`,
    )
    for (const [place, { sentence }] of reported.entries()) this.check(cannot(sets[place]!, sentence), sentence)
    const aside = new Set<number>()
    for (const set of sets) if (set.every((each) => !aside.has(each))) aside.add(set.at(-1)!)
    return aside
  }

  private implications(consistent: readonly number[]): void {
    const implies = (some: readonly number[], index: number, sentence?: string) =>
      this.always((at) => !some.every((each) => this.isTrue(each, at)) || this.isTrue(index, at), sentence)
    const reported = this.of('implied_by_others')
    for (const index of consistent) {
      const { name } = this.ruleset.assertions[index]!
      const isSame = (other: number) => implies([other], index) && implies([index], other)
      const others = consistent.filter((other) => other < index || (other > index && !isSame(other)))
      const enough = subsetsOf(others).filter((some) => some.length > 0 && implies(some, index))
      const fewest = Math.min(...enough.map(({ length }) => length))
      const matching = reported.filter(({ implication }) => implication!.implied === name)
      this.check(
        matching.length === (enough.length > 0 ? 1 : 0),
        `${name} is implied ${enough.length} times, reported ${matching.length}`,
      )
      for (const { implication, sentence } of matching) {
        const by = implication!.by.map((each) => this.index(each))
        this.check(by.length === fewest && implies(by, index, sentence), sentence)
        if (sentence.includes('exactly where')) this.check(implies([index], by[0]!, sentence), sentence)
      }
    }
    this.check(
      reported.every(({ implication }) => consistent.includes(this.index(implication!.implied))),
      'one of others is implied',
    )
  }

  private idleClaims(): void {
    for (const [claim, { name }] of this.ruleset.inputs.entries()) {
      const isIdle = (sentence?: string) => this.indices.every((index) => !this.dependsOn(index, claim, sentence))
      const matching = this.of('claim_changes_nothing').filter(({ claims }) => claims.includes(name))
      this.check(matching.length === (isIdle() ? 1 : 0), `${name} is idle: ${isIdle()}, reported ${matching.length}`)
      for (const { sentence } of matching) this.check(isIdle(sentence), sentence)
    }
  }

  private dependsOn(assertion: number, claim: number, sentence = 'within the range'): boolean {
    const first = new Map<string, Outcome>()
    const outcomes = this.cases.outcomes(assertion)
    return !this.always((index) => {
      const key = this.cases.all[index]!.values.map((value, input) =>
        input === claim ? '' : value instanceof Rational ? printNumeral(value) : String(value),
      ).join()
      if (!first.has(key)) first.set(key, outcomes[index]!)
      return first.get(key) === outcomes[index]
    }, sentence)
  }

  private outcomesAt(expression: Checked): readonly Outcome[] {
    return this.cases.all.map(({ values }) => outcomeOf(this.ruleset, expression, values))
  }

  /** Assertions whose answer can depend on the part's statement. */
  private dependents({ owner }: Part): readonly number[] {
    if (owner.kind === 'assertion') return [owner.index]
    return this.indices.filter((index) => this.names(this.ruleset.assertions[index]!.expression, owner.index))
  }

  private names(expression: Checked, definition: number): boolean {
    let isNamed = false
    walkTree(expression, (node) => {
      if (
        node.kind === 'let' &&
        (node.let === definition || this.names(this.ruleset.lets[node.let]!.value, definition))
      )
        isNamed = true
    })
    return isNamed
  }

  private isLookedAt(part: Part): boolean {
    return this.dependents(part).some((index) => !this.vacuous.has(index))
  }

  private isAt({ place }: Finding, { start, end }: Checked): boolean {
    const lines = new LineIndex(this.source)
    return (
      place !== null &&
      place.line === lines.line(start) &&
      place.column === lines.column(start) &&
      place.endLine === lines.line(end) &&
      place.endColumn === lines.column(end)
    )
  }

  /** Whether a finding is at the part or at one around it. */
  private isReported(part: Part): boolean {
    const around = this.nodes.filter(
      ({ owner, node }) =>
        owner.kind === part.owner.kind &&
        owner.index === part.owner.index &&
        node.start <= part.node.start &&
        node.end >= part.node.end,
    )
    return this.result.findings.some(
      (finding) => PART_KINDS.has(finding.kind) && around.some(({ node }) => this.isAt(finding, node)),
    )
  }

  private constantComparisons(): void {
    for (const part of this.nodes) {
      const { node } = part
      if (!/^(compare|is-member|is-subset)$/.test(node.kind)) continue
      const matching = this.of('comparison_is_constant').filter((finding) => this.isAt(finding, node))
      if (isOpen(node) || !this.isLookedAt(part)) {
        this.check(matching.length === 0, `a comparison that is not looked at is reported: ${this.written(node)}`)
        continue
      }
      const outcomes = this.outcomesAt(node)
      const constant = [true, false].find((value) => this.always((index) => outcomes[index] === value))
      this.check(
        matching.length === (constant === undefined ? 0 : 1),
        `${this.written(node)} is always ${constant}, reported ${matching.length}`,
      )
      for (const { sentence } of matching)
        this.check(
          this.always((index) => outcomes[index] === sentence.includes(' is TRUE '), sentence),
          sentence,
        )
    }
  }

  private written({ start, end }: Checked): string {
    return this.source.slice(start, end)
  }

  /** Whether each replacement keeps the outcome of every assertion. */
  private staysWith(part: Part, replacements: readonly Checked[], sentence?: string): boolean {
    return replacements.every((replacement) =>
      this.casesWith(part, replacement).every((each) => this.always(each.isSame, sentence)),
    )
  }

  private casesWith(part: Part, replacement: Checked) {
    const changed = replacedIn(this.ruleset, part.node, replacement)
    return this.dependents(part).map((assertion) => {
      const before = this.cases.outcomes(assertion)
      const isSame = (index: number) =>
        before[index] === outcomeOf(changed, changed.assertions[assertion]!.expression, this.cases.all[index]!.values)
      return { isSame }
    })
  }

  private branches(part: Part): void {
    const { node } = part
    if ((node.kind !== 'choice' && node.kind !== 'case') || !this.isLookedAt(part)) return
    const { type } = node
    if (type.kind === 'set' || type.kind === 'date' || type.kind === 'timestamp') return
    const values =
      type.kind === 'boolean'
        ? [true, false]
        : type.kind === 'numeric'
          ? NUMBERS
          : type.kind === 'enum'
            ? type.vocabulary
            : type.members
    const isDecided =
      node.kind === 'choice' && this.of('comparison_is_constant').some((each) => this.isAt(each, node.condition))
    for (const branch of branchesIn(node)) {
      const subject: Part = { ...part, node: branch, parent: node }
      const replacements = values.map((value) => literalOf(node, value))
      const matching = this.result.findings.filter(
        (finding) => finding.kind.startsWith('branch_') && this.isAt(finding, branch),
      )
      const isIdle = values.length > 1 && this.staysWith(subject, replacements)
      if (isIdle && !isDecided) this.check(this.isReported(subject), `idle branch ${this.written(branch)}`)
      for (const { kind, sentence, witness } of matching) {
        const lacks = () => this.lacksValueWhereItMatters(subject, replacements, sentence)
        const isSo =
          kind === 'branch_never_taken' ? this.staysWith(subject, replacements, sentence) : !isIdle && lacks()
        this.check(isSo, sentence)
        this.check((witness === null) === (kind === 'branch_never_taken'), `witness of ${sentence}`)
      }
      if (!isIdle && !isDecided && values.length > 1 && this.lacksValueWhereItMatters(subject, replacements))
        this.check(this.isReported(subject), `branch without a value ${this.written(branch)}`)
    }
  }

  private lacksValueWhereItMatters(part: Part, replacements: readonly Checked[], sentence?: string): boolean {
    if (isOpen(part.node)) return false
    const { node } = part
    const domain = node.type.kind === 'numeric' ? 'numeric' : node.type.kind === 'boolean' ? 'boolean' : 'member'
    const nowhere = { start: 0, end: 0, type: { kind: 'boolean' } } as const
    const hasValue: Checked = {
      kind: 'compare',
      domain,
      operator: '==',
      left: node,
      right: node,
      order: null,
      ...nowhere,
    }
    const values = this.outcomesAt(hasValue)
    return replacements.every((replacement) =>
      this.casesWith(part, replacement).every(({ isSame }) =>
        this.always((index) => values[index] === null || isSame(index), sentence),
      ),
    )
  }

  private operands(part: Part): void {
    const { node } = part
    if (!this.isLookedAt(part)) return
    for (const { operand, becomes } of removalsIn(node)) {
      const subject: Part = { ...part, node: operand, parent: node }
      const matching = this.of('operand_changes_nothing').filter((finding) => this.isAt(finding, operand))
      const isIdle = becomes.some((each) => this.staysWith(part, [each]))
      for (const { sentence } of matching)
        this.check(
          becomes.some((each) => this.staysWith(part, [each], sentence)),
          sentence,
        )
      if (isIdle && !this.isReported(subject))
        this.check(this.isReportedNextTo(part, subject), `idle operand ${this.written(operand)}`)
    }
  }

  /**
   * Whether another part of the node is reported, so that this one is no longer idle, or the part that decides the
   * node.
   */
  private isReportedNextTo({ node }: Part, { node: operand, owner }: Part): boolean {
    const others = [...removalsIn(node).map((each) => each.operand), ...branchesIn(node)]
    return others.some((other) => other !== operand && this.isReported({ owner, node: other, parent: node }))
  }

  private examples(): void {
    for (const [index, { trueWhen, falseWhen }] of this.result.examples.entries())
      for (const [outcome, example] of [
        [true, trueWhen],
        [false, falseWhen],
      ] as const) {
        const isPossible = !this.always((each) => this.cases.outcomes(index)[each] !== outcome)
        this.check(
          (example !== null) === isPossible,
          `rule${index} ${outcome ? 'TRUE' : 'FALSE'}: ${example?.sentence}`,
        )
      }
  }

  private fixes(): void {
    for (const { fix, sentence } of this.result.findings)
      for (const { start, end, text } of fix?.edits ?? []) {
        const fixed = compileText(this.source.slice(0, start) + text + this.source.slice(end))
        const stays = this.indices.every((index) =>
          this.cases.all.every(
            ({ values }, at) =>
              outcomeOf(fixed, fixed.assertions[index]!.expression, values) === this.cases.outcomes(index)[at],
          ),
        )
        this.check(stays, `fix of ${sentence}`)
      }
  }
}

const PART_KINDS: ReadonlySet<FindingKind> = new Set([
  'comparison_is_constant',
  'branch_never_taken',
  'branch_divides_by_zero',
  'operand_changes_nothing',
])

function branchesIn(node: Checked): readonly Checked[] {
  if (node.kind === 'choice') return node.partial ? [node.then] : [node.then, node.otherwise]
  if (node.kind !== 'case') return []
  return [...node.arms.map(({ value }) => value), ...(node.fallback === null ? [] : [node.fallback])]
}

/** The operands that can be dropped, and what remains. */
function removalsIn(node: Checked): readonly { readonly operand: Checked; readonly becomes: readonly Checked[] }[] {
  if (node.kind === 'choice') return [{ operand: node.condition, becomes: [node.partial ? node.then : node.otherwise] }]
  if (node.kind !== 'connective') return []
  const { connective, operands } = node
  const [first, second] = operands
  if (connective === 'Implies')
    return [
      { operand: first!, becomes: [second!] },
      { operand: second!, becomes: [{ ...node, connective: 'Not', operands: [first!] }] },
    ]
  if ((connective !== 'And' && connective !== 'Or') || operands.length < 2) return []
  return operands.map((operand) => ({
    operand,
    becomes: [{ ...node, operands: operands.filter((other) => other !== operand) }],
  }))
}

function subsetsOf(items: readonly number[]): readonly (readonly number[])[] {
  const [first, ...others] = items
  if (first === undefined) return [[]]
  return subsetsOf(others).flatMap((set) => [set, [first, ...set]])
}

function sameSets(some: readonly (readonly number[])[], others: readonly (readonly number[])[]): boolean {
  const written = (sets: readonly (readonly number[])[]) =>
    sets
      .map((set) => set.join())
      .sort()
      .join(' | ')
  return written(some) === written(others)
}

function run(count: number, firstSeed: number): Record<string, number> {
  const seen: Record<string, number> = { open: 0 }
  const wrong: string[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const source = randomStatements(seededRandom(seed))
    const ruleset = compileText(source)
    const result = analyse(source, ruleset)
    if (result.open.length > 0) seen.open!++
    const matching = new Judge(source, ruleset, result).judge()
    if (matching.length > 0) wrong.push(`${seed}: ${source.split('\n').slice(6).join('\n')}${matching.join('\n')}`)
    for (const { kind } of result.findings) seen[kind] = (seen[kind] ?? 0) + 1
    if ((seed - firstSeed) % 250 === 249) console.info('so far', seed, wrong.length, JSON.stringify(seen))
    if (wrong.length >= 20) break
  }
  expect(wrong).toEqual([])
  return seen
}

it(`says nothing false and misses nothing over ${RULESETS} rulesets`, {
  tags: 'thorough',
  timeout: RULESETS * 5_000,
}, () => {
  console.info('findings', run(RULESETS, FIRST_SEED))
})

it(`says nothing false and misses nothing over ${NIGHTLY_RULESETS} rulesets`, {
  tags: 'nightly',
  timeout: 7_200_000,
}, () => {
  console.info('findings', run(NIGHTLY_RULESETS, 1_000_000))
})
