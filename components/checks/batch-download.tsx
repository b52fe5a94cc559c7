import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ClaimField } from '../editor/ruleset-description'
import { Button } from '../ui/button'
import { saveFile } from '../ui/download-text'
import { noteExport } from '../ui/note-export'
import { type AnswersForm, answersFile } from './answers-file'
import type { BatchAnswers } from './batch-answers'
import type { BatchInput } from './batch-input'

/** Takes the rows that are shown away with their answers. */
export function BatchDownload(props: {
  readonly input: BatchInput
  readonly answers: BatchAnswers
  readonly rows: Uint32Array
  readonly claims: readonly ClaimField[]
  readonly rulesetName: string
}) {
  const { input, answers, rows, claims, rulesetName } = props
  const make = useMutation({
    mutationFn: async (form: AnswersForm) => {
      await noteExport('batch_result', rulesetName)
      const ending = form === 'csv' ? 'csv' : 'jsonl'
      saveFile(
        `${rulesetName.replaceAll('/', '-')}.answers.${ending}`,
        await answersFile(form, input, answers, rows, claims),
      )
    },
  })
  return (
    <>
      {make.isError && (
        <span role="alert" className="text-sm text-false">
          Not made: {make.error.message}
        </span>
      )}
      <Button disabled={make.isPending || rows.length === 0} onClick={() => make.mutate('csv')}>
        <Download size={14} aria-hidden /> CSV
      </Button>
      <Button disabled={make.isPending || rows.length === 0} onClick={() => make.mutate('json lines')}>
        <Download size={14} aria-hidden /> JSON Lines
      </Button>
    </>
  )
}
