/**
 * The engine in the process of the command, and of the package `touchstone-engine`. It runs the jobs of the server's
 * workers, so its answers are the same bytes (decisions/056).
 */
import { canonicalObject } from '../../api/canonical-json'
import { errorEnvelope, type Refusal } from '../../api/refusal'
import { utf8Bytes } from '../../attestation/byte-texts'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import type { EngineLimits } from '../../engine/batch/check-compiled'
import type { Inquiry, Solver } from '../../engine/solver/solver'
import { checkLines } from '../../services/engine-pool/check-lines'
import type { CheckedLines } from '../../services/engine-pool/checked-lines'
import {
  type EngineAnswer,
  type EngineJob,
  type LibraryText,
  type MeaningQuestion,
  normaliseRuleset,
  type RulesetText,
} from '../../services/engine-pool/engine-job'
import { type Diagnosis, JobRunner } from '../../services/engine-pool/run-job'
import { demandAnswer } from '../../services/engine-pool/worker-calls'

/** Pages of errors, below the address of any deployment. */
const DOCS_PATH = '/docs'

export class LocalEngine {
  private readonly runner: JobRunner

  /** @param solver called at its first question */
  constructor(
    readonly library: LibraryText,
    solver: () => Solver,
    readonly limits: EngineLimits = DEFAULT_BUDGETS,
  ) {
    this.runner = new JobRunner({ solver: () => lazySolver(solver) })
  }

  /** @throws Refusal BUDGET_EXCEEDED for a text that is too large */
  read(source: string): RulesetText {
    return normaliseRuleset(source, this.limits.source_bytes)
  }

  /**
   * Answers like `POST /v1/compile` for a caller who stores nothing. @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED
   */
  compile(ruleset: RulesetText): string {
    const { library, limits } = this
    const { members } = this.answer({ kind: 'compile', ruleset, library, limits }, ['compiled'])
    return canonicalObject({ ...members, label: 'null', approve_url: 'null' })
  }

  /**
   * Answers like `POST /v1/check`.
   * @param claims text of a JSON value
   * @throws Refusal VALIDATION_REJECTED, BAD_REQUEST, COMPILE_FAILED, BUDGET_EXCEEDED
   */
  check(ruleset: RulesetText, claims: string): string {
    const { library, limits } = this
    const body = utf8Bytes(`{"source":${JSON.stringify(ruleset.source)},"claims":${claims}}`)
    const submitted = { from: 'body', body, reading: 'strict' } as const
    const job = { kind: 'check', ruleset, library, limits, claims: submitted, mode: 'tiers' } as const
    const computed = this.answer({ ...job, maySolve: false }, ['checked', 'needs solver'])
    if (computed.status === 'checked') return computed.bytes
    return this.answer({ ...job, maySolve: true }, ['checked']).bytes
  }

  /** Answers like the operation of `/v1`. @throws Refusal if that would refuse */
  meaning(question: MeaningQuestion): string {
    const { limits } = this
    const { members } = this.answer({ kind: 'meaning', question, limits, mode: 'tiers' }, ['compiled'])
    return canonicalObject({ ...members, ok: 'true' })
  }

  /** One dictionary a line of JSON. @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED */
  checkLines(ruleset: RulesetText, library: LibraryText, lines: Uint8Array): Promise<CheckedLines> {
    const { limits } = this
    const workers = {
      run: async <Status extends EngineAnswer['status']>(_: unknown, job: EngineJob, status: readonly Status[]) =>
        this.answer(job, status),
    }
    const job = { kind: 'batch', ruleset, library, limits, mode: 'tiers' } as const
    return checkLines(workers, job, lines, { pause: async () => undefined })
  }

  /** The problems of a text with their columns, and the compiled ruleset if there is no error. */
  diagnose(ruleset: RulesetText): Diagnosis {
    return this.runner.diagnose(ruleset, this.library, this.limits)
  }

  private answer<Status extends EngineAnswer['status']>(job: EngineJob, status: readonly Status[]) {
    return demandAnswer(this.runner.run(job), status)
  }
}

/** The bytes of a refused call. */
export function refusedBytes(refusal: Refusal): string {
  return errorEnvelope(refusal, DOCS_PATH)
}

/** Opens the solver at its first question. */
function lazySolver(opened: () => Solver): Solver {
  return {
    inquire(...asked) {
      let inquiry: Inquiry | null = null
      const open = () => {
        inquiry ??= opened().inquire(...asked)
        return inquiry
      }
      return { find: (wanted) => open().find(wanted), findPair: (input) => open().findPair(input) }
    },
  }
}
