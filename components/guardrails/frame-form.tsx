import { Plus, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '../ui/button'
import { Choice, Field, LongEntry } from '../ui/field'
import { PanelSkeleton } from '../ui/panel-states'
import { placeKey } from '../ui/place-key'
import type { FrameDraft } from './frame-draft'

// It brings the language core with it, which only those need who fill in claims.
const ClaimDictionary = dynamic(() => import('./claim-dictionary').then((module) => module.ClaimDictionary), {
  ssr: false,
  loading: () => <PanelSkeleton />,
})

/** A ruleset whose claims can be filled in as the answer. */
export interface ClaimSource {
  readonly title: string
  readonly hash: string
}

/** Context documents, question and answer. */
export function FrameForm(props: {
  readonly draft: FrameDraft
  readonly claimSources: readonly ClaimSource[]
  readonly onChange: (draft: FrameDraft) => void
}) {
  const { draft, claimSources, onChange } = props
  const [hash, setHash] = useState('')
  const { documents, question, answer } = draft
  const source = claimSources.find((each) => each.hash === hash)
  const setDocument = (place: number, text: string) => onChange({ ...draft, documents: documents.with(place, text) })
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Context documents (C)</legend>
        <div className="flex flex-col gap-2">
          {documents.map((text, place) => (
            <div key={placeKey(place)} className="flex items-start gap-1">
              <LongEntry
                aria-label={`Document ${place + 1}`}
                rows={2}
                value={text}
                onChange={({ target }) => setDocument(place, target.value)}
              />
              {documents.length > 1 && (
                <Button
                  look="quiet"
                  className="px-1.5"
                  aria-label={`Remove document ${place + 1}`}
                  onClick={() => onChange({ ...draft, documents: documents.toSpliced(place, 1) })}
                >
                  <X size={15} aria-hidden />
                </Button>
              )}
            </div>
          ))}
          <div>
            <Button look="quiet" onClick={() => onChange({ ...draft, documents: [...documents, ''] })}>
              <Plus size={15} aria-hidden /> Another document
            </Button>
          </div>
        </div>
      </fieldset>
      <Field label="Question (Q)">
        {(bound) => (
          <LongEntry
            {...bound}
            rows={2}
            value={question}
            onChange={({ target }) => onChange({ ...draft, question: target.value })}
          />
        )}
      </Field>
      {claimSources.length > 0 && (
        <Field
          label="Answer (A) given as"
          hint="Claims make a dictionary of the answer. It is checked as it stands, and no language model is asked."
        >
          {(bound) => (
            <Choice {...bound} value={hash} onChange={({ target }) => setHash(target.value)}>
              <option value="">text</option>
              {claimSources.map((each) => (
                <option key={each.hash} value={each.hash}>
                  claims of {each.title}
                </option>
              ))}
            </Choice>
          )}
        </Field>
      )}
      {source === undefined ? (
        <Field label={claimSources.length > 0 ? 'Answer' : 'Answer (A)'}>
          {(bound) => (
            <LongEntry
              {...bound}
              rows={4}
              value={answer}
              onChange={({ target }) => onChange({ ...draft, answer: target.value })}
            />
          )}
        </Field>
      ) : (
        <ClaimDictionary hash={source.hash} answer={answer} onAnswer={(text) => onChange({ ...draft, answer: text })} />
      )}
    </div>
  )
}
