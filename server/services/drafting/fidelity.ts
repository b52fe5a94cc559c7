/**
 * Whether rules say what the clauses say that they cite: coverage and grounding, a second reading, and scenarios. A
 * difference is reported only with the dictionary that shows it.
 */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { AssertionReads } from '../../engine/explain/manifest'
import { type CallLedger, isCharged } from '../access/call-ledger'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { CoverageDependencies, CoverageReport, RulesetToCover } from '../documents/coverage-report'
import type { Documents, OpenedDocument, WhichRevision } from '../documents/documents'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetText } from '../engine-pool/engine-job'
import { shareOf } from '../engine-pool/shared-use'
import type { ShareOfCaller } from '../engine-pool/worker-calls'
import type { Comparisons } from '../meaning/comparisons'
import type { TokenUse } from '../models/completion'
import { readPassages } from './clause-passages'
import { ANSWER_SCENARIOS, READ_AGAIN } from './clause-tasks'
import { askUntilCompiled, compileDraft, type DraftCompilation, type DraftCompiler } from './compile-draft'
import { shownClaim } from './draft-clause'
import type { ModelCalls, ModelTurns } from './model-turns'
import { groupRules, type RuleGroup } from './rule-groups'
import {
  type BoundaryCases,
  findDisagreements,
  listScenarios,
  type Scenario,
  type ScenarioDisagreement,
} from './scenarios'
import { compareReading, compileReading, type ReadingResult } from './second-reading'

export interface FidelityDependencies {
  readonly documents: Documents
  readonly store: CoverageDependencies['store']
  readonly rulesets: CoverageDependencies['rulesets']
  readonly libraryOf: CoverageDependencies['libraryOf']
  readonly engine: Pick<EngineDispatch, 'normalise' | 'compile' | 'citing' | 'reads' | 'meaning'>
  readonly comparisons: Comparisons
  readonly ledger: CallLedger
}

export interface PlannedGroup {
  readonly clauses: readonly string[]
  readonly rules: readonly string[]
}

export interface FidelityPlan {
  readonly coverage: CoverageReport
  readonly groups: readonly PlannedGroup[]
}

export type ReadingOutcome =
  | ReadingResult
  /** `cause` is a sentence. */
  | { readonly status: 'unusable'; readonly cause: string; readonly problems: readonly string[] }

export interface ScenarioOutcome {
  readonly count: number
  readonly disagreements: readonly ScenarioDisagreement[]
  /** Why they were not answered, as a sentence; null if they were. */
  readonly cause: string | null
}

export interface ReadGroup extends PlannedGroup {
  readonly reading: ReadingOutcome
  readonly scenarios: ScenarioOutcome
  readonly tokens: TokenUse | null
}

/** A ruleset under a document, opened once for a report. */
export interface OpenedFidelity {
  readonly document: OpenedDocument
  readonly coverage: CoverageReport
  readonly ruleset: RulesetText
  readonly groups: readonly RuleGroup[]
  readonly scenarios: readonly (readonly Scenario[])[]
  readonly compiler: DraftCompiler
}

export interface FidelitySubject extends WhichRevision {
  readonly ruleset: RulesetToCover | { readonly hash: string }
}

export class FidelityChecks {
  private readonly boundaries = new LRUCache<string, BoundaryCases>({ max: 200 })

  constructor(private readonly dependencies: FidelityDependencies) {}

  /** @throws Refusal BAD_REQUEST, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY */
  async plan(caller: Caller, subject: FidelitySubject): Promise<FidelityPlan> {
    const { document, ruleset } = await this.openTexts(caller, subject)
    const { coverage, groups } = await this.openGroups(caller, document, ruleset, subject)
    return { coverage, groups: groups.map(planned) }
  }

