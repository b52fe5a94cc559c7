'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice, Field, TextEntry } from '../../ui/controls'
import { Dialog, DialogActions } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { readVocabulary } from '../../units/matching-terms'
import type { Domain, LabelChoice } from '../ruleset-data'

/** Chooses the application domain of the next revision. */
export function LabelDialog(props: {
  readonly choice: LabelChoice
  readonly onClose: () => void
  readonly onChoose: (choice: LabelChoice) => void
}) {
  const { onClose, onChoose } = props
  const [choice, setChoice] = useState(props.choice)
  const vocabulary = useQuery({ queryKey: ['vocabulary'], queryFn: readVocabulary })
  const read = vocabulary.data
  const refusal = vocabulary.isError
    ? refusalOf(vocabulary.error)
    : read !== undefined && 'refusal' in read
      ? read.refusal
      : null
  const terms = read !== undefined && !('refusal' in read) ? read : null
  const domain = choice.kind === 'domain' ? choice.domain : null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Label"
      description="The application domain is only for lists and statistics and never changes a result. It is saved with the next revision."
      actions={
        <DialogActions onCancel={onClose} onClick={() => onChoose(choice)}>
          Use this label
        </DialogActions>
      }
    >
      {vocabulary.isPending && <SkeletonLines what="the vocabulary" lines={3} />}
      {refusal !== null && <RefusalNotice refusal={refusal} onRetry={() => void vocabulary.refetch()} />}
      {terms !== null && (
        <div className="flex flex-col gap-4">
          <Field
            label="Domain"
            hint={
              terms.level_one.find(({ id }) => id === domain)?.description ??
              'A saved label stays until you save another one.'
            }
          >
            {(bound) => (
              <Choice
                {...bound}
                value={domain ?? choice.kind}
                onChange={({ target }) => setChoice(choiceOf(target.value, choice))}
              >
                {choice.kind === 'none' && <option value="none">Not labeled</option>}
                <option value="declined">No label, on purpose</option>
                {terms.level_one.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Choice>
            )}
          </Field>
          {choice.kind === 'domain' && (
            <Field
              label="Topic (optional)"
              hint="Matched with the published terms of the domain. Your words are not stored."
            >
              {(bound) => (
                <>
                  <TextEntry
                    {...bound}
                    list="label-terms"
                    maxLength={200}
                    value={choice.topic}
                    onChange={({ target }) => setChoice({ ...choice, topic: target.value })}
                  />
                  <datalist id="label-terms">
                    {terms.level_two
                      .filter((term) => term.domain === domain)
                      .map(({ id, term }) => (
                        <option key={id} value={term} />
                      ))}
                  </datalist>
                </>
              )}
            </Field>
          )}
        </div>
      )}
    </Dialog>
  )
}

function choiceOf(value: string, former: LabelChoice): LabelChoice {
  if (value === 'none' || value === 'declined') return { kind: value }
  return { kind: 'domain', domain: value as Domain, topic: former.kind === 'domain' ? former.topic : '' }
}
