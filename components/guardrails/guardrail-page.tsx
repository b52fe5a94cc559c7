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
import { GuardrailEditor } from './guardrail-editor'

const ABOVE = { href: '/guardrails', title: 'Guardrails' }

/** One guardrail: what it is configured with, and a frame to try it on. */
export function GuardrailPage({ id }: { readonly id: string }) {
  const mayRead = useMay('read_guardrails')
  const guardrail = useQuery({
    queryKey: ['guardrail', id],
    queryFn: () => server.targets.guardrail.query({ id }),
    enabled: mayRead,
  })
  if (guardrail.data !== undefined) return <GuardrailEditor guardrail={guardrail.data} />
  return (
    <>
      <PageHeader title="Guardrail" above={ABOVE} />
      {!mayRead ? (
        <NoPermission needs="see guardrails" roles={['author', 'reviewer', 'administrator']} />
      ) : guardrail.isPending ? (
        <SkeletonLines what="the guardrail" lines={10} />
      ) : statusOf(guardrail.error) === 404 ? (
        <EmptyState title="There is no such guardrail here">
          <p>It was removed, or it belongs to another namespace. The list shows what there is.</p>
        </EmptyState>
      ) : (
        <RefusalNotice refusal={refusalOf(guardrail.error)} onRetry={() => void guardrail.refetch()} />
      )}
    </>
  )
}
