import type { Known } from '../../engine/core/value'
import type { Check } from '../../engine/decide/assertion-result'
import { compileProgram, type Program } from '../../engine/evaluate/program'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { Boundaries } from '../boundaries/boundary-cases'
import { type ClaimDictionary, claimDictionary } from '../claim-dictionary'
import { conditionOf } from '../condition'
import { type AskTools, limitOf } from '../find-witness'
import { OpenQuestions } from '../open-questions'
import { SourceText, type WrittenRuleset } from '../parts/source-text'
import { WitnessWriter, type WrittenWitness } from '../written-witness'
import { answersOf, type Facts, factsOf, OriginalAssertion } from './answering'
import { type Change, changesOf } from './changes'
import type {
  Answers,
  CaseOfSet,
  CoverageResult,
  CoverageScore,
  FailingCase,
  OfferedCase,
  Survivor,
} from './coverage-result'
import { DrawnDictionaries } from './drawn-dictionaries'
import { type Detector, JudgedChange } from './judged-change'
import { RecentPrograms } from './recent-programs'

export interface CoverageCase {
  readonly name: string
  /** As the binder reads the dictionary. */
  readonly facts: Facts
  /** By assertion; others are not judged. */
  readonly expected: Readonly<Record<string, Check>>
}

export interface CoverageInput extends WrittenRuleset {
  readonly cases: readonly CoverageCase[]
}

export function measureCoverage(input: CoverageInput, tools: AskTools): CoverageResult {
  return new Measurement(input, tools).result()
}

/** Assertions with the expected answer. */
interface Passing {
  readonly facts: Facts
  readonly judged: ReadonlySet<number>
}

class Measurement {
  private readonly ruleset: CheckedRuleset
  private readonly program: Program
  private readonly drawn: DrawnDictionaries
  private readonly writer: WitnessWriter
  private readonly text: SourceText
  private readonly open = new OpenQuestions()
  private readonly failing: FailingCase[] = []
  private readonly survivors: Survivor[] = []
  private readonly detectors: Facts[] = []
  /** Changes that some dictionary detects. */
  private readonly real: JudgedChange[] = []

  constructor(
    private readonly input: CoverageInput,
    private readonly tools: AskTools,
  ) {
    this.ruleset = input.ruleset
    this.program = compileProgram(input.ruleset)
    this.drawn = new DrawnDictionaries(
      this.program,
      input.cases.map(({ facts }) => facts.known),
      tools,
    )
    this.writer = new WitnessWriter(input.ruleset)
    this.text = new SourceText(input.source)
  }

  result(): CoverageResult {
    // Known values are answered at once, so they come before cases that need a search.
    const passing = this.input.cases
      .map((each) => this.judge(each))
      .toSorted((a, b) => countUnknown(a) - countUnknown(b))
    const scores = this.scores(passing)
    const boundaries = this.boundaries()
    return {
      ...scores,
      failing: this.failing,
      survivors: this.survivors,
      boundaryCases: boundaries.map(({ offered }) => offered),
      smallestSet: this.smallest([
        ...this.input.cases.map(({ facts }) => facts),
        ...boundaries.map(({ facts }) => facts),
        ...this.detectors,
      ]),
      open: this.open.list,
    }
  }

  /** A spent budget is listed. One of the whole call ends the measurement. */
  private within<T>(question: string, assertions: readonly string[], work: () => T): T | null {
    if (this.open.isSpent) return null
    try {
      return work()
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      this.open.add(limit, assertions, question)
      return null
    }
  }

  private answers(facts: Facts, of: string): Answers | null {
    return this.within(`what the assertions answer to ${of}`, [], () => answersOf(this.program, facts, this.tools))
  }

  private judge({ name, facts, expected }: CoverageCase): Passing {
    const computed = this.answers(facts, `the case “${name}”`)
    const judged = new Set<number>()
    for (const [assertion, wanted] of Object.entries(expected)) {
      const index = this.ruleset.assertions.findIndex((each) => each.name === assertion)
      const answer = computed === null || index < 0 ? null : computed[assertion]!
      if (answer === wanted) judged.add(index)
      else if (computed !== null) this.failing.push({ case: name, assertion, expected: wanted, computed: answer })
    }
    return { facts, judged }
  }

