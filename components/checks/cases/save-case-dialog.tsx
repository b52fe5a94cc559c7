import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RulesetDescription } from '../../editor/ruleset-description'
import { Field, TextEntry, Tick } from '../../ui/controls'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { OutcomeMark } from '../../ui/outcome-mark'
import { SkeletonLines } from '../../ui/page-frame'
import { callOperation, refusalOf, server } from '../../ui/server-calls'
import { type ClaimLiterals, dictionaryText } from '../claim-literals'
import { readCheck } from '../engine-check'
import { type ExpectedAnswers, testCasesKey } from './test-case-runs'

export interface SaveCaseProps {
  readonly name: string
  readonly hash: string
  readonly description: RulesetDescription
  readonly literals: ClaimLiterals
}

export function SaveCaseDialog(props: SaveCaseProps & { readonly onClose: () => void }) {
  const { name, hash, description, literals, onClose } = props
  const [title, setTitle] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<string | null>(null)
  const queries = useQueryClient()
  const claims = dictionaryText(description.claims, literals)
  const answers = useServerAnswers(hash, claims)
  const save = useMutation({
    mutationFn: (expected: ExpectedAnswers) =>
      server.testCases.save.mutate({ name, id: null, version: 0, title: title.trim(), claims, expected }),
    onSuccess: async (answer) => {
      if (answer.kind === 'title_taken') {
        setTaken(title)
        return
      }
      await queries.invalidateQueries({ queryKey: testCasesKey(name) })
      onClose()
    },
  })
  const expected: ExpectedAnswers = Object.fromEntries(
    (answers.data?.given ?? []).filter(([assertion]) => !left.has(assertion)),
  )
  const problem = taken !== null && taken === title ? 'Another test case of this ruleset already has this title.' : null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save as test case"
      description="The facts in the form, with the results that are expected from now on."
      actions={
        <DialogActions
          onCancel={onClose}
          disabled={title.trim() === '' || answers.data === undefined || save.isPending}
          onClick={() => save.mutate(expected)}
        >
          Save the test case
        </DialogActions>
      }
    >
      <div className="space-y-4 pb-2">
        <Field label="Title" hint="The subject of the case, such as “just under the limit”." problem={problem}>
          {(bound) => (
            <TextEntry {...bound} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
          )}
        </Field>
        {answers.isPending && <SkeletonLines what="the server's answers" lines={3} />}
        {answers.isError && <RefusalNotice refusal={refusalOf(answers.error)} onRetry={() => void answers.refetch()} />}
        {answers.data?.refusal != null && (
          <>
            <RefusalNotice refusal={answers.data.refusal} />
            <p className="text-sm text-ink-soft">
              You can save it anyway. When it is run, it is reported as not fitting the ruleset.
            </p>
          </>
        )}
        {answers.data !== undefined && answers.data.refusal === null && (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">Expected results</legend>
            <ul className="space-y-1">
              {answers.data.given.map(([assertion, answer]) => (
                <li key={assertion} className="flex items-center gap-2">
                  <Tick
                    label={<code className="text-sm break-all">{assertion}</code>}
                    checked={!left.has(assertion)}
                    onChange={(event) => setLeft(toggleName(left, assertion, !event.target.checked))}
                    className="min-w-0 flex-1"
                  />
                  <OutcomeMark outcome={answer} />
                </li>
              ))}
            </ul>
            <p className="mt-2 text-sm text-ink-faint">Assertions that are not ticked are ignored.</p>
          </fieldset>
        )}
        {save.isError && <RefusalNotice refusal={refusalOf(save.error)} />}
        {save.data?.kind === 'conflict' && (
          <Notice kind="problem">Another person changed the test case. Close this dialog and try again.</Notice>
        )}
      </div>
    </Dialog>
  )
}

function useServerAnswers(hash: string, claims: string) {
  return useQuery({
    queryKey: ['server answers', hash, claims],
    queryFn: async ({ signal }) => {
      const answer = await callOperation('check', `{"ruleset_hash":"${hash}","claims":${claims}}`, signal)
      if (!answer.ok) return { given: [], refusal: answer.refusal }
      const { rules } = await readCheck(answer.body)
      const given = rules.flatMap(({ assertions }) => assertions.map(({ name, check }) => [name, check] as const))
      return { given, refusal: null }
    },
  })
}

function toggleName(names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(names)
  if (isIn) next.add(name)
  else next.delete(name)
  return next
}
