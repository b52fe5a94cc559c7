'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import type { AppRouter } from '../../../server/http/trpc/router'
import { Button, Field, TextEntry } from '../../ui/controls'
import { ConfirmDialog } from '../../ui/dialog'
import { saveFile } from '../../ui/download-text'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { Cell, Table } from '../../ui/table'
import { TimeText } from '../../ui/time-text'
import { ReplayChecks } from './replay-checks'

type Row = inferRouterOutputs<AppRouter>['decisionLog']['list']['rows'][number]
type Filter = { readonly rulesetHash: string; readonly claim: string; readonly value: string }

const NO_FILTER: Filter = { rulesetHash: '', claim: '', value: '' }
const LOGGED_CHECKS = ['logged checks'] as const

/** Shows the decision log: what was checked, what was answered, and the receipt of each check. */
export function LoggedChecksPage() {
  const { namespace } = useViewer()
  const may = useMay('read_audit')
  return (
    <>
      <PageHeader title="Logged checks">
        The decision log of {namespace.name}. The{' '}
        <Link href="/settings/namespace" className="text-accent underline">
          settings
        </Link>{' '}
        say what is recorded, and for how long values are kept.
      </PageHeader>
      {may ? <Checks /> : <NoPermission needs="read the decision log" roles={['administrator']} />}
    </>
  )
}

function Checks() {
  const [filter, setFilter] = useState(NO_FILTER)
  const [after, setAfter] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...LOGGED_CHECKS, filter, after],
    queryFn: ({ signal }) => server.decisionLog.list.query({ ...requestOf(filter), after }, { signal }),
  })
  const show = (next: Filter) => {
    setFilter(next)
    setAfter(null)
  }
  return (
    <div className="flex flex-col gap-5">
      <CheckFilter filter={filter} onShow={show} />
      {error !== null && <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines lines={10} what="the decision log" />}
      {data?.rows.length === 0 && (
        <EmptyState title={filter === NO_FILTER ? 'No check has been recorded yet' : 'No matching checks'} />
      )}
      {data !== undefined && data.rows.length > 0 && <CheckTable rows={data.rows} />}
      <nav aria-label="Pages of the decision log" className="flex gap-2">
        {after !== null && <Button onClick={() => setAfter(null)}>Newest</Button>}
        {data?.next != null && <Button onClick={() => setAfter(data.next)}>Older</Button>}
      </nav>
      <ReplayChecks key={hashOf(filter)} checkedBy={hashOf(filter)} />
    </div>
  )
}

function hashOf({ rulesetHash }: Filter): string | null {
  return /^[0-9a-f]{64}$/.test(rulesetHash) ? rulesetHash : null
}

function requestOf(filter: Filter) {
  const { claim, value } = filter
  return {
    rulesetHash: hashOf(filter),
    claim: claim === '' ? null : { name: claim, value },
  }
}

function CheckFilter({ filter, onShow }: { readonly filter: Filter; readonly onShow: (filter: Filter) => void }) {
  const [wanted, setWanted] = useState(filter)
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const erase = useMutation({
    mutationFn: () => server.decisionLog.erase.mutate({ claim: wanted.claim, value: wanted.value }),
    onSuccess: () => {
      setAsked(false)
      return queries.invalidateQueries({ queryKey: LOGGED_CHECKS })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onShow(wanted)
  }
  const entry = (label: string, key: keyof Filter, hint: string) => (
    <Field label={label} hint={hint}>
      {(bound) => (
        <TextEntry
          {...bound}
          value={wanted[key]}
          onChange={({ target }) => setWanted({ ...wanted, [key]: target.value.trim() })}
        />
      )}
    </Field>
  )
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="grid gap-3 sm:grid-cols-3">
        {entry('Ruleset', 'rulesetHash', 'Its hash, 64 characters.')}
        {entry(
          'Claim',
          'claim',
          'Its name, or the path of a member: person.name, or drivers[].licence for every entry.',
        )}
        {entry(
          'Its value',
          'value',
          'Show finds values that are stored as hashes, Erase also those that are kept. 12 finds 12.0 too.',
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary">
          Show
        </Button>
        <Button disabled={wanted.claim === '' || erase.isPending} onClick={() => setAsked(true)}>
          Erase every check with this value…
        </Button>
        <p role="status" className="self-center text-sm text-ink-soft">
          {erase.data !== undefined &&
            `Checks whose values were erased: ${erase.data.erased}. Checks with values that were searched: ${erase.data.searched}.`}
        </p>
      </div>
      {asked && (
        <ConfirmDialog
          title="Erase the values of these checks?"
          verb="Erase"
          isPending={erase.isPending}
          refusal={erase.error === null ? null : refusalOf(erase.error)}
          onConfirm={() => erase.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>
            The values of every check with “{wanted.value}” for “{wanted.claim}” are removed for good. The answers and
            the receipts stay valid.
          </p>
        </ConfirmDialog>
      )}
    </form>
  )
}

function CheckTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Table label="Logged checks" columns={['Time', 'Answers', 'Values', 'Receipt']}>
      {rows.map((row) => (
        <CheckRow key={row.index} row={row} />
      ))}
    </Table>
  )
}

function CheckRow({ row }: { readonly row: Row }) {
  const { checkId, at, facts, rulesetHash, isErased } = row
  const save = (file: { readonly fileName: string; readonly text: string }) =>
    saveFile(file.fileName, new Blob([file.text], { type: 'application/json' }))
  const receipt = useMutation({ mutationFn: () => server.decisionLog.receipt.query({ checkId }), onSuccess: save })
  const opened = useMutation({ mutationFn: () => server.decisionLog.openReceipt.mutate({ checkId }), onSuccess: save })
  const answers = facts?.answers.map(([assertion, answer]) => `${assertion}: ${answer}`).join(', ')
  return (
    <tr>
      <Cell>
        <TimeText at={at} />
      </Cell>
      <Cell>
        <Link href={`/approve/${rulesetHash}`} className="font-mono text-sm text-accent underline">
          {rulesetHash.slice(0, 10)}…
        </Link>
        <p className="text-sm wrap-anywhere">{answers ?? 'This entry was damaged.'}</p>
        {facts?.call != null && <p className="text-sm text-ink-soft">Call of a tool: {facts.call.decision}</p>}
      </Cell>
      <Cell>{isErased ? 'erased' : 'kept'}</Cell>
      <Cell>
        <div className="flex flex-wrap gap-2">
          <Button aria-busy={receipt.isPending} onClick={() => receipt.mutate()}>
            Receipt
          </Button>
          {!isErased && (
            <Button aria-busy={opened.isPending} onClick={() => opened.mutate()}>
              With the claims
            </Button>
          )}
        </div>
        {(receipt.error ?? opened.error) !== null && (
          <RefusalNotice refusal={refusalOf(receipt.error ?? opened.error)} />
        )}
      </Cell>
    </tr>
  )
}