  private scores(passing: readonly Passing[]): Pick<CoverageResult, 'score' | 'byAssertion'> {
    const originals = this.ruleset.assertions.map((_, index) => new OriginalAssertion(this.program, index))
    const shared = { originals, programs: new RecentPrograms(), drawn: this.drawn }
    const changes = changesOf(this.input)
    // Changes of one definition share their list of assertions, which is counted and named once.
    const groups = new Map<readonly number[], { readonly names: readonly string[]; readonly tally: Tally }>()
    const groupOf = ({ affected }: Change) => {
      const known = groups.get(affected)
      if (known !== undefined) return known
      const names = affected.map((assertion) => this.ruleset.assertions[assertion]!.name)
      const group = { names, tally: emptyScore() }
      groups.set(affected, group)
      return group
    }
    const question = ({ change }: Change) => `whether a case notices that ${change}`
    const judge = (change: Change) => new JudgedChange(this.ruleset, change, shared, this.tools)
    // Cases first, because a question about a change can use up the budget of the others. A change that waits for its
    // question is made again, so that not all of them are in memory.
    const noticed = changes.map((change) =>
      this.within(question(change), groupOf(change).names, () => {
        const judged = passing.length === 0 ? null : judge(change)
        return judged !== null && isNoticed(judged, passing) ? judged : 'unnoticed'
      }),
    )
    changes.forEach((change, index) => {
      const { names, tally } = groupOf(change)
      const seen = noticed[index]!
      if (seen === null) countStatus(tally, null)
      else if (seen === 'unnoticed')
        countStatus(
          tally,
          this.within(question(change), names, () => this.status(judge(change), names)),
        )
      else {
        this.real.push(seen)
        countStatus(tally, 'noticed')
      }
    })
    const score = emptyScore()
    const byAssertion = this.ruleset.assertions.map(({ name }) => ({ assertion: name, ...emptyScore() }))
    for (const [affected, { tally }] of groups) {
      addTally(score, tally)
      for (const assertion of affected) addTally(byAssertion[assertion]!, tally)
    }
    return { score, byAssertion }
  }

  private status(judged: JudgedChange, names: readonly string[]) {
    const effect = judged.effect()
    if (effect.status === 'undecided' && effect.limit !== null)
      this.open.add(effect.limit, names, `whether it changes an answer that ${judged.change.change}`)
    if (effect.status !== 'detected') return effect.status
    const survivor = this.survivor(judged, effect.detector)
    if (survivor === null) return 'undecided'
    this.survivors.push(survivor)
    this.real.push(judged)
    this.detectors.push(effect.detector.facts)
    return 'survives'
  }

  private survivor({ change }: JudgedChange, { assertion, facts, shown }: Detector): Survivor | null {
    const computed = answersOf(this.program, facts, this.tools)
    if (computed === null) return null
    const detectedBy =
      shown === null
        ? this.writer.writeUnknown(facts.known, this.ruleset.assertions[assertion]!.reads)
        : this.writer.write(facts.known.concat(shown.known.slice(facts.known.length)), shown.space, shown.condition)
    const { name, expression } = this.ruleset.assertions[assertion]!
    const at = change.kind === 'part' ? change.part.node : expression
    return { assertion: name, place: this.text.place(at), change: change.change, detectedBy, computed }
  }

  private boundaries(): readonly { readonly offered: OfferedCase; readonly facts: Facts }[] {
    const seen = new Set(this.input.cases.map(({ facts }) => keyOf(this.dictionary(facts.known))))
    const boundaries = new Boundaries(this.input, this.tools, this.open, (assertion) => this.drawn.of(assertion))
    return this.ruleset.assertions.flatMap((assertion, index) =>
      [...boundaries.of(index)].flat().flatMap(({ why, values }) => {
        const facts = factsOf(this.ruleset, values)
        const key = keyOf(this.dictionary(facts.known))
        if (seen.has(key)) return []
        seen.add(key)
        const computed = this.answers(facts, `a case at a threshold of “${assertion.name}”`)
        if (computed === null) return []
        const witness: WrittenWitness = this.writer.write(values, this.ruleset, conditionOf(assertion))
        return [{ offered: { why, assertion: assertion.name, witness, computed }, facts }]
      }),
    )
  }

