'use client'

import './approve.css'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { EmptyState } from '../ui/empty-state'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { rulesetPath } from '../ui/ruleset-path'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { ApproveSheet } from './approve-sheet'
import { sheetKey } from './sheet'

const HASH = /^[0-9a-f]{64}$/

/** Where somebody who cannot read code reads what a ruleset does, and signs for it. */
export function ApprovePage({ hash }: { readonly hash: string }) {
  const known = HASH.test(hash)
  const { data, error, refetch } = useQuery({
    queryKey: sheetKey(hash),
    queryFn: ({ signal }) => server.signing.sheet.query({ hash }, { signal }),
    enabled: known,
    // What is read on the page must stay still while it is read; signing asks the server whether it still holds.
    refetchOnWindowFocus: false,
  })
  const name = data?.heading.names[0]
  const refusal = error === null ? null : refusalOf(error)
  return (
    <>
      <PageHeader
        title={name === undefined ? 'Review and sign' : `Review and sign: ${data?.heading.names.join(', ')}`}
        above={name === undefined ? { href: '/', title: 'Rulesets' } : { href: rulesetPath(name), title: name }}
        actions={name !== undefined && <Elsewhere name={name} />}
      />
      {!known || refusal?.code === 'RULESET_NOT_FOUND' ? (
        <EmptyState title="No ruleset has this hash here">
          <p>
            In this namespace nothing is saved under <code className="font-mono text-sm break-all">{hash}</code>. Check
            the address, or ask in which namespace it was saved.
          </p>
        </EmptyState>
      ) : data !== undefined ? (
        <ApproveSheet sheet={data} onReload={() => void refetch()} />
      ) : refusal !== null ? (
        <RefusalNotice refusal={refusal} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={14} what="the ruleset and its review" />
      )}
    </>
  )
}

function Elsewhere({ name }: { readonly name: string }) {
  const look =
    'inline-flex h-8 items-center rounded-md border border-line-strong/50 bg-raised px-2.5 text-sm font-medium'
  return (
    <Link href={rulesetPath(name, 'history')} className={`${look} print:hidden`}>
      History
    </Link>
  )
}
