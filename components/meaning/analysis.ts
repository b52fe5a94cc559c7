import type { z } from 'zod'
import type { analysisResult } from '../../server/api/schemas/analysis'
import { callOperation } from '../ui/server-calls'

export type Analysis = z.infer<typeof analysisResult>
type Example = Analysis['examples'][number]
export type Side = 'TRUE' | 'FALSE'

/** A ruleset by hash, or the text in the editor. */
export type AnalysedRuleset =
  | { readonly ruleset_hash: string; readonly unit_library_hash?: string }
  | { readonly source: string }

/** All parts of a page share this query. */
export function analysisQuery(namespaceId: string, ruleset: AnalysedRuleset) {
  return {
    queryKey: ['analysis', namespaceId, ruleset],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const answer = await callOperation('analyseRuleset', JSON.stringify(ruleset), signal)
      if (!answer.ok) return answer
      const { analysisResult } = await import('../../server/api/schemas/analysis')
      return { ok: true as const, analysis: analysisResult.parse(JSON.parse(answer.body)) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  }
}

/** Returns null if the analysis has no such case. */
export function exampleOf({ examples }: Analysis, assertion: string, side: Side): Example['true_when'] {
  const example = examples.find((each) => each.assertion === assertion)
  return (side === 'TRUE' ? example?.true_when : example?.false_when) ?? null
}

const PROVING: Readonly<Record<Side, readonly string[]>> = {
  TRUE: ['never_true', 'never_has_value'],
  FALSE: ['never_false', 'never_has_value'],
}

export function whyNoExample({ findings, open }: Analysis, assertion: string, side: Side): string {
  const proved = findings.find(({ kind, assertions }) => PROVING[side].includes(kind) && assertions.includes(assertion))
  if (proved !== undefined) return proved.sentence
  const undecided = open.find(({ assertions }) => assertions.includes(assertion))
  return undecided?.sentence ?? 'There is no such case, or the search ended at its budget before one was found.'
}