  private smallest(candidates: readonly Facts[]): readonly CaseOfSet[] {
    // A value in a unit that does not fit cannot be offered.
    const usable = candidates.filter(({ unbridged }) => unbridged.size === 0)
    const question = 'which smallest set of cases notices every change'
    const chosen = this.within(question, [], () => {
      const few = smallestSet(this.detections(usable))
      // Dictionaries with unknown claims may detect more than they were asked about, and make others spare.
      const dictionaries = few.map((index) => usable[index]!)
      const whole = this.detectedBy(dictionaries, [...this.real.keys()])
      return smallestSet(dictionaries.map((facts) => whole.get(facts)!)).map((place) => few[place]!)
    })
    return (chosen ?? []).flatMap((index) => {
      const facts = usable[index]!
      const computed = this.answers(facts, 'a case of the smallest set')
      return computed === null ? [] : [{ claims: this.dictionary(facts.known), computed }]
    })
  }

  /** Dictionaries with unknown claims are only asked about changes that no other detects. */
  private detections(candidates: readonly Facts[]): readonly ReadonlySet<number>[] {
    const all = [...this.real.keys()]
    const complete = candidates.filter((facts) => countUnknown({ facts }) === 0)
    const detected = this.detectedBy(complete, all)
    const seen = new Set([...detected.values()].flatMap((changes) => [...changes]))
    const missing = all.filter((index) => !seen.has(index))
    const others = candidates.filter((facts) => !detected.has(facts))
    const rest = this.detectedBy(others, missing)
    return candidates.map((facts) => detected.get(facts) ?? rest.get(facts)!)
  }

  /** Change by change, so that its programs stay in memory for all dictionaries. */
  private detectedBy(candidates: readonly Facts[], changes: readonly number[]): ReadonlyMap<Facts, Set<number>> {
    const detected = new Map(candidates.map((facts) => [facts, new Set<number>()]))
    for (const index of changes)
      for (const [facts, found] of detected) if (this.real[index]!.isDetectedBy(facts, () => true)) found.add(index)
    return detected
  }

  private dictionary(known: Known): ClaimDictionary {
    return claimDictionary(this.ruleset, known)
  }
}

function isNoticed(change: JudgedChange, passing: readonly Passing[]): boolean {
  return passing.some(({ facts, judged }) => change.isDetectedBy(facts, (assertion) => judged.has(assertion)))
}

type Tally = { -readonly [part in keyof CoverageScore]: number }

function emptyScore(): Tally {
  return { changes: 0, noticed: 0, equal: 0, undecided: 0 }
}

/** @param status null if a budget ended first */
function countStatus(score: Tally, status: 'noticed' | 'equal' | 'survives' | 'undecided' | null): void {
  score.changes++
  if (status === 'noticed' || status === 'equal') score[status]++
  else if (status !== 'survives') score.undecided++
}

function addTally(sum: Tally, { changes, noticed, equal, undecided }: Readonly<Tally>): void {
  sum.changes += changes
  sum.noticed += noticed
  sum.equal += equal
  sum.undecided += undecided
}

function countUnknown({ facts }: { readonly facts: Facts }): number {
  return facts.known.filter((value) => value === null).length
}

function keyOf(claims: ClaimDictionary): string {
  return JSON.stringify(claims)
}

/**
 * Greedy, with earlier candidates first among equals; then spare ones are dropped.
 * @param detects what each candidate detects
 * @returns indices of candidates, ascending
 */
export function smallestSet(detects: readonly ReadonlySet<number>[]): readonly number[] {
  const missing = new Set(detects.flatMap((detected) => [...detected]))
  const chosen: number[] = []
  while (missing.size > 0) {
    const gains = detects.map((detected) => [...detected].filter((each) => missing.has(each)).length)
    const best = gains.indexOf(Math.max(...gains))
    chosen.push(best)
    for (const each of detects[best]!) missing.delete(each)
  }
  return withoutSpare(detects, chosen).toSorted((a, b) => a - b)
}

function withoutSpare(detects: readonly ReadonlySet<number>[], chosen: readonly number[]): readonly number[] {
  let needed = chosen
  for (const candidate of chosen) {
    const others = needed.filter((other) => other !== candidate)
    const isSpare = [...detects[candidate]!].every((each) => others.some((other) => detects[other]!.has(each)))
    if (isSpare) needed = others
  }
  return needed
}
