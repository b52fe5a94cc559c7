'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { documentPath } from '../../../server/api/page-paths'
import { coverageInWords, type DocumentCoverage } from '../../../server/documents/coverage'
import { findRuleAt, type PlacedRule } from '../../../server/engine/explain/placed-rules'
import type { LanguageClient } from '../../editor/language-client'
import { type EditorEvents, useCursorLine } from '../../editor/policy-editor'
import { Button, Choice } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { findingsOf } from '../coverage-summary'
import {
  coverageQuery,
  type DocumentRow,
  documentQuery,
  documentsQuery,
  rememberDocument,
  rememberedDocument,
  type ShownClause,
} from '../document-data'
import { withRule } from '../draft-rule'
import { ClauseRows } from './clause-rows'
import { citedLabels, nextRule, useLiveCoverage, useLiveRules } from './live-coverage'

const RuleDialog = dynamic(() => import('../rule-dialog').then((module) => module.RuleDialog), { loading: () => null })

interface Props {
  /** Null for an unsaved ruleset. */
  readonly name: string | null
  /** Hash of the saved revision. */
  readonly hash: string | null
  readonly client: LanguageClient | null
  readonly source: string
  readonly events: EditorEvents
  readonly onReveal: (line: number, column: number) => void
  /** Puts the text with a new rule at its end into the editor. */
  readonly onInsert: (text: string) => void
}

/** The written policy next to the text of its rules. */
export function DocumentPane(props: Props) {
  const { name, hash, client, source, events, onReveal, onInsert } = props
  const { namespace } = useViewer()
  const maySave = useMay('save')
  const { rules, isCurrent } = useLiveRules(client, source)
  const documents = useQuery(documentsQuery(namespace.id))
  const [chosen, setChosen] = useState(() => rememberedDocument(namespace.id, name))
  const choose = (wanted: string) => {
    setChosen(wanted)
    rememberDocument(namespace.id, name, wanted)
  }
  const known = documents.data ?? []
  const cited = citedLabels(rules ?? []).filter((label) => known.some((each) => each.label === label))
  const label = known.some((each) => each.label === chosen) ? chosen : (cited[0] ?? null)
  const opened = useQuery({ ...documentQuery(namespace.id, label ?? '', null), enabled: label !== null })
  const saved = useQuery(coverageQuery(namespace.id, label ?? '', label === null ? '' : (name ?? ''), hash))
  const document = label === null ? null : (opened.data ?? null)
  const coverage = useLiveCoverage(document, rules)
  const [citing, setCiting] = useState<ShownClause | null>(null)
  const line = useCursorLine(events)
  const at = findRuleAt(rules ?? [], line)
  const goTo = (rule: PlacedRule | null | undefined) => rule && onReveal(rule.line, rule.column)
  const onRule = (wanted: string) => goTo(rules?.find((rule) => rule.name === wanted))
  const elsewhere = at?.citations.filter((citation) => citation.document !== label) ?? []
  const other = elsewhere.find((citation) => known.some((each) => each.label === citation.document))
  return (
    <div className="flex h-full flex-col bg-surface">
      <div className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line bg-canvas px-3 py-1">
        {known.length > 0 && <DocumentChoice {...{ known, cited, label }} onChoose={choose} />}
        {label !== null && (
          <Link href={documentPath(label)} className="shrink-0 text-sm text-accent hover:underline">
            Open the page
          </Link>
        )}
      </div>
      {coverage !== null && (
        <CoverageLine
          {...{ coverage, isCurrent, onRule }}
          outdated={saved.data?.outdated.filter(({ rule }) => rules?.some((each) => each.name === rule)) ?? []}
        />
      )}
      {other !== undefined && (
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-1.5 text-sm">
          <span className="min-w-0 flex-1 break-words">
            <code className="font-mono">{at?.rule.name}</code> cites {other.document} {other.clause}.
          </span>
          <Button look="quiet" onClick={() => choose(other.document)}>
            Show {other.document}
          </Button>
        </div>
      )}
      {documents.error !== null && (
        <RefusalNotice refusal={refusalOf(documents.error)} onRetry={() => void documents.refetch()} />
      )}
      {opened.error !== null && label !== null && (
        <RefusalNotice refusal={refusalOf(opened.error)} onRetry={() => void opened.refetch()} />
      )}
      {(documents.isPending || (label !== null && opened.isPending)) && <SkeletonLines what="the document" />}
      {documents.data !== undefined && label === null && <NoDocument isEmpty={known.length === 0} />}
      {document !== null && (
        <ClauseRows
          key={`${document.label} ${document.revision.number}`}
          {...{ document, coverage, onRule }}
          current={at?.citations.filter((citation) => citation.document === label).map(({ clause }) => clause) ?? []}
          onClause={(names) => goTo(nextRule(rules ?? [], names, events.line))}
          onAdd={maySave ? setCiting : null}
        />
      )}
      {citing !== null && document !== null && (
        <RuleDialog
          document={document.label}
          clause={citing.label}
          text={document.text.slice(citing.start, citing.end).trim()}
          onWrite={(form) => {
            onInsert(withRule(source, form))
            setCiting(null)
          }}
          onClose={() => setCiting(null)}
        />
      )}
    </div>
  )
}

