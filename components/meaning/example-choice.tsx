import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../ui/controls'
import { refusalOf } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { type AnalysedRuleset, analysisQuery, exampleOf, type Side, whyNoExample } from './analysis'
import type { ExplainedCheck } from './explain-check'

/**
 * Writes an example into the form.
 * @param claims JSON text of the dictionary
 * @param words the claims that matter
 */
export type FillForm = (claims: string, words: string) => void

export function ExampleChoice(props: {
  readonly check: Pick<ExplainedCheck, 'hash' | 'unitLibraryHash'>
  readonly assertion: string
  readonly onFill: FillForm
}) {
  const { check, assertion, onFill } = props
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const choice = useMutation({
    /** @returns why nothing was filled in; null on success */
    mutationFn: async (side: Side) => {
      const ruleset: AnalysedRuleset = {
        ruleset_hash: check.hash,
        ...(check.unitLibraryHash !== null && { unit_library_hash: check.unitLibraryHash }),
      }
      const answer = await queries.fetchQuery(analysisQuery(namespace.id, ruleset))
      if (!answer.ok) return answer.refusal.message
      const example = exampleOf(answer.analysis, assertion, side)
      if (example === null) return `No example: ${whyNoExample(answer.analysis, assertion, side)}`
      onFill(JSON.stringify(example.claims), example.sentence)
      return null
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <span>Fill in an example with the answer</span>
      {(['TRUE', 'FALSE'] as const).map((side) => (
        <Button key={side} disabled={choice.isPending} onClick={() => choice.mutate(side)}>
          {side}
        </Button>
      ))}
      <span role="status">
        {choice.isPending ? 'Looking for one…' : choice.isError ? refusalOf(choice.error).message : choice.data}
      </span>
    </div>
  )
}
