/** A refusal is an answer; a bug throws. */
import { LRUCache } from 'lru-cache'
import { readAs } from '../../api/lenient-arguments'
import { OPERATIONS, type OperationId } from '../../api/operations'
import { withClaimsAsText } from '../../api/read-request'
import { Refusal, refusalText } from '../../api/refusal'
import { checkRequest } from '../../api/schemas/check'
import {
  CheckableRuleset,
  checkInTurns,
  type EngineLimits,
  inBytes,
  memoryRefusal,
  solverStepsRefusal,
  stepsRefusal,
} from '../../engine/batch/check-compiled'
import { decideLineInTurns, decideLines } from '../../engine/batch/decide-lines'
import { OpenLibraries, openLibrary } from '../../engine/batch/open-library'
import { compileRuleset } from '../../engine/compile'
import { Meter, SolverStepsExceededError, StepsExceededError } from '../../engine/core/meter'
import { type Progress, Unfinished } from '../../engine/decide/decide-in-turns'
import { type Solver, SolverMemoryExceededError } from '../../engine/solver/solver'
import type { Diagnostic } from '../../language/messages/diagnostic'
import { GRAMMAR_GUIDE } from '../../language/service/grammar-guide'
import { bridgeUnits } from '../../language/units/bridge'
import { RelationChanges } from '../../language/units/relation-changes'
import type { UnitLibrary } from '../../language/units/unit-library'
import type { BuiltEntries, EntriesToBuild } from '../decision-log/build-entries'
import { answerMeaning } from './answer-meaning'
import {
  describeCiting,
  describeCompiled,
  describePromptPack,
  describeReads,
  describeReview,
  wireDiagnostics,
} from './describe-compiled'
import {
  type ClaimsText,
  type EngineAnswer,
  type EngineJob,
  type JobProgress,
  type LibraryText,
  type MeaningProgress,
  normaliseRuleset,
  parseClaimsText,
  type RulesetText,
  type RulesetUnder,
} from './engine-job'
import { outlineRuleset } from './outline-ruleset'
import { passagesOf } from './passages-of'
import { findChange, findUnitUse, type UnitFinding } from './unit-use'

export interface JobTools {
  /** Opened when first needed, because loading the solver costs memory and time. */
  readonly solver: () => Solver
  /** Only the server has decision logs. */
  readonly buildEntries?: (entries: EntriesToBuild) => BuiltEntries
}

export interface Diagnosis {
  readonly diagnostics: readonly Diagnostic[]
  /** Null for a text with errors, or beyond a budget. */
  readonly checkable: CheckableRuleset | null
}

/** Source characters. */
const MAX_CACHED_SOURCE_CHARS = 8_000_000
export const MAX_DIAGNOSTICS = 100

export class JobRunner {
  private readonly compiled = new LRUCache<string, CheckableRuleset>({
    maxSize: MAX_CACHED_SOURCE_CHARS,
    sizeCalculation: (checkable) => checkable.compiled.input.source.length + 1,
  })

  private readonly libraries = new OpenLibraries()

  constructor(private readonly tools: JobTools) {}

  run(job: EngineJob): EngineAnswer {
    let answer = this.turn(job, null)
    while (answer instanceof Unfinished) answer = this.turn(job, answer.progress)
    return answer
  }

  /** @param before end of the previous turn, in any thread; null for the first */
  turn(job: EngineJob, before: JobProgress | null): EngineAnswer | Unfinished<JobProgress> {
    try {
      return this.answer(job, before)
    } catch (error) {
      if (error instanceof Refusal) return { status: 'refused', refusal: refusalText(error) }
      if (error instanceof StepsExceededError) return { status: 'refused', refusal: refusalText(stepsRefusal(error)) }
      if (error instanceof SolverStepsExceededError)
        return { status: 'refused', refusal: refusalText(solverStepsRefusal(error)) }
      if (error instanceof SolverMemoryExceededError)
        return { status: 'refused', refusal: refusalText(memoryRefusal(error)) }
      throw error
    }
  }

