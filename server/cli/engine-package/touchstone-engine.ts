/**
 * The package `touchstone-engine`: the engine in an application's process, in Node.js and in browsers (decisions/060). Its
 * declarations are written by server/cli/release/engine-declarations.ts.
 */
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { Solver } from '../../engine/solver/solver'
import { compileZ3InBackground } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import type { CaseText, MeaningQuestion, StatedPair } from '../../services/engine-pool/engine-job'
import { BUILT_IN_LIBRARY } from '../../services/library/unit-libraries'
import { LocalEngine, refusedBytes } from '../touchstone/local-engine'
import { readUnitLibrary } from '../touchstone/unit-library-text'

export const versions = VERSIONS

/** An answer as `/v1` gives it: its exact bytes, and the same parsed. */
export interface Answer {
  readonly json: string
  readonly value: unknown
}

export interface EngineOptions {
  /** Text of a unit library, which begins with `unit library 1`. */
  readonly unitLibrary?: string
}

/** A dictionary, or the text of a JSON object, in which numbers are judged as written. */
type Claims = Readonly<Record<string, unknown>> | string

interface TestCase {
  readonly name: string
  readonly claims: Claims
  readonly expected: CaseText['expected']
}

/** The solver is needed and not loaded yet. */
class SolverNeededError extends Error {}

/** Loaded once for all engines of a process or worker. */
let solver: Solver | null = null
let loading: Promise<void> | null = null

async function loadSolver(): Promise<void> {
  solver = new Z3Solver(await compileZ3InBackground())
}

function loadedSolver(): Solver {
  if (solver === null) throw new SolverNeededError()
  return solver
}

/** @throws UnitLibraryError if the unit library cannot be read */
export function openEngine({ unitLibrary }: EngineOptions = {}): Engine {
  return new Engine(unitLibrary)
}

class Engine {
  private readonly engine: LocalEngine

  constructor(unitLibrary: string | undefined) {
    const library = unitLibrary === undefined ? BUILT_IN_LIBRARY : readUnitLibrary('unitLibrary', unitLibrary)
    this.engine = new LocalEngine(library, loadedSolver)
  }

  compile(source: string): Promise<Answer> {
    return answer(() => this.engine.compile(this.engine.read(source)))
  }

  check(source: string, claims: Claims): Promise<Answer> {
    return answer(() => this.engine.check(this.engine.read(source), jsonText(claims)))
  }

  analyse(source: string): Promise<Answer> {
    return this.ask(() => ({ kind: 'analysis', of: this.under(source) }))
  }

  compare(before: string, after: string, pairs: readonly StatedPair[] = []): Promise<Answer> {
    return this.ask(() => ({ kind: 'comparison', before: this.under(before), after: this.under(after), pairs }))
  }

  measureCoverage(source: string, cases: readonly TestCase[]): Promise<Answer> {
    return this.ask(() => ({
      kind: 'coverage',
      of: this.under(source),
      cases: cases.map((each) => ({ ...each, claims: jsonText(each.claims) })),
    }))
  }

  private ask(question: () => MeaningQuestion): Promise<Answer> {
    return answer(() => this.engine.meaning(question()))
  }

  private under(source: string) {
    return { ruleset: this.engine.read(source), library: this.engine.library }
  }
}

function jsonText(claims: Claims): string {
  return typeof claims === 'string' ? claims : JSON.stringify(claims)
}

/** Asks again after the solver was loaded, if it is needed. A failed load is tried again at the next question. */
async function answer(bytes: () => string): Promise<Answer> {
  for (;;) {
    try {
      return answered(bytes())
    } catch (error) {
      if (error instanceof Refusal) return answered(refusedBytes(error))
      if (!(error instanceof SolverNeededError)) throw error
    }
    loading ??= loadSolver().finally(() => {
      loading = null
    })
    await loading
  }
}

function answered(json: string): Answer {
  return { json, value: JSON.parse(json) }
}
