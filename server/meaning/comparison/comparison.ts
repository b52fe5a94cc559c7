import { capitalise, Names } from '../../engine/explain/english/names'
import { assertionTitle } from '../../engine/explain/review-rules'
import type { CheckedAssertion, CheckedRuleset, SharedLines } from '../../language/semantics/checked-ruleset'
import type { UnitLibrary } from '../../language/units/unit-library'
import { DefinitionsBehind, definitionsBehind } from '../definitions-behind'
import type { AskTools } from '../find-witness'
import { alignTexts } from './aligned-texts'
import { areReadAlike } from './change-kinds'
import { claimChanges } from './claim-changes'
import { PairComparison, SAME_BY_TEXT } from './compare-pair'
import { type ComparedPair, type Comparison, type Finding, hasSameAnswers, hasSameOutcomes } from './comparison-result'
import { verdictAndSummary } from './comparison-summary'
import {
  definitionChanges,
  type Followers,
  type PairedDefinitions,
  pairDefinitions,
  shapeChanges,
} from './definition-changes'
import { firstInWords, listInWords, MAX_NAMED, makeFinding, WHOLE_RULESET } from './finding'
import { type JoinedRulesets, joinRulesets, type PairedNames, pairNames } from './joined-rulesets'
import { type PairedAssertions, pairAssertions, type StatedPair } from './pair-assertions'
import { PairFindings } from './pair-findings'
import { ReadingComparison } from './readings/reading-comparison'
import { ReportReadings } from './readings/report-readings'
import { reportChanges } from './report-changes'
import { areListsSame, SameExpressions } from './same-expression'
import { changedVocabularies, samePlaces } from './same-inputs'
import { StructureIds } from './structure-ids'

export interface ComparedRuleset {
  readonly ruleset: CheckedRuleset
  readonly library: UnitLibrary
  /** Null for the built-in library. */
  readonly unitLibraryHash: string | null
}

/** Shared, because most pairs read no changed vocabulary. */
const NO_CLAIMS: readonly string[] = []

/**
 * Compares every pair of assertions, and everything else that differs. Unchanged text is compared if a definition
 * that it uses changed. A spent budget does not throw; the result says what was not decided.
 * @param stated pairs of assertions that the author wants compared
 * @throws EngineDisagreementError
 */
export function compareRulesets(
  before: ComparedRuleset,
  after: ComparedRuleset,
  tools: AskTools,
  stated: readonly StatedPair[] = [],
): Comparison {
  return new RulesetComparison(before, after, tools, stated).result()
}

class RulesetComparison {
  private readonly before: CheckedRuleset
  private readonly after: CheckedRuleset
  private readonly inputs: PairedNames
  private readonly ids: StructureIds
  private readonly same: SameExpressions
  private readonly names: { before: Names | null; after: Names | null } = { before: null, after: null }
  private madeJoined: JoinedRulesets | null = null
  private madeComparison: PairComparison | null = null
  private madeReadings: ReadingComparison | null = null
  private readonly behind: Record<'before' | 'after', DefinitionsBehind>
  private readonly ofPairs: PairFindings

  constructor(
    private readonly sideBefore: ComparedRuleset,
    private readonly sideAfter: ComparedRuleset,
    private readonly tools: AskTools,
    private readonly stated: readonly StatedPair[],
  ) {
    const [earlier, later] = alignTexts(sideBefore.ruleset, sideAfter.ruleset)
    this.before = earlier
    this.after = later
    this.inputs = pairNames(this.before.inputs, this.after.inputs)
    this.behind = { before: new DefinitionsBehind(this.before), after: new DefinitionsBehind(this.after) }
    const places = samePlaces(this.before, this.after, this.inputs)
    this.ids = new StructureIds(this.before, this.after, places)
    this.same = new SameExpressions(this.before, this.after, places)
    this.ofPairs = new PairFindings({
      before: this.before,
      after: this.after,
      namesOf: (side) => this.namesOf(side),
      joined: () => this.joined,
    })
  }

