import { z } from 'zod'
import type { EvaluatedFrame } from '../../api/schemas/frame'

/** The result of one check, as the answer's member `touchstone` has it. */
export interface ChatFinding {
  readonly subject: string
  readonly trace_id: string
  readonly rail_id: string
  /** UNKNOWN if the guardrail did not answer in time or failed. */
  readonly conclusion: 'YES' | 'NO' | 'UNKNOWN'
  readonly confidence: number | null
  /** Why there is no conclusion, or null. */
  readonly error: string | null
  /** Rules that the text breaks or leaves open, as the author wrote them. */
  readonly failed: readonly string[]
}

const ruleStep = z.looseObject({ assertion: z.string(), check: z.string(), source: z.string().optional() })

export function findingOf(
  subject: string,
  { traceId, railId }: { readonly traceId: string; readonly railId: string },
  frame: EvaluatedFrame | null,
): ChatFinding {
  const failed = (frame?.P ?? []).flatMap((step) => {
    const { success, data } = ruleStep.safeParse(step)
    return success && data.check !== 'TRUE' ? [`${data.assertion} is ${data.check}: ${data.source ?? ''}`] : []
  })
  return {
    subject,
    trace_id: traceId,
    rail_id: railId,
    conclusion: frame?.E?.conclusion ?? 'UNKNOWN',
    confidence: frame?.E?.confidence ?? null,
    error: frame === null ? 'The guardrail did not answer in time.' : (frame.Error?.message ?? null),
    failed,
  }
}

/** The refusal for the person who reads the chat. */
export function refusalSentence(findings: readonly ChatFinding[]): string {
  const isBroken = findings.some(({ conclusion }) => conclusion === 'NO')
  const cause = isBroken
    ? 'it does not meet the rules that apply here'
    : 'it could not be decided whether it meets the rules that apply here'
  const traces = findings.map(({ trace_id }) => trace_id).join(', ')
  return `This answer was withheld, because ${cause} (check ${traces}).`
}

/** The findings for the model, which is asked once to write its answer again. */
export function findingsInWords(findings: readonly ChatFinding[]): string {
  const lines = findings.flatMap(({ subject, conclusion, failed, error }) => [
    `- ${subject}: ${conclusion}${error === null ? '' : ` (${error})`}`,
    ...failed.map((rule) => `  - ${rule}`),
  ])
  return `Your last message was checked against rules that must hold, and it does not pass:\n${lines.join('\n')}\nWrite it again so that every rule holds. Change nothing else, and do not mention this check.`
}