  /** Every problem of a text, and the compiled ruleset if there is no error, which later jobs use too. */
  diagnose(text: RulesetText, library: LibraryText, limits: EngineLimits): Diagnosis {
    const key = compiledKey(text, library)
    const cached = this.compiled.get(key)
    if (cached !== undefined) return { diagnostics: cached.compiled.diagnostics, checkable: cached }
    const opened = this.libraries.open(library)
    const outcome = compileRuleset({ ...text, library: opened, unitLibraryHash: library.hash, limits })
    if (outcome.status === 'exceeded') return { diagnostics: [], checkable: null }
    if (outcome.status === 'failed') return { diagnostics: outcome.diagnostics, checkable: null }
    const checkable = new CheckableRuleset(outcome.compiled)
    this.compiled.set(key, checkable)
    return { diagnostics: outcome.compiled.diagnostics, checkable }
  }

  private answer(job: EngineJob, before: JobProgress | null): EngineAnswer | Unfinished<JobProgress> {
    switch (job.kind) {
      case 'read':
        return { status: 'read', request: withoutClaims(job.operation, readBody(job)) }
      case 'normalise':
        return { status: 'normalised', ruleset: normaliseRuleset(job.source, job.limit) }
      case 'compile':
        return {
          status: 'compiled',
          members: describeCompiled(this.ruleset(job.ruleset, job.library, job.limits).compiled),
        }
      case 'prompt-pack':
        return {
          status: 'compiled',
          members: describePromptPack(this.ruleset(job.ruleset, job.library, job.limits).compiled),
        }
      case 'review':
        return {
          status: 'compiled',
          members: describeReview(this.ruleset(job.ruleset, job.library, job.limits).compiled),
        }
      case 'reads':
        return {
          status: 'compiled',
          members: describeReads(this.ruleset(job.ruleset, job.library, job.limits).compiled),
        }
      case 'citing':
        return {
          status: 'compiled',
          members: describeCiting(this.ruleset(job.ruleset, job.library, job.limits).compiled),
        }
      case 'outline':
        return {
          status: 'outlined',
          outlines: job.rulesets.map((text) => outlineRuleset(() => this.passing(text, job.library, job.limits))),
        }
      case 'passages':
        return { status: 'split', passages: job.sources.map((source) => passagesOf(source, job.limits)) }
      case 'bridge':
        return { status: 'bridged', bridge: bridgeUnits(this.libraries.open(job.library), job.from, job.to) }
      case 'unit-changes':
        return { status: 'unit-changes', findings: this.unitChanges(job) }
      case 'check': {
        const bytes = checkInTurns(
          this.ruleset(job.ruleset, job.library, job.limits),
          readClaims(job.claims),
          {
            solver: job.maySolve ? this.tools.solver() : null,
            mode: job.mode,
            meter: new Meter(job.limits.evaluation_steps, job.limits.solver_steps_total),
            limits: job.limits,
          },
          inBytes,
          before as Progress | null,
        )
        if (bytes instanceof Unfinished) return bytes
        return bytes === null ? { status: 'needs solver' } : { status: 'checked', bytes }
      }
      case 'entries':
        if (this.tools.buildEntries === undefined) throw new Error('no decision log is built here')
        return { status: 'built', built: this.tools.buildEntries(job.entries) }
      case 'meaning': {
        const { question, mode, limits } = job
        const compile = ({ ruleset, library }: RulesetUnder) => this.ruleset(ruleset, library, limits)
        const tools = { solver: this.tools.solver(), mode, limits, compile }
        const members = answerMeaning(question, tools, before as MeaningProgress | null)
        return members instanceof Unfinished ? members : { status: 'compiled', members }
      }
      case 'batch': {
        const { lines, skip, mode, maySolve, limits } = job
        const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8')
        const checkable = this.ruleset(job.ruleset, job.library, limits)
        if (!maySolve)
          return { status: 'decided', lines: decideLines(checkable, text, skip, { solver: null, mode, limits }) }
        const tools = { solver: this.tools.solver(), mode, limits }
        const decided = decideLineInTurns(checkable, text, tools, before as Progress | null)
        return decided instanceof Unfinished ? decided : { status: 'decided', lines: decided }
      }
    }
  }

  /** Not cached, because a long list would evict what checks need. */
  private passing(text: RulesetText, library: LibraryText, limits: EngineLimits): CheckableRuleset {
    return this.compiled.peek(compiledKey(text, library)) ?? this.compile(text, library, limits)
  }

