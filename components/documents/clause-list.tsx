'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button, Choice, Field, TextEntry } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { useMay } from '../ui/shell/viewer'
import { ClauseFacts, ClauseWords } from './clause-text'
import type { ClauseEdit, CoverageReport, OpenedDocument, ShownClause } from './document-data'

const RuleDialog = dynamic(() => import('./rule-dialog').then((module) => module.RuleDialog), { loading: () => null })

interface Props {
  readonly document: OpenedDocument
  readonly coverage: CoverageReport | null
}

/** The clauses in the order of the text, with what each is for and which rules cite it. */
export function ClauseList({ document, coverage }: Props) {
  const maySave = useMay('save')
  const queries = useQueryClient()
  const [editing, setEditing] = useState<number | null>(null)
  const [citing, setCiting] = useState<ShownClause | null>(null)
  const edit = useMutation({
    mutationFn: (change: ClauseEdit) => {
      const { label, revision, edits } = document
      return server.documents.edit.mutate({ label, revision: revision.number, seen: edits, edit: change })
    },
    onSuccess: async () => {
      setEditing(null)
      await queries.invalidateQueries()
    },
  })
  const covered = new Map(coverage?.clauses.map((each) => [each.label, each]))
  return (
    <section aria-labelledby="clauses">
      <h2 id="clauses" className="mb-2 text-xl font-semibold">
        Clauses
      </h2>
      {edit.error !== null && <RefusalNotice refusal={refusalOf(edit.error)} />}
      <ol className="divide-y divide-line rounded-md border border-line bg-surface">
        {document.clauses.map((clause) => (
          <li
            key={clause.start}
            // A document of thousands of clauses stays quick, and a search in the page still finds all of them.
            className="flex flex-col gap-2 p-3 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] sm:flex-row"
            data-testid={`clause ${clause.label}`}
          >
            <div className="w-28 shrink-0 font-mono text-sm break-words">{clause.label}</div>
            <div className="min-w-0 flex-1">
              <p className="break-words whitespace-pre-wrap">
                <ClauseWords
                  text={document.text.slice(clause.start, clause.end).trimEnd()}
                  isOpen={covered.get(clause.label)?.state === 'open'}
                />
              </p>
              <ClauseFacts clause={clause} coverage={covered.get(clause.label)} />
              {maySave && editing === clause.start && (
                <ClauseEditor document={document} clause={clause} onEdit={edit.mutate} isPending={edit.isPending} />
              )}
            </div>
            {maySave && clause.role === 'text' && (
              <Button
                look="quiet"
                aria-label={`Add a rule for clause ${clause.label}`}
                onClick={() => setCiting(clause)}
              >
                Add a rule
              </Button>
            )}
            {maySave && (
              <Button
                look="quiet"
                aria-expanded={editing === clause.start}
                aria-label={`Edit clause ${clause.label}`}
                onClick={() => setEditing(editing === clause.start ? null : clause.start)}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ol>
      {citing !== null && (
        <RuleDialog
          document={document.label}
          clause={citing.label}
          text={document.text.slice(citing.start, citing.end).trim()}
          onClose={() => setCiting(null)}
        />
      )}
      {document.gone.length > 0 && (
        <p className="mt-2 text-ink-soft">
          Gone since the revision before: {document.gone.map(({ label }) => label).join(', ')}.
        </p>
      )}
    </section>
  )
}

interface EditorProps {
  readonly document: OpenedDocument
  readonly clause: ShownClause
  readonly onEdit: (edit: ClauseEdit) => void
  readonly isPending: boolean
}

type MarkKind = 'unmarked' | 'rule' | 'definition' | 'not_checkable'

function ClauseEditor({ document, clause, onEdit, isPending }: EditorProps) {
  const { start, end, mark } = clause
  const [kind, setKind] = useState<MarkKind>(mark?.kind ?? 'unmarked')
  const [reason, setReason] = useState(mark?.kind === 'not_checkable' ? mark.reason : '')
  const [words, setWords] = useState('')
  const at = words === '' ? -1 : document.text.slice(start, end).indexOf(words)
  const marked = () => {
    if (kind === 'unmarked') return null
    return kind === 'not_checkable' ? { kind, reason } : { kind }
  }
  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="This clause is">
          {(bound) => (
            <Choice {...bound} value={kind} onChange={({ target }) => setKind(target.value as MarkKind)}>
              <option value="unmarked">not marked</option>
              <option value="rule">a rule</option>
              <option value="definition">a definition</option>
              <option value="not_checkable">not checkable</option>
            </Choice>
          )}
        </Field>
        {kind === 'not_checkable' && (
          <Field label="Reason" className="min-w-48 flex-1">
            {(bound) => (
              <TextEntry
                {...bound}
                value={reason}
                maxLength={1_000}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        )}
        <Button
          disabled={isPending || (kind === 'not_checkable' && reason.trim() === '')}
          onClick={() => onEdit({ kind: 'mark', start, mark: marked() })}
        >
          Mark it
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Split before these words"
          problem={words !== '' && at < 0 ? 'The clause does not have these words.' : null}
          className="min-w-48 flex-1"
        >
          {(bound) => <TextEntry {...bound} value={words} onChange={({ target }) => setWords(target.value)} />}
        </Field>
        <Button disabled={isPending || at < 0} onClick={() => onEdit({ kind: 'split', at: start + at })}>
          Split
        </Button>
        {start > 0 && (
          <Button disabled={isPending} onClick={() => onEdit({ kind: 'join', start })}>
            Join with the clause before
          </Button>
        )}
      </div>
    </div>
  )
}