  result(): Comparison {
    const { before, after, same, ids, tools } = this
    const context = { before, after, same, ids, tools, joined: () => this.joined }
    // Each names only earlier ones, so no chain is followed to its beginning twice.
    const definitions = pairDefinitions(before, after, same, ids)
    const paired = pairAssertions(context, this.stated)
    const compared = paired.partners.map((partner, index) =>
      partner === -1 ? null : this.comparePair(partner, index, paired.notByName.get(index) ?? 'name'),
    )
    const reports = reportChanges({
      ...context,
      library: this.sideAfter.library,
      readings: this.reportReadings(),
      namesOf: (side) => this.namesOf(side),
    })
    const findings = [
      ...this.wholeChanges(),
      ...claimChanges(before, after, this.inputs, this.sideAfter.library, (side) => this.namesOf(side)),
      ...this.definitionFindings(definitions, paired, compared),
      ...shapeChanges(before, after),
      ...reports.findings,
      ...this.pairFindings(paired, compared),
      ...this.assertionLists(paired),
    ]
    findings.push(...this.rewritten(definitions, paired, compared, areReadAlike(findings), reports.changed))
    const pairs = compared.every((pair) => pair !== null) ? compared : compared.filter((pair) => pair !== null)
    return { ...verdictAndSummary(findings, pairs), findings, pairs }
  }

  private get joined(): JoinedRulesets {
    this.madeJoined ??= joinRulesets(this.before, this.after, this.sideAfter.library, this.inputs)
    return this.madeJoined
  }

  private namesOf(side: 'before' | 'after'): Names {
    const names = this.names[side] ?? new Names(this[side])
    this.names[side] = names
    return names
  }

  private comparePair(before: number, after: number, pairedBy: ComparedPair['pairedBy']): ComparedPair {
    const [was, now] = [this.before.assertions[before]!, this.after.assertions[after]!]
    const isSame = this.isSameText(was, now)
    const compared = isSame ? SAME_BY_TEXT : this.comparison.compare(before, after)
    const outcome = this.readings.isNeeded ? this.readings.extended(before, after, compared) : compared
    const { proof, changes, open, partial } = outcome
    const verdict = outcome.verdict === 'same' && was.policy !== now.policy ? 'another policy' : outcome.verdict
    const unless = this.changedVocabularies.size === 0 ? NO_CLAIMS : this.unlessKnown(was, now)
    return { before: was.name, after: now.name, pairedBy, verdict, proof, changes, open, partial, unless }
  }

  private isSameText(was: CheckedAssertion, now: CheckedAssertion): boolean {
    // Neither of them is evaluated.
    if (was.unbridged.length > 0 && now.unbridged.length > 0 && was.source === now.source) return true
    if (was.unbridged.length > 0 || now.unbridged.length > 0) return false
    // The policy decides about a local in every dictionary.
    const isOpen = was.policy !== now.policy && now.reads.some((input) => this.after.inputs[input]!.kind === 'local')
    return !isOpen && this.same.areSame(was.expression, now.expression)
  }

  /** An unknown claim with changed members has other completions. */
  private unlessKnown(was: CheckedAssertion, now: CheckedAssertion): readonly string[] {
    const read = new Set([
      ...now.reads.map((input) => this.after.inputs[input]!.name),
      ...was.reads.map((input) => this.before.inputs[input]!.name),
    ])
    return [...read].filter((name) => this.changedVocabularies.has(name))
  }

  private get comparison(): PairComparison {
    this.madeComparison ??= new PairComparison(this.joined, this.namesOf('after'), this.tools)
    return this.madeComparison
  }

