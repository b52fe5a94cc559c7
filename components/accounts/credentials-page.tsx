'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay } from '../ui/viewer'
import { CredentialsTable } from './credentials-table'
import { IssueCredentialDialog } from './issue-credential-dialog'
import { CREDENTIALS_KEY } from './settings-answers'
import { UsageSection } from './usage-section'

/** Credentials of the namespace, and how much it used. */
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
        <p>A credential lets a program act in this namespace. Who holds its token has its rights.</p>
      </PageHeader>
      {credentials.isPending && <SkeletonLines what="the credentials" />}
      {credentials.error !== null && (
        <RefusalNotice refusal={refusalOf(credentials.error)} onRetry={() => void credentials.refetch()} />
      )}
      {credentials.data?.length === 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title="No credential was issued yet">
            <p>Issue one for every program, so that each can be revoked by itself.</p>
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