  /** @throws Refusal as {@link plan} */
  async open(caller: Caller, subject: FidelitySubject, share: ShareOfCaller): Promise<OpenedFidelity> {
    const { engine, libraryOf } = this.dependencies
    const { document, ruleset } = await this.openTexts(caller, subject)
    const { coverage, groups } = await this.openGroups(caller, document, ruleset, subject)
    const compiler = { engine, share, library: await libraryOf(caller) }
    const scenarios = groups.length === 0 ? [] : await this.scenariosOf(compiler, ruleset, groups)
    return { document, coverage, ruleset, groups, scenarios, compiler }
  }

  /**
   * @param conditions written from the clauses, without seeing the rules
   * @throws Refusal ENGINE_BUSY, BUDGET_EXCEEDED
   */
  async compare(
    caller: Caller,
    { compiler, ruleset }: OpenedFidelity,
    group: RuleGroup,
    compiled: DraftCompilation,
  ): Promise<ReadingOutcome> {
    if (group.citesElsewhere) return CITES_ELSEWHERE
    if (!compiled.ok)
      return { status: 'unusable', cause: 'The second reading does not compile.', problems: compiled.problems }
    const { comparisons } = this.dependencies
    return compareReading(comparisons, compiler, caller, { ruleset, group }, compiled.draft.text)
  }

  /** Charges one check, as for any other question about meaning. */
  async charged<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const refund = await this.dependencies.ledger.reserve(caller, 'check')
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal && isCharged(error))) refund()
      throw error
    }
  }

  private async openTexts(caller: Caller, { label, revision, ruleset }: FidelitySubject) {
    const { documents, rulesets, store } = this.dependencies
    const document = await documents.open(caller, { label, revision })
    const namespaceId = namespaceOf(caller)
    if ('source' in ruleset) return { document, ruleset: (await rulesets.find(namespaceId, ruleset)).text }
    const [newest] = 'name' in ruleset ? await store.latestBindings(namespaceId, ruleset.name, 1) : []
    const hash = 'name' in ruleset ? newest?.hash : ruleset.hash
    if (hash === undefined)
      throw new Refusal('RULESET_NOT_FOUND', 'No ruleset is saved under this name in this namespace.')
    return { document, ruleset: await rulesets.findStored(namespaceId, hash) }
  }

  private async openGroups(
    caller: Caller,
    document: OpenedDocument,
    { source }: RulesetText,
    { label, revision, ruleset }: FidelitySubject,
  ) {
    const { documents, engine, rulesets, libraryOf } = this.dependencies
    const covering = 'name' in ruleset ? ruleset : { source }
    const coverage = await documents.coverage(caller, { label, revision }, covering)
    const { text } = await rulesets.find(namespaceOf(caller), { source })
    const citing = await engine.citing(text, await libraryOf(caller))
    const known = new Set(document.clauses.map((clause) => clause.label))
    return { coverage, groups: groupRules(citing, label, known) }
  }

  private async scenariosOf(
    { engine, library, share }: DraftCompiler & { readonly engine: FidelityDependencies['engine'] },
    ruleset: RulesetText,
    groups: readonly RuleGroup[],
  ): Promise<readonly (readonly Scenario[])[]> {
    const key = `${ruleset.hash}:${library.hash ?? ''}`
    let cases = this.boundaries.get(key)
    if (cases === undefined) {
      const members = await engine.meaning({ kind: 'coverage', of: { ruleset, library }, cases: [] }, share)
      cases = JSON.parse(members.boundary_cases ?? '[]') as BoundaryCases
      this.boundaries.set(key, cases)
    }
    const reads: AssertionReads = await engine.reads(ruleset, library)
    const listed: (readonly Scenario[])[] = []
    let first = 1
    for (const group of groups) {
      const scenarios = listScenarios(cases, group, reads, first)
      listed.push(scenarios)
      first += scenarios.length
    }
    return listed
  }
}

/** For pages, if the model of the deployment reads. */
export interface Fidelity {
  /**
   * Plans without a model. @throws Refusal BAD_REQUEST, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED,
   * ENGINE_BUSY
   */
  plan(caller: Caller, subject: FidelitySubject): Promise<FidelityPlan>
  /**
   * A second reading and the scenarios of one group. Charges one check.
   * @param clauses of the group, as the plan lists them
   * @throws Refusal as {@link plan}, and BAD_REQUEST without a model or such a group; the reason of `signal`
   */
  readGroup(
    caller: Caller,
    subject: FidelitySubject & { readonly clauses: readonly string[] },
    signal: AbortSignal,
  ): Promise<ReadGroup>
}

