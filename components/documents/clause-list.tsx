'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { Fragment, type ReactNode, useState } from 'react'
import { Button, Choice, Field, TextEntry } from '../ui/controls'
import { Badge, RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { useMay } from '../ui/shell/viewer'
import type { ClauseCoverage, ClauseEdit, CoverageReport, OpenedDocument, ShownClause } from './document-data'

const RuleDialog = dynamic(() => import('./rule-dialog').then((module) => module.RuleDialog))

interface Props {
  readonly document: OpenedDocument
  readonly coverage: CoverageReport | null
}

const CHANGES = { same: null, changed: 'Changed', new: 'New' } as const

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
          <li key={clause.start} className="flex flex-col gap-2 p-3 sm:flex-row" data-testid={`clause ${clause.label}`}>
            <div className="w-28 shrink-0 font-mono text-sm break-words">{clause.label}</div>
            <div className="min-w-0 flex-1">
              <p className="break-words whitespace-pre-wrap">
                {markedText(document.text, clause, covered.get(clause.label))}
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

/** Words with normative force are highlighted in clauses that no rule covers. */
function markedText(text: string, { start, end }: ShownClause, coverage: ClauseCoverage | undefined): ReactNode {
  const pieces: ReactNode[] = []
  let at = start
  for (const word of coverage?.words ?? []) {
    pieces.push(<Fragment key={`text ${at}`}>{text.slice(at, word.start)}</Fragment>)
    pieces.push(
      <mark key={word.start} className="rounded bg-warning-soft px-0.5 text-ink">
        {text.slice(word.start, word.end)}
      </mark>,
    )
    at = word.end
  }
  return [...pieces, <Fragment key="rest">{text.slice(at, end).trimEnd()}</Fragment>]
}

function ClauseFacts({
  clause: { mark, change },
  coverage,
}: {
  readonly clause: ShownClause
  readonly coverage: ClauseCoverage | undefined
}) {
  const words = change === null ? null : CHANGES[change]
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      {words !== null && <Badge>{words}</Badge>}
      {mark?.kind === 'definition' && <Badge>Definition</Badge>}
      {mark?.kind === 'rule' && <Badge>Rule</Badge>}
      {mark?.kind === 'not_checkable' && <span>Not checkable: {mark.reason}</span>}
      {coverage?.state === 'open' && <Badge>Open</Badge>}
      {coverage !== undefined && coverage.rules.length > 0 && <span>Cited by {coverage.rules.join(', ')}</span>}
    </div>
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