  private ruleset(text: RulesetText, library: LibraryText, limits: EngineLimits): CheckableRuleset {
    const key = compiledKey(text, library)
    const cached = this.compiled.get(key)
    if (cached !== undefined) return cached
    const checkable = this.compile(text, library, limits)
    this.compiled.set(key, checkable)
    return checkable
  }

  private compile(text: RulesetText, library: LibraryText, limits: EngineLimits): CheckableRuleset {
    return compileOrRefuse(text, library, limits, this.libraries.open(library))
  }

  private unitChanges({ rulesets, before, after, limits }: UnitChangesJob): readonly UnitFinding[] {
    const library = this.libraries.open(before)
    const changes = new RelationChanges(library, this.libraries.open(after))
    return rulesets.map((ruleset) =>
      findChange('source' in ruleset ? findUnitUse(ruleset.source, library, limits) : ruleset, changes),
    )
  }
}

type UnitChangesJob = Extract<EngineJob, { kind: 'unit-changes' }>

function compiledKey(text: RulesetText, library: LibraryText): string {
  return `${text.hash}:${library.hash ?? ''}`
}

/** @throws Refusal COMPILE_FAILED with diagnostics and the grammar guide, or BUDGET_EXCEEDED */
export function compileOrRefuse(
  text: RulesetText,
  library: LibraryText,
  limits: EngineLimits,
  opened: UnitLibrary = openLibrary(library),
): CheckableRuleset {
  const outcome = compileRuleset({ ...text, library: opened, unitLibraryHash: library.hash, limits })
  if (outcome.status === 'exceeded') {
    const { budget, limit, actual } = outcome.exceeded
    throw new Refusal(
      'BUDGET_EXCEEDED',
      `The ruleset exceeds the budget ${budget}: ${actual} where ${limit} are allowed.`,
      outcome.exceeded,
    )
  }
  if (outcome.status === 'failed') throw compileRefusal(outcome.diagnostics)
  return new CheckableRuleset(outcome.compiled)
}

/** The event loop writes the list, and an author mends no more at once. */
function compileRefusal(diagnostics: readonly Diagnostic[]): Refusal {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const first = errors[0]
  const where = first === undefined ? '' : ` The first is on line ${first.line}: ${first.message}`
  // The last diagnostic represents all that the analysis left out.
  const stopped = diagnostics.at(-1)?.code === 'more-problems'
  const count = (list: readonly Diagnostic[]) => (stopped ? `more than ${list.length - 1}` : `${list.length}`)
  let listed = diagnostics
  let cut = ''
  if (diagnostics.length > MAX_DIAGNOSTICS) {
    listed = [...errors, ...diagnostics.filter(({ severity }) => severity !== 'error')].slice(0, MAX_DIAGNOSTICS)
    cut = ` The first ${MAX_DIAGNOSTICS} of ${count(diagnostics)} diagnostics are listed, errors before warnings.`
  }
  return new Refusal(
    'COMPILE_FAILED',
    `The ruleset has ${count(errors)} ${errors.length === 1 ? 'error' : 'errors'}.${where}${cut}`,
    { diagnostics: wireDiagnostics(listed), hint: GRAMMAR_GUIDE },
  )
}

function readBody({ operation, body, reading }: Extract<EngineJob, { kind: 'read' }>): unknown {
  const entry = OPERATIONS[operation]
  if (!('body' in entry)) throw new Error(`${operation} takes no body`)
  return readAs(
    reading,
    entry.body.schema,
    Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'),
    entry.body.required,
  )
}

/** A check's claims stay in the worker, because they may be as large as the body. */
function withoutClaims(operation: OperationId, request: unknown): unknown {
  if (operation !== 'check') return withClaimsAsText(operation, request)
  if (typeof request !== 'object' || request === null || !('claims' in request)) return request
  const { claims: _claims, ...rest } = request
  return rest
}

function readClaims(claims: ClaimsText): Readonly<Record<string, unknown>> {
  if (claims.from === 'body')
    return readAs(
      claims.reading,
      checkRequest,
      Buffer.from(claims.body.buffer, claims.body.byteOffset, claims.body.byteLength).toString('utf8'),
      true,
    ).claims
  return parseClaimsText(claims.text)
}
