/**
 * Has one entry for each pair of assertions and each unpaired one, in the order of the later ruleset. Differences of
 * answers are in these entries, everything else in `changes`.
 */
import type { Json } from '../../api/canonical-json'
import type { CompiledRuleset } from '../../engine/compile'
import { Names } from '../../engine/explain/english/names'
import type { CheckedAssertion, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { areReadAlike, type ChangeKind } from '../../meaning/comparison/change-kinds'
import { changesInWords } from '../../meaning/comparison/change-words'
import { compareRulesets } from '../../meaning/comparison/comparison'
import {
  type AnswerChange,
  type Band,
  type ComparedPair,
  type Finding,
  hasSameOutcomes,
  type IntervalEnd,
  type PairVerdict,
  type Region,
} from '../../meaning/comparison/comparison-result'
import { firstInWords, MAX_NAMED } from '../../meaning/comparison/finding'
import { KIND_OF_VERDICT } from '../../meaning/comparison/pair-findings'
import { DefinitionsBehind } from '../../meaning/definitions-behind'
import type { AskTools } from '../../meaning/find-witness'
import { demandPairs } from './demand-pairs'
import type { StatedPair } from './engine-job'
import { AnswerSize, wireOpen, wireRuleset } from './wire-meaning'

/**
 * @returns members without `ok` and `versions`
 * @throws Refusal BAD_REQUEST if a pair does not fit the rulesets
 */
export function comparisonOf(
  before: CompiledRuleset,
  after: CompiledRuleset,
  pairs: readonly StatedPair[],
  tools: AskTools,
): Readonly<Record<string, Json>> {
  demandPairs(before.ruleset, after.ruleset, pairs)
  const comparison = compareRulesets(comparedRuleset(before), comparedRuleset(after), tools, pairs)
  const wire = new WireComparison(before.ruleset, after.ruleset, comparison.findings)
  return {
    before: wireRuleset(before),
    after: wireRuleset(after),
    same_meaning: comparison.verdict === 'identical' || comparison.verdict === 'same',
    summary: comparison.summary,
    assertions: wire.assertions(comparison.pairs),
    changes: comparison.findings.flatMap((finding) => wireChange(finding)),
    open: comparison.pairs.flatMap((pair) => wire.open(pair)),
  }
}

function comparedRuleset({ ruleset, input }: CompiledRuleset) {
  return { ruleset, library: input.library, unitLibraryHash: input.unitLibraryHash }
}

const VERDICTS: Readonly<Record<PairVerdict, string>> = {
  same: 'same',
  'another policy': 'another_policy',
  stricter: 'stricter',
  looser: 'looser',
  both: 'mixed',
  differs: 'differs',
  'gains a value': 'gains_value',
  'loses a value': 'loses_value',
  'differs outside the ranges': 'differs_outside_ranges',
  'differs at irrational numbers': 'differs_at_irrational_numbers',
  'not comparable': 'not_comparable',
  'not decided': 'not_decided',
}

const OF_ANSWERS: ReadonlySet<ChangeKind> = new Set([
  ...Object.values(KIND_OF_VERDICT),
  ...(['assertion-added', 'assertion-removed'] as const),
])
const OPEN: ReadonlySet<ChangeKind> = new Set(['not-decided', 'partly-not-decided'])

class WireComparison {
  private readonly names: Names
  private readonly size = new AnswerSize()
  private readonly earlier: ReadonlyMap<string, CheckedAssertion>
  /** Index in the later ruleset, by name. */
  private readonly places: ReadonlyMap<string, number>
  private readonly behind: DefinitionsBehind
  private readonly changedDefinitions: ReadonlySet<string>

  constructor(
    before: CheckedRuleset,
    private readonly after: CheckedRuleset,
    private readonly findings: readonly Finding[],
  ) {
    this.names = new Names(after)
    this.earlier = new Map(before.assertions.map((assertion) => [assertion.name, assertion]))
    this.places = new Map(after.assertions.map(({ name }, index) => [name, index]))
    this.behind = new DefinitionsBehind(after)
    const definitions = findings.filter(({ kind }) => DEFINITION_KINDS.has(kind))
    this.changedDefinitions = new Set(definitions.flatMap((finding) => finding.after ?? []))
  }

  assertions(pairs: readonly ComparedPair[]): Json[] {
    const byName = new Map(pairs.map((pair) => [pair.after, pair]))
    const later = this.after.assertions.map(({ name }) => {
      const pair = byName.get(name)
      return pair === undefined ? this.single(null, name) : this.pair(pair)
    })
    const gone = this.findings.filter(({ kind }) => kind === 'assertion-removed')
    return [...later, ...gone.map(({ before }) => this.single(before, null))]
  }

  open(pair: ComparedPair): Json[] {
    const finding = this.findings.find(({ kind, after }) => OPEN.has(kind) && after === pair.after)
    const [first] = pair.open
    if (finding === undefined || first === undefined) return []
    const { after, sentence } = { after: pair.after, sentence: finding.sentence }
    const question = `whether the answers of “${after}” change`
    return [wireOpen({ question, assertions: [after], budget: first.reason, sentence })]
  }

  private pair(pair: ComparedPair): Json {
    const { before, after, pairedBy, verdict, changes } = pair
    const directions = new Set(changes.map(({ direction }) => direction))
    const isBoth = directions.size === 2 && directions.has('stricter') && directions.has('looser')
    return {
      before,
      after,
      paired_by: pairedBy,
      verdict: isBoth ? 'stricter_and_looser' : VERDICTS[verdict],
      text_changed: this.earlier.get(before)?.source !== this.after.assertions[this.places.get(after)!]!.source,
      through_definitions: this.definitionsBehind(after),
      sentence: this.sentence(before, after) ?? this.sameInWords(pair),
      differences: changes.map((change) => this.difference(change)),
      unless_unknown: pair.unless.slice(0, MAX_NAMED),
    }
  }

  /** @param before null for a new assertion; `after` for a removed one */
  private single(before: string | null, after: string | null): Json {
    return {
      before,
      after,
      paired_by: null,
      verdict: before === null ? 'new' : 'gone',
      text_changed: true,
      through_definitions: [],
      sentence: this.sentence(before, after) ?? '',
      differences: [],
      unless_unknown: [],
    }
  }

  private sentence(before: string | null, after: string | null): string | undefined {
    return this.findings.find((each) => OF_ANSWERS.has(each.kind) && each.before === before && each.after === after)
      ?.sentence
  }

  private sameInWords(pair: ComparedPair): string {
    const { verdict, unless, before, after } = pair
    if (!hasSameOutcomes(pair)) throw new Error(`no finding says how the answers of “${after}” differ`)
    const policy = this.findings.find(
      (each) => each.kind === 'policy' && each.before === before && each.after === after,
    )
    if (verdict === 'another policy' && policy !== undefined) return policy.sentence
    if (!areReadAlike(this.findings))
      return `Under the same values of the claims${this.whereKnown(unless)}, every answer is as before: proved.`
    if (unless.length === 0) return 'Every claim dictionary is answered as before: proved.'
    const claims = firstInWords(unless.map((claim) => this.names.called(claim)))
    return `Every claim dictionary in which ${claims} ${unless.length === 1 ? 'is' : 'are'} known is answered as before: proved.`
  }

  private whereKnown(claims: readonly string[]): string {
    if (claims.length === 0) return ''
    return `, where ${firstInWords(claims.map((claim) => this.names.called(claim)))} ${claims.length === 1 ? 'is' : 'are'} known`
  }

  private definitionsBehind(name: string): string[] {
    const place = this.places.get(name)
    if (place === undefined || this.changedDefinitions.size === 0) return []
    const behind = this.behind.of(place).map((index) => this.after.lets[index]!.name)
    return behind.filter((each) => this.changedDefinitions.has(each)).slice(0, MAX_NAMED)
  }

  private difference(change: AnswerChange): Json {
    const { before, after, witness, regions } = change
    const isShown = this.size.add(witness.before, witness.after)
    return {
      from: before,
      to: after,
      sentence: changesInWords([change], (claim) => this.names.called(claim)),
      witness: isShown
        ? { claims: { ...witness.after }, claims_before: { ...witness.before }, sentence: witness.words }
        : null,
      why_no_witness: isShown ? null : AnswerSize.REASON,
      regions: regions.map(wireRegion),
    }
  }
}

function wireRegion({ claim, unit, from, to, value, words, before, after }: Region): Json {
  return {
    claim,
    unit,
    from: wireEnd(from),
    to: wireEnd(to),
    value,
    sentence: words,
    before: before.map(wireBand),
    after: after.map(wireBand),
  }
}

function wireBand({ from, to, answer }: Band): Json {
  return { from: wireEnd(from), to: wireEnd(to), answer }
}

function wireEnd(end: IntervalEnd | null): Json {
  return end && { value: end.value, inclusive: end.included }
}

/** Subject by the beginning of a finding's kind; otherwise the whole ruleset. */
const SUBJECTS = [
  ['claim', ['claim-', 'range-', 'member-', 'vocabulary-', 'case-', 'question', 'context']],
  ['report', ['report-']],
  ['definition', ['definition-', 'local-', 'shape-']],
  ['assertion', ['assertion-', 'policy', 'reads', 'units-']],
] as const

const DEFINITION_KINDS: ReadonlySet<ChangeKind> = new Set([
  'definition-added',
  'definition-changed',
  'definition-renamed',
])

function wireChange({ kind, before, after, sentence }: Finding): Json[] {
  if (OF_ANSWERS.has(kind) || OPEN.has(kind)) return []
  const name = after ?? before
  const what = SUBJECTS.find(([, beginnings]) => beginnings.some((beginning) => kind.startsWith(beginning)))?.[0]
  const subject = name === null || what === undefined ? { what: 'ruleset', name: null } : { what, name }
  return [{ kind: kind.replaceAll('-', '_'), subject, sentence }]
}
