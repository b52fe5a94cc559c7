import { ArrowDown, ArrowUp, Ellipsis, TriangleAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { LIST_ORDERS, type ListOrder } from '../../../server/api/terms/ruleset-terms'
import { HashText } from '../../ui/copy-text'
import { Badge } from '../../ui/notice'
import { ReviewStateBadge, reviewPath } from '../../ui/review-state/review-brief'
import { ChangedAloneMark, InForceLine } from '../../ui/shell/in-force-line'
import { useMay } from '../../ui/shell/viewer'
import { Cell, Table, type TableColumn } from '../../ui/table'
import { DayText, TimeText } from '../../ui/time-text'
import { ApprovalBadge } from '../history/approval-badge'
import { domainTitle, type RulesetRow } from '../ruleset-data'
import { sortedBy, type TableView } from '../table-view'

const NameDialog = dynamic(() => import('../names/name-dialog').then((module) => module.NameDialog), {
  loading: () => null,
})

/** Heading and cell of a column. */
interface ColumnFace {
  readonly title: string
  readonly isNumber?: boolean
  readonly className?: string
  readonly cell: (row: RulesetRow) => ReactNode
}

const FACES: Readonly<Record<ListOrder, ColumnFace>> = {
  name: { title: 'Name', className: 'min-w-64 max-w-md', cell: nameCell },
  claims: { title: 'Claims', isNumber: true, cell: ({ claims }) => claims ?? '–' },
  assertions: { title: 'Assertions', isNumber: true, cell: ({ assertions }) => assertions ?? '–' },
  revisions: { title: 'Revisions', isNumber: true, cell: revisionsCell },
  state: { title: 'State', className: 'min-w-28', cell: stateCell },
  due: { title: 'Due', className: 'whitespace-nowrap', cell: dueCell },
  approval: { title: 'Approval', cell: approvalCell },
  domain: {
    title: 'Domain',
    className: 'whitespace-nowrap text-ink-soft',
    cell: ({ domain }) => (domain === null ? '–' : domainTitle(domain)),
  },
  changed: { title: 'Last change', className: 'text-ink-soft', cell: changeCell },
}

/** Every heading sorts. */
export function RulesetsTable(props: {
  readonly rows: readonly RulesetRow[]
  readonly view: TableView
  readonly onView: (view: TableView) => void
}) {
  const { rows, view, onView } = props
  const mayOrganise = useMay('organise')
  const [organised, setOrganised] = useState<string | null>(null)
  const columns = LIST_ORDERS.map((column) => columnOf(column, view, onView))
  const actions: TableColumn = { title: <span className="sr-only">Actions</span> }
  return (
    <>
      {organised !== null && (
        <NameDialog
          name={organised}
          archived={view.archived}
          onClose={() => setOrganised(null)}
          onRenamed={() => setOrganised(null)}
        />
      )}
      <Table label="Rulesets" columns={mayOrganise ? [...columns, actions] : columns}>
        {rows.map((row) => (
          <tr key={row.name} className="hover:bg-canvas">
            {LIST_ORDERS.map((column) => {
              const { className = '', isNumber = false, cell } = FACES[column]
              return (
                <Cell key={column} className={isNumber ? 'text-right tabular-nums' : className}>
                  {cell(row)}
                </Cell>
              )
            })}
            {mayOrganise && (
              <Cell>
                <button
                  type="button"
                  aria-label={view.archived ? `Restore ${row.name}` : `Rename or archive ${row.name}`}
                  onClick={() => setOrganised(row.name)}
                  className="inline-flex size-8 items-center justify-center rounded-md text-ink-soft hover:bg-surface hover:text-ink"
                >
                  <Ellipsis size={16} aria-hidden />
                </button>
              </Cell>
            )}
          </tr>
        ))}
      </Table>
    </>
  )
}

function columnOf(column: ListOrder, view: TableView, onView: (view: TableView) => void): TableColumn {
  const { title, isNumber = false } = FACES[column]
  return {
    title: (
      <button
        type="button"
        onClick={() => onView(sortedBy(view, column))}
        className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
      >
        {title}
        <SortMark view={view} column={column} />
      </button>
    ),
    isNumber,
    sorted: ariaSort(view, column),
  }
}

function nameCell({ name, hash, summary, claims }: RulesetRow) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={rulesetPath(name)} className="font-medium break-words text-accent hover:underline">
          {name}
        </Link>
        <HashText hash={hash} what={`hash of ${name}`} />
        {claims === null && (
          <Badge tone="bad">
            <TriangleAlert size={12} aria-hidden /> No longer compiles
          </Badge>
        )}
      </span>
      <span className="mt-0.5 line-clamp-2 text-ink-soft" title={summary}>
        {summary}
      </span>
    </>
  )
}

function revisionsCell({ name, revisions }: RulesetRow) {
  return (
    <Link
      href={rulesetPath(name, 'history')}
      aria-label={`History of ${name}: ${revisions}`}
      className="text-accent hover:underline"
    >
      {revisions}
    </Link>
  )
}

function stateCell({ name, state, review }: RulesetRow) {
  return (
    <>
      <Link href={reviewPath(name)} className="rounded-full hover:underline">
        <ReviewStateBadge state={state} />
        <span className="sr-only">– review of {name}</span>
      </Link>
      {review !== null && review.openComments > 0 && (
        <span className="mt-1 block text-sm text-ink-soft">
          {review.openComments === 1 ? '1 open comment' : `${review.openComments} open comments`}
        </span>
      )}
    </>
  )
}

function dueCell({ review }: RulesetRow) {
  return review === null || review.dueOn === null ? '–' : <DayText day={review.dueOn} />
}

function approvalCell({ approval, hash, approvedAt, approvalReason, underOlderEngine, inForce }: RulesetRow) {
  return (
    <>
      <ApprovalBadge state={approval} hash={hash} />
      {inForce !== null && (
        <span className="mt-1 block">
          <InForceLine inForce={inForce} />
        </span>
      )}
      {approvedAt !== null && (
        <span className="block">
          <ChangedAloneMark at={approvedAt} />
        </span>
      )}
      {[approvalReason, underOlderEngine].map(
        (remark) =>
          remark !== null && (
            <span key={remark} className="mt-1 block min-w-52 max-w-72 text-sm text-ink-soft">
              {remark}
            </span>
          ),
      )}
    </>
  )
}

function changeCell({ savedAt, savedBy }: RulesetRow) {
  return (
    <>
      <TimeText at={savedAt} />
      <span className="block max-w-48 truncate text-ink-faint" title={savedBy}>
        {savedBy.replace(/ <.*>$/, '')}
      </span>
    </>
  )
}

function ariaSort({ sort, descending }: TableView, column: ListOrder): 'ascending' | 'descending' | undefined {
  if (sort !== column) return undefined
  return descending ? 'descending' : 'ascending'
}

function SortMark({ view, column }: { readonly view: TableView; readonly column: ListOrder }) {
  if (view.sort !== column) return null
  const Mark = view.descending ? ArrowDown : ArrowUp
  return <Mark size={13} aria-hidden />
}