export function createFidelity(checks: FidelityChecks, turns: ModelTurns | null): Fidelity {
  return {
    plan: async (caller, subject) => {
      demandPermission(caller, 'read')
      return checks.plan(caller, subject)
    },

    readGroup: async (caller, { clauses, ...subject }, signal) => {
      demandPermission(caller, 'read')
      const modelTurns = demandModel(turns)
      const opened = await checks.open(caller, subject, () => shareOf({ caller }))
      const index = opened.groups.findIndex((group) => group.clauses.join('\n') === clauses.join('\n'))
      const group = opened.groups[index]
      if (group === undefined)
        throw new Refusal('BAD_REQUEST', 'The rules for these clauses have changed. Start the report again.')
      return checks.charged(caller, () =>
        modelTurns.run(namespaceOf(caller), signal, (calls) =>
          readGroup(checks, caller, opened, { group, scenarios: opened.scenarios[index] ?? [] }, calls),
        ),
      )
    },
  }
}

/** @throws Refusal BAD_REQUEST */
export function demandModel(turns: ModelTurns | null): ModelTurns {
  if (turns !== null) return turns
  throw new Refusal(
    'BAD_REQUEST',
    'No language model is configured here. Copy the prompt and give it to a model of your own, or ask the operator to set MODEL_BASE_URL and MODEL_NAME.',
  )
}

async function readGroup(
  checks: FidelityChecks,
  caller: Caller,
  opened: OpenedFidelity,
  { group, scenarios }: { readonly group: RuleGroup; readonly scenarios: readonly Scenario[] },
  calls: ModelCalls,
): Promise<ReadGroup> {
  const clauses = readPassages(opened.document, [...group.clauses, ...group.context])
  const begun = await compileDraft(opened.compiler, opened.ruleset.source)
  const claims = begun.ok ? begun.draft.claims.map(shownClaim) : []
  const reading = group.citesElsewhere
    ? CITES_ELSEWHERE
    : await readAgain(checks, caller, opened, group, (failed) =>
        calls.ask({ ...READ_AGAIN, given: { ...clauses, claims, failed } }),
      )
  const questions = scenarios.map(({ scenario, facts }) => ({ scenario, facts }))
  const answered =
    questions.length === 0 || group.citesElsewhere
      ? null
      : await calls.ask({ ...ANSWER_SCENARIOS, given: { ...clauses, claims, scenarios: questions } })
  return {
    ...planned(group),
    reading,
    scenarios: {
      count: answered === null ? 0 : questions.length,
      disagreements: answered?.ok === true ? findDisagreements(scenarios, answered.value.answers) : [],
      cause: answered === null || answered.ok ? null : answered.cause,
    },
    tokens: calls.tokens,
  }
}

type AskReading = Parameters<typeof askUntilCompiled<{ readonly conditions: readonly string[] }>>[0]

async function readAgain(
  checks: FidelityChecks,
  caller: Caller,
  opened: OpenedFidelity,
  group: RuleGroup,
  ask: AskReading,
): Promise<ReadingOutcome> {
  const answer = await askUntilCompiled(ask, ({ conditions }) => compileReading(opened.compiler, opened, conditions))
  if (!answer.ok) return { status: 'unusable', cause: answer.cause, problems: answer.problems }
  return checks.compare(caller, opened, group, answer)
}

const CITES_ELSEWHERE: ReadingOutcome = {
  status: 'unusable',
  cause: 'These rules also cite another document, so the clauses of this one do not decide them.',
  problems: [],
}

function planned({ clauses, rules }: RuleGroup): PlannedGroup {
  return { clauses, rules: rules.map(({ name }) => name) }
}
