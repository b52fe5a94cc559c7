import { Plus, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button, Choice, Field, LongEntry } from '../../ui/controls'
import { positionKey } from '../../ui/lists'
import { PanelSkeleton } from '../../ui/panel-states'
import type { FrameDraft } from './send-frame'

// Loaded on demand, because it contains the language core.
const ClaimDictionary = dynamic(() => import('./claim-dictionary').then((module) => module.ClaimDictionary), {
  ssr: false,
  loading: () => <PanelSkeleton />,
})

/** A ruleset whose claims can be filled in as the answer. */
export interface ClaimSource {
  readonly title: string
  readonly hash: string
}

export function FrameForm(props: {
  readonly draft: FrameDraft
  readonly claimSources: readonly ClaimSource[]
  readonly onChange: (draft: FrameDraft) => void
}) {
  const { draft, claimSources, onChange } = props
  const [hash, setHash] = useState('')
  const { documents, question, answer } = draft
  const source = claimSources.find((each) => each.hash === hash)
  const setDocument = (index: number, text: string) => onChange({ ...draft, documents: documents.with(index, text) })
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Context documents (C)</legend>
        <div className="flex flex-col gap-2">
          {documents.map((text, index) => (
            <div key={positionKey(index)} className="flex items-start gap-1">
              <LongEntry
                aria-label={`Document ${index + 1}`}
                rows={2}
                value={text}
                onChange={({ target }) => setDocument(index, target.value)}
              />
              {documents.length > 1 && (
                <Button
                  look="quiet"
                  className="px-1.5"
                  aria-label={`Remove document ${index + 1}`}
                  onClick={() => onChange({ ...draft, documents: documents.toSpliced(index, 1) })}
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
          hint="The answer is a claim dictionary. It is checked directly, without a language model."
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