function DocumentChoice(props: {
  readonly known: readonly DocumentRow[]
  readonly cited: readonly string[]
  readonly label: string | null
  readonly onChoose: (label: string) => void
}) {
  const { known, cited, label, onChoose } = props
  const option = ({ label: value, title }: DocumentRow) => (
    <option key={value} value={value}>
      {value}: {title}
    </option>
  )
  const others = known.filter((each) => !cited.includes(each.label))
  return (
    <Choice
      aria-label="Document"
      className="min-w-0 flex-1"
      value={label ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      {label === null && <option value="">Choose a document</option>}
      {cited.length > 0 && (
        <optgroup label="Cited by this text">{known.filter((each) => cited.includes(each.label)).map(option)}</optgroup>
      )}
      {others.length > 0 && <optgroup label="Other documents">{others.map(option)}</optgroup>}
    </Choice>
  )
}

function CoverageLine(props: {
  readonly coverage: DocumentCoverage
  readonly outdated: Parameters<typeof findingsOf>[1]
  readonly isCurrent: boolean
  readonly onRule: (name: string) => void
}) {
  const { coverage, outdated, isCurrent, onRule } = props
  const findings = findingsOf(coverage, outdated)
  return (
    <div className="shrink-0 border-b border-line px-3 py-1.5 text-sm">
      <p role="status" data-testid="coverage" className="font-medium">
        {coverageInWords(coverage)}
      </p>
      {!isCurrent && <p className="text-ink-soft">As of the last text that compiled.</p>}
      {findings.length > 0 && (
        <details>
          <summary className="cursor-pointer text-ink-soft">
            {findings.length === 1 ? '1 remark about a rule' : `${findings.length} remarks about rules`}
          </summary>
          <ul className="mt-1 max-h-40 space-y-0.5 overflow-y-auto">
            {findings.map(({ rule, words }) => (
              <li key={`${rule} ${words}`} className="break-words">
                <button type="button" onClick={() => onRule(rule)} className="font-mono text-accent hover:underline">
                  {rule}
                </button>{' '}
                {words}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function NoDocument({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <div className="p-4">
      {isEmpty ? (
        <EmptyState title="No document yet">
          <p>
            <Link href="/documents" className="text-accent underline">
              Add a written policy
            </Link>{' '}
            to see its clauses next to the rules that cite them.
          </p>
        </EmptyState>
      ) : (
        <EmptyState title="No document is cited">
          <p>Choose a document above to write rules for its clauses.</p>
        </EmptyState>
      )}
    </div>
  )
}
