import { Refusal } from '../../api/refusal'
import type { Diagnostic } from '../../language/messages/diagnostic'
import { type LocalEngine, refusedBytes } from './local-engine'
import type { InputFile } from './policy-files'
import type { Finding, Outcome, Subject } from './report'

/** Runs a command on a file. A refusal is its result, with the place of every error of the ruleset. */
export async function answerOrRefused(
  engine: LocalEngine,
  input: InputFile,
  answer: () => Subject | Promise<Subject>,
): Promise<Subject> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Refusal) return refusedSubject(engine, input, error)
    throw error
  }
}

function refusedSubject(engine: LocalEngine, { file, text }: InputFile, refusal: Refusal): Subject {
  const findings = refusal.code === 'COMPILE_FAILED' ? diagnose(engine, file, text) : refusedFindings(file, refusal)
  const json = refusedBytes(refusal)
  return { file, tests: [{ name: 'compiles', findings }], json, text: [], outcome: outcomeOf(refusal) }
}

/** Errors and warnings of a ruleset, at their places. */
export function diagnose(engine: LocalEngine, file: string, text: string): readonly Finding[] {
  return engine.diagnose(engine.read(text)).diagnostics.map((each) => diagnosticFinding(file, each))
}

function diagnosticFinding(
  file: string,
  { code, severity, message, line, column, endLine, endColumn }: Diagnostic,
): Finding {
  return { rule: code, level: severity, message, place: { file, line, column, endLine, endColumn } }
}

/** Every failing field, or the refusal itself. */
export function refusedFindings(file: string, { code, message, details }: Refusal): readonly Finding[] {
  const rule = code.toLowerCase().replaceAll('_', '-')
  const place = { file, line: 1, column: 1 }
  const failures = details.failures ?? []
  if (failures.length === 0) return [{ rule, level: 'error', message, place }]
  return failures.map(({ field, expected, received }) => ({
    ...{ rule, place },
    level: 'error',
    message: `${field}: expected ${expected}; received ${received}.`,
  }))
}

/** A broken ruleset fails; other input that is refused is wrong use. */
export function outcomeOf({ code }: Refusal): Outcome {
  if (code === 'BUDGET_EXCEEDED') return 'undecided'
  return code === 'COMPILE_FAILED' ? 'failed' : 'wrong use'
}
