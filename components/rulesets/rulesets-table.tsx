import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '../ui/badge'
import { ChangedAloneMark } from '../ui/changed-alone'
import { HashText } from '../ui/hash-text'
import { rulesetPath } from '../ui/ruleset-path'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { ApprovalBadge } from './approval-badge'
import { domainTitle } from './domain-title'
import type { RulesetRow } from './ruleset-data'
import { type Column, sortedBy, type TableView } from './table-view'

const HEADS: readonly { readonly column: Column; readonly title: string; readonly number?: boolean }[] = [
  { column: 'name', title: 'Name' },
  { column: 'claims', title: 'Claims', number: true },
  { column: 'assertions', title: 'Assertions', number: true },
  { column: 'revisions', title: 'Revisions', number: true },
  { column: 'approval', title: 'Approval' },
  { column: 'domain', title: 'Domain' },
  { column: 'changed', title: 'Last change' },
]

/** Rulesets, a row each. Every heading sorts. */
export function RulesetsTable(props: {
  readonly rows: readonly RulesetRow[]
  readonly view: TableView
  readonly onView: (view: TableView) => void
}) {
  const { rows, view, onView } = props
  return (
    <Table label="Rulesets">
      <thead>
        <tr>
          {HEADS.map(({ column, title, number = false }) => (
            <HeadCell key={column} aria-sort={ariaSort(view, column)} className={number ? 'text-right' : undefined}>
              <button
                type="button"
                onClick={() => onView(sortedBy(view, column))}
                className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
              >
                {title}
                <SortMark view={view} column={column} />
              </button>
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ row }: { readonly row: RulesetRow }) {
  const compiles = row.claims !== null
  return (
    <tr className="hover:bg-canvas">
      <Cell className="min-w-64 max-w-md">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={rulesetPath(row.name)} className="font-medium break-words text-accent hover:underline">
            {row.name}
          </Link>
          <HashText hash={row.hash} what={`hash of ${row.name}`} />
          {!compiles && (
            <Badge tone="bad">
              <TriangleAlert size={12} aria-hidden /> No longer compiles
            </Badge>
          )}
        </span>
        <span className="mt-0.5 line-clamp-2 text-ink-soft" title={row.summary}>
          {row.summary}
        </span>
      </Cell>
      <Cell className="text-right tabular-nums">{row.claims ?? '–'}</Cell>
      <Cell className="text-right tabular-nums">{row.assertions ?? '–'}</Cell>
      <Cell className="text-right tabular-nums">
        <Link
          href={rulesetPath(row.name, 'history')}
          aria-label={`History of ${row.name}: ${row.revisions}`}
          className="text-accent hover:underline"
        >
          {row.revisions}
        </Link>
      </Cell>
      <Cell>
        <ApprovalBadge state={row.approval} hash={row.hash} />
        {row.approvedAt !== null && (
          <span className="block">
            <ChangedAloneMark at={row.approvedAt} />
          </span>
        )}
        {row.approvalReason !== null && (
          <span className="mt-1 block min-w-52 max-w-72 text-sm text-ink-soft">{row.approvalReason}</span>
        )}
        {row.underOlderEngine !== null && (
          <span className="mt-1 block min-w-52 max-w-72 text-sm text-ink-soft">{row.underOlderEngine}</span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft">{row.domain === null ? '–' : domainTitle(row.domain)}</Cell>
      <Cell className="text-ink-soft">
        <TimeText at={row.savedAt} />
        <span className="block max-w-48 truncate text-ink-faint" title={row.savedBy}>
          {row.savedBy.replace(/ <.*>$/, '')}
        </span>
      </Cell>
    </tr>
  )
}

function ariaSort({ sort, descending }: TableView, column: Column): 'ascending' | 'descending' | undefined {
  if (sort !== column) return undefined
  return descending ? 'descending' : 'ascending'
}

function SortMark({ view, column }: { readonly view: TableView; readonly column: Column }) {
  if (view.sort !== column) return null
  const Mark = view.descending ? ArrowDown : ArrowUp
  return <Mark size={13} aria-hidden />
}
