'use client'

import { useQuery } from '@tanstack/react-query'
import { refusalOf, statusOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { EmptyState } from '../controls/empty-state'
import { RefusalNotice } from '../controls/refusal-notice'
import { SkeletonLines } from '../controls/skeleton'
import { NoPermission } from '../shell/no-permission'
import { PageHeader } from '../shell/page-header'
import { useMay } from '../shell/viewer'
import { ApplicationEditor } from './application-editor'

/** One application: a chain of guardrails, drawn and tried. */
export function ApplicationPage({ id }: { readonly id: string }) {
  const mayRead = useMay('read_guardrails')
  const application = useQuery({
    queryKey: ['application', id],
    queryFn: () => server.targets.application.query({ id }),
    enabled: mayRead,
  })
  if (application.data !== undefined) return <ApplicationEditor application={application.data} />
  return (
    <>
      <PageHeader title="Application" above={{ href: '/applications', title: 'Applications' }} />
      {!mayRead ? (
        <NoPermission needs="see applications" roles={['author', 'reviewer', 'administrator']} />
      ) : application.isPending ? (
        <SkeletonLines what="the application" lines={10} />
      ) : statusOf(application.error) === 404 ? (
        <EmptyState title="There is no such application here">
          <p>It was removed, or it belongs to another namespace. The list shows what there is.</p>
        </EmptyState>
      ) : (
        <RefusalNotice refusal={refusalOf(application.error)} onRetry={() => void application.refetch()} />
      )}
    </>
  )
}
