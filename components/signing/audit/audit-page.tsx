'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { MAX_COUNTED_ENTRIES } from '../../../server/api/terms/log-kinds'
import { Button, Field, TextEntry } from '../../ui/controls'
import { GroupedChoice } from '../../ui/grouped-choice'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { Cell, Table } from '../../ui/table'
import { TimeText } from '../../ui/time-text'
import { AuditCheck, AuditExport } from './audit-export'
import { type AuditFilter, EVERYTHING, filterOf, listRequest, queryOf } from './audit-filter'
import { type AuditRow, eventLinks, eventWords, isKind, KIND_WORDS, kindWords } from './event-words'
import { KIND_GROUPS } from './kind-groups'

/** Shows the log of the namespace. */
export function AuditPage() {
  const { namespace } = useViewer()
  const may = useMay('read_audit')
  return (
    <>
      <PageHeader title="Audit" {...(may && { actions: <AuditExport /> })}>
        The log of {namespace.name}. Each entry is written together with the change it records. If an entry is changed
        or removed later, verification detects it.
        {may && (
          <>
            {' '}
            Checks are in{' '}
            <Link href="/audit/checks" className="text-accent underline">
              another log
            </Link>
            .
          </>
        )}
      </PageHeader>
      {may ? <Log /> : <NoPermission needs="read the log" roles={['administrator']} />}
    </>
  )
}

function Log() {
  const query = useSearchParams()
  const filter = filterOf(new URLSearchParams(query))
  // Only the URL and the table change.
  const show = (next: AuditFilter) => window.history.pushState(null, '', `/audit${queryOf(next)}`)
  return (
    <div className="flex flex-col gap-5">
      <AuditCheck />
      {/* Reset when the URL changes, for example by going back. */}
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
        title={filter.after === null ? 'No matching entries' : 'No older entries'}
        actions={<Button onClick={() => onShow(EVERYTHING)}>Show everything</Button>}
      >
        {queryOf(filter) === '' ? 'Nothing has been saved, signed or changed in this namespace yet.' : null}
      </EmptyState>
    )
  return (
    <section aria-label="Log" aria-busy={isPlaceholderData} className="flex flex-col gap-3">
      <p role="status" className="text-sm text-ink-faint tabular-nums">
        {total ?? `More than ${MAX_COUNTED_ENTRIES.toLocaleString('en')}`} {total === '1' ? 'entry' : 'entries'}
        {queryOf({ ...filter, after: null }) !== '' && ' that match'}, newest first
      </p>
      <AuditTable rows={rows} />
      <nav aria-label="Pages of the log" className="flex gap-2">
        {filter.after !== null && <Button onClick={() => onShow({ ...filter, after: null })}>Newest</Button>}
        {next !== null && <Button onClick={() => onShow({ ...filter, after: next })}>Older</Button>}
      </nav>
    </section>
  )
}

const EVENTS = KIND_GROUPS.map(({ title, kinds }) => ({
  title,
  options: kinds.map((kind) => ({ value: kind, title: KIND_WORDS[kind] })),
}))

/** The table changes on submission, so that it does not jump during typing. */
function AuditFilters(props: { readonly filter: AuditFilter; readonly onShow: (filter: AuditFilter) => void }) {
  const { filter, onShow } = props
  const [entered, setEntered] = useState(filter)
  const change = (changed: Partial<AuditFilter>) => setEntered({ ...entered, ...changed })
  const show = (event: FormEvent) => {
    event.preventDefault()
    onShow({ ...entered, after: null })
  }
  const clear = () => {
    setEntered(EVERYTHING)
    onShow(EVERYTHING)
  }
  return (
    <form onSubmit={show} aria-label="Filter" className="flex flex-wrap items-end gap-3">
      <Field label="Event" className="w-full sm:w-64">
        {(bound) => (
          <GroupedChoice
            bound={bound}
            groups={EVENTS}
            everything="Every event"
            value={entered.kind ?? ''}
            onChange={(value) => change({ kind: isKind(value) ? value : null })}
          />
        )}
      </Field>
      <Field label="Who" className="w-full sm:w-52">
        {(bound) => (
          <TextEntry
            {...bound}
            type="search"
            maxLength={200}
            placeholder="Part of a name or address"
            value={entered.actor}
            onChange={(event) => change({ actor: event.target.value })}
          />
        )}
      </Field>
      <Field label="From (UTC)">
        {(bound) => (
          <TextEntry
            {...bound}
            type="date"
            value={entered.from}
            onChange={(event) => change({ from: event.target.value })}
          />
        )}
      </Field>
      <Field label="Through (UTC)">
        {(bound) => (
          <TextEntry
            {...bound}
            type="date"
            value={entered.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" look="primary" className="h-9">
          Show
        </Button>
        <Button onClick={clear} className="h-9">
          Clear
        </Button>
      </div>
    </form>
  )
}

/** Entries unchanged, newest first. */
function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  return (
    <Table
      label="Entries of the log"
      className="min-w-0"
      columns={[{ title: 'Entry', isNumber: true }, 'When', 'Event', 'Who', 'What']}
    >
      {rows.map((row) => (
        <tr key={row.index} className="align-top">
          <Cell className="text-right align-top text-ink-faint tabular-nums">{row.index}</Cell>
          <Cell className="align-top">
            <TimeText at={row.at} />
          </Cell>
          <Cell className="align-top font-medium whitespace-nowrap">{kindWords(row.kind)}</Cell>
          <Cell className="min-w-40 align-top break-words">{row.actor}</Cell>
          <Cell className="min-w-72 align-top">
            <What row={row} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function What({ row }: { readonly row: AuditRow }) {
  const words = eventWords(row)
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        {words !== '' && <span className="break-words">{words}</span>}
        {eventLinks(row).map(({ href, title }) => (
          <Link key={href} href={href} className="text-accent underline">
            {title}
          </Link>
        ))}
      </p>
      <details>
        <summary className="cursor-pointer text-xs text-ink-faint">
          Raw entry<span className="sr-only">: entry {row.index}</span>
        </summary>
        <pre className="mt-1 max-w-[34rem] font-mono text-xs break-all whitespace-pre-wrap text-ink-soft">
          {JSON.stringify(row.details, null, 2)}
          {'\n'}leaf {row.leafHash}
        </pre>
      </details>
    </>
  )
}
