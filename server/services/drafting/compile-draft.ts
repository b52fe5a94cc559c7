import { Refusal, type WireDiagnostic } from '../../api/refusal'
import type { Manifest, ManifestClaim } from '../../engine/explain/manifest'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import type { ShareOfCaller } from '../engine-pool/worker-calls'
import type { Asked } from './model-turns'

/** After the first answer. */
export const MAX_REPAIRS = 2
const MAX_PROBLEMS = 20

export interface CompiledDraft {
  readonly text: RulesetText
  readonly claims: readonly ManifestClaim[]
  readonly assertions: ReadonlySet<string>
}

export type DraftCompilation =
  | { readonly ok: true; readonly draft: CompiledDraft }
  | { readonly ok: false; readonly problems: readonly string[] }

export interface DraftCompiler {
  readonly engine: Pick<EngineDispatch, 'normalise' | 'compile'>
  readonly library: LibraryText
  readonly share: ShareOfCaller
}

/** Units that do not convert are problems too, because such a rule never has an answer. @throws Refusal ENGINE_BUSY */
export async function compileDraft(
  { engine, library, share }: DraftCompiler,
  source: string,
): Promise<DraftCompilation> {
  try {
    const text = await engine.normalise(source, share)
    const members = await engine.compile(text, library, share)
    const { claims, rules } = JSON.parse(members.manifest ?? '') as Manifest
    const unbridged = JSON.parse(members.unbridged_units ?? '[]') as readonly UnbridgedUnits[]
    if (unbridged.length > 0)
      return {
        ok: false,
        problems: unbridged.map(({ rule, from, to }) => `${rule}: nothing converts ${from} to ${to}.`),
      }
    const assertions = new Set(rules.flatMap((rule) => rule.assertions.map((assertion) => assertion.name)))
    return { ok: true, draft: { text, claims, assertions } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'BUDGET_EXCEEDED') return { ok: false, problems: [error.message] }
    if (error.code !== 'COMPILE_FAILED') throw error
    return { ok: false, problems: problemsOf(error.details.diagnostics ?? []) }
  }
}

interface UnbridgedUnits {
  readonly rule: string
  readonly from: string
  readonly to: string
}

function problemsOf(diagnostics: readonly WireDiagnostic[]): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').slice(0, MAX_PROBLEMS)
  return errors.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`))
}

export interface FailedAnswer<T> {
  readonly answer: T
  readonly problems: readonly string[]
}

export type CompiledAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly draft: CompiledDraft; readonly repairs: number }
  | { readonly ok: false; readonly cause: string; readonly problems: readonly string[] }

/** Asks again with the problems of an answer that does not compile, at most {@link MAX_REPAIRS} times. */
export async function askUntilCompiled<T>(
  ask: (failed: FailedAnswer<T> | null) => Promise<Asked<T>>,
  compile: (value: T) => Promise<DraftCompilation>,
): Promise<CompiledAnswer<T>> {
  let failed: FailedAnswer<T> | null = null
  for (let repairs = 0; ; repairs++) {
    const answer: Asked<T> = await ask(failed)
    if (!answer.ok) return { ...answer, problems: [] }
    const compiled = await compile(answer.value)
    if (compiled.ok) return { ok: true, value: answer.value, draft: compiled.draft, repairs }
    failed = { answer: answer.value, problems: compiled.problems }
    if (repairs === MAX_REPAIRS)
      return {
        ok: false,
        cause: `The answer of the language model does not compile, though it was asked ${MAX_REPAIRS + 1} times.`,
        problems: compiled.problems,
      }
  }
}
