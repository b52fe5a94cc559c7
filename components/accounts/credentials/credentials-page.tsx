'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { CREDENTIALS_KEY, type CredentialRow, TIER_WORDS } from '../settings-answers'
import { IssueCredentialDialog } from './issue-credential-dialog'
import { IssuedTable } from './issued-table'
import { UsageSection } from './usage-section'

export function CredentialsPage() {
  const may = useMay('manage_credentials')
  if (!may)
    return (
      <>
        <PageHeader title="Credentials" />
        <NoPermission needs="see, issue and revoke credentials" roles={['administrator']} />
      </>
    )
  return <Credentials />
}

function Credentials() {
  const credentials = useQuery({ queryKey: CREDENTIALS_KEY, queryFn: () => server.credentials.list.query() })
  const [issuing, setIssuing] = useState(false)
  const issue = (
    <Button look="primary" onClick={() => setIssuing(true)}>
      <Plus size={15} aria-hidden />
      Issue a credential
    </Button>
  )
  return (
    <>
      <PageHeader title="Credentials" actions={issue}>
        <p>A credential lets a program act in this namespace. Anyone who holds the token has its rights.</p>
      </PageHeader>
      {credentials.isPending && <SkeletonLines what="the credentials" />}
      {credentials.error !== null && (
        <RefusalNotice refusal={refusalOf(credentials.error)} onRetry={() => void credentials.refetch()} />
      )}
      {credentials.data?.length === 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title="No credentials yet">
            <p>Issue one for each program, so that you can revoke each one separately.</p>
          </EmptyState>
        </div>
      )}
      {credentials.data !== undefined && credentials.data.length > 0 && (
        <CredentialsTable credentials={credentials.data} />
      )}
      <UsageSection />
      {issuing && <IssueCredentialDialog onClose={() => setIssuing(false)} />}
    </>
  )
}

/** Rows come newest first. */
function CredentialsTable({ credentials }: { readonly credentials: readonly CredentialRow[] }) {
  return (
    <IssuedTable
      label="Credentials"
      issued={credentials}
      name={({ id, label, issuedBy }) => (
        <>
          <span className="font-medium break-words">{label || 'Unlabeled'}</span>
          <code className="block font-mono text-xs text-ink-faint" title={id}>
            {id.slice(0, 8)}
          </code>
          {issuedBy !== null && (
            <span className="block text-xs text-ink-faint">
              Issued by {issuedBy.name}
              {issuedBy.disabled && ' (account disabled)'}
            </span>
          )}
        </>
      )}
      kind={{ title: 'Tier', of: ({ tier }) => TIER_WORDS[tier] }}
      mayRevoke={({ state }) => state !== 'revoked'}
      revoke={(id) => server.credentials.revoke.mutate({ id })}
      changes={CREDENTIALS_KEY}
    >
      <p>
        Programs that hold the token, and agents that were allowed with it, are refused within a second. This cannot be
        undone. Everything done with the credential remains.
      </p>
    </IssuedTable>
  )
}