  private get readings(): ReadingComparison {
    const { sideBefore, sideAfter, before, after } = this
    this.madeReadings ??= new ReadingComparison(
      { ...sideBefore, ruleset: before },
      { ...sideAfter, ruleset: after },
      this.inputs,
      () => this.namesOf('after'),
      this.tools,
    )
    return this.madeReadings
  }

  private reportReadings(): ReportReadings | null {
    const { sideBefore, sideAfter, before, after, tools } = this
    if (after.reports.length === 0 || !this.readings.isNeeded) return null
    return new ReportReadings(
      this.readings,
      { ...sideBefore, ruleset: before },
      { ...sideAfter, ruleset: after },
      tools,
    )
  }

  private madeVocabularies: ReadonlySet<string> | null = null

  private get changedVocabularies(): ReadonlySet<string> {
    this.madeVocabularies ??= changedVocabularies(this.before, this.after, this.inputs)
    return this.madeVocabularies
  }

  private wholeChanges(): readonly Finding[] {
    const { before, after } = this
    const findings: Finding[] = []
    if (before.version !== after.version)
      findings.push(makeFinding('language-version', WHOLE_RULESET, { was: before.version, now: after.version }))
    if (this.sideBefore.unitLibraryHash !== this.sideAfter.unitLibraryHash)
      findings.push(makeFinding('unit-library', WHOLE_RULESET))
    const [was, now] = [[...before.ownSymbols].sort(), [...after.ownSymbols].sort()]
    if (!areListsSame(was, now))
      findings.push(makeFinding('own-units', WHOLE_RULESET, { was: listInWords(was), now: listInWords(now) }))
    if (before.shares?.sha256 !== after.shares?.sha256)
      findings.push(
        makeFinding('shared-lines', WHOLE_RULESET, {
          was: linesInWords(before.shares),
          now: linesInWords(after.shares),
        }),
      )
    return findings
  }

  private pairFindings({ partners }: PairedAssertions, compared: Compared): readonly Finding[] {
    const findings: Finding[] = []
    compared.forEach((pair, after) => {
      if (pair === null) return
      for (const each of this.ofPairs.of(partners[after]!, after, pair)) findings.push(each)
    })
    return findings
  }

  private definitionFindings(
    definitions: PairedDefinitions,
    paired: PairedAssertions,
    compared: Compared,
  ): readonly Finding[] {
    const followers = this.followers(definitions, paired, compared)
    return definitionChanges(this.before, this.after, definitions, {
      before: () => this.namesOf('before'),
      after: () => this.namesOf('after'),
      followers: (definition) => followers[definition] ?? null,
    })
  }

  /** Assertions with changed answers, by definition of the later ruleset. */
  private followers(
    definitions: PairedDefinitions,
    paired: PairedAssertions,
    compared: Compared,
  ): readonly (Followers | undefined)[] {
    const followers: { count: number; first: string[] }[] = []
    const changed = changedDefinitions(definitions)
    if (changed.size === 0) return followers
    for (const after of indicesOf(compared, (pair) => !hasSameOutcomes(pair))) {
      const title = assertionTitle(this.after.assertions[after]!.name)
      for (const definition of this.behindPairs(changed, paired, [after])) {
        followers[definition] ??= { count: 0, first: [] }
        const known = followers[definition]!
        if (known.count++ < MAX_NAMED) known.first.push(title)
      }
    }
    return followers
  }

  private assertionLists({ partners, removed }: PairedAssertions): readonly Finding[] {
    const findings: Finding[] = []
    this.after.assertions.forEach(({ name }, index) => {
      if (partners[index] !== -1) return
      findings.push(makeFinding('assertion-added', { before: null, after: name }, { name: assertionTitle(name) }))
    })
    for (const index of removed) {
      const { name } = this.before.assertions[index]!
      findings.push(makeFinding('assertion-removed', { before: name, after: null }, { name: assertionTitle(name) }))
    }
    if (!areAscending(partners)) {
      const paired = this.after.assertions.filter((_, index) => partners[index] !== -1)
      findings.push(
        makeFinding('assertions-reordered', WHOLE_RULESET, { list: listInWords(paired.map(({ name }) => name)) }),
      )
    }
    return findings
  }

