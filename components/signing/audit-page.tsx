'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay, useViewer } from '../ui/viewer'
import { AuditCheck } from './audit-check'
import { AuditExport } from './audit-export'
import { type AuditFilter, EVERYTHING, filterOf, listRequest, queryOf } from './audit-filter'
import { AuditFilters } from './audit-filters'
import { AuditTable } from './audit-table'

/** The log of the namespace: everything that was saved, signed, issued and changed, by whom and when. */
export function AuditPage() {
  const { namespace } = useViewer()
  const may = useMay('read_audit')
  return (
    <>
      <PageHeader title="Audit" {...(may && { actions: <AuditExport /> })}>
        The log of {namespace.name}. An entry is written together with what it tells of, and none can be changed or
        taken away without it showing.
      </PageHeader>
      {may ? <Log /> : <NoPermission needs="read the log" roles={['administrator']} />}
    </>
  )
}

function Log() {
  const query = useSearchParams()
  const filter = filterOf(new URLSearchParams(query))
  // The page stays as it is; only its address and the table change.
  const show = (next: AuditFilter) => window.history.pushState(null, '', `/audit${queryOf(next)}`)
  return (
    <div className="flex flex-col gap-5">
      <AuditCheck />
      {/* Made anew when the address is another one: by going back, say. */}
      <AuditFilters key={queryOf({ ...filter, after: null })} filter={filter} onShow={show} />
      <Entries filter={filter} onShow={show} />
    </div>
  )
}

function Entries(props: { readonly filter: AuditFilter; readonly onShow: (filter: AuditFilter) => void }) {
  const { filter, onShow } = props
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['audit', 'list', queryOf(filter)],
    queryFn: ({ signal }) => server.audit.list.query(listRequest(filter), { signal }),
    placeholderData: keepPreviousData,
  })
  if (error !== null) return <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonLines lines={12} what="the log" />
  const { rows, total, next } = data
  if (rows.length === 0)
    return (
      <EmptyState
        title={filter.after === null ? 'No entry fits' : 'No older entry'}
        actions={<Button onClick={() => onShow(EVERYTHING)}>Show everything</Button>}
      >
        {queryOf(filter) === '' ? 'Nothing was saved, signed or changed in this namespace yet.' : null}
      </EmptyState>
    )
  return (
    <section aria-label="Log" aria-busy={isPlaceholderData} className="flex flex-col gap-3">
      <p role="status" className="text-sm text-ink-faint tabular-nums">
        {total} {total === '1' ? 'entry' : 'entries'}
        {queryOf({ ...filter, after: null }) !== '' && ' that fit'}, newest first
      </p>
      <AuditTable rows={rows} />
      <nav aria-label="Pages of the log" className="flex gap-2">
        {filter.after !== null && <Button onClick={() => onShow({ ...filter, after: null })}>Newest</Button>}
        {next !== null && <Button onClick={() => onShow({ ...filter, after: next })}>Older</Button>}
      </nav>
    </section>
  )
}