  private rewritten(
    definitions: PairedDefinitions,
    paired: PairedAssertions,
    compared: Compared,
    isReadAlike: boolean,
    changedReports: ReadonlySet<number>,
  ): readonly Finding[] {
    const others = changedDefinitions(definitions)
    const open = this.behindPairs(
      others,
      paired,
      indicesOf(compared, (pair) => !hasSameAnswers(pair)),
    )
    const changed = this.behindPairs(
      others,
      paired,
      indicesOf(compared, (pair) => !hasSameOutcomes(pair)),
    )
    const behindReports = definitionsBehind(this.after, changedReports)
    const answers: string[] = []
    const outcomes: string[] = []
    for (const { after, isSame } of definitions.pairs) {
      if (isSame || changed.has(after) || behindReports.has(after)) continue
      const list = open.has(after) ? outcomes : answers
      const what = this.after.reports.some((report) => report.let === after) ? 'reported value' : 'definition'
      list.push(`the ${what} ${this.namesOf('after').called(this.after.lets[after]!.name)}`)
    }
    compared.forEach((pair, after) => {
      if (pair?.proof !== 'question') return
      const [was, now] = [this.before.assertions[paired.partners[after]!]!, this.after.assertions[after]!]
      if (was.source === now.source || this.ofPairs.readsOthers(was, now)) return
      const list = hasSameAnswers(pair) ? answers : outcomes
      list.push(`the assertion ${assertionTitle(now.name)}`)
    })
    if (!isReadAlike) return writtenDifferently('rewritten-outcome', [...answers, ...outcomes])
    return [...writtenDifferently('rewritten', answers), ...writtenDifferently('rewritten-outcome', outcomes)]
  }

  /**
   * Includes definitions that the assertions only named before, because a dropped definition may be why answers change.
   * @param assertions of the later ruleset, each with a partner
   * @returns definitions of the later ruleset
   */
  private behindPairs(
    changed: ChangedDefinitions,
    { partners }: PairedAssertions,
    assertions: readonly number[],
  ): ReadonlySet<number> {
    const behind = new Set(this.behind.after.of(...assertions))
    if (changed.size === 0) return behind
    for (const before of this.behind.before.of(...assertions.map((index) => partners[index]!))) {
      const after = changed.get(before)
      if (after !== undefined) behind.add(after)
    }
    return behind
  }
}

/** By index of the later ruleset. */
type Compared = readonly (ComparedPair | null)[]

function indicesOf(compared: Compared, accept: (pair: ComparedPair) => boolean): readonly number[] {
  const indices: number[] = []
  compared.forEach((pair, index) => {
    if (pair !== null && accept(pair)) indices.push(index)
  })
  return indices
}

function areAscending(partners: readonly number[]): boolean {
  let last = -1
  return partners.every((partner) => {
    const isBehind = partner === -1 || partner > last
    if (partner !== -1) last = partner
    return isBehind
  })
}

/** From the earlier to the later definition. */
type ChangedDefinitions = ReadonlyMap<number, number>

function changedDefinitions({ pairs }: PairedDefinitions): ChangedDefinitions {
  return new Map(pairs.flatMap(({ before, after, isSame }) => (isSame ? [] : [[before, after]])))
}

function writtenDifferently(kind: 'rewritten' | 'rewritten-outcome', list: readonly string[]): readonly Finding[] {
  if (list.length === 0) return []
  const now = list.length === 1 ? 'is' : 'are'
  return [makeFinding(kind, WHOLE_RULESET, { list: capitalise(firstInWords(list)), now })]
}

function linesInWords(shares: SharedLines | undefined): string {
  return shares === undefined ? 'nothing' : `the lines with the sha256 ${shares.sha256}`
}
