import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf, statusOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { SkeletonLines } from '../ui/skeleton'
import { useMay } from '../ui/viewer'
import { targetKey } from './target-data'
import { TARGET_KINDS, TARGET_READERS, type TargetKind } from './target-kinds'

/** One target as it is stored, or why it is not shown. */
export function TargetPage<T>(props: {
  readonly kind: TargetKind
  readonly id: string
  readonly ask: () => Promise<T>
  readonly children: (target: T) => ReactNode
}) {
  const { kind, id, ask, children } = props
  const { title, many, list } = TARGET_KINDS[kind]
  const mayRead = useMay('read_guardrails')
  const target = useQuery({ queryKey: targetKey(kind, id), queryFn: ask, enabled: mayRead })
  if (target.data !== undefined) return children(target.data)
  return (
    <>
      <PageHeader title={title} above={list} />
      {!mayRead ? (
        <NoPermission needs={`see ${many}`} roles={TARGET_READERS} />
      ) : target.isPending ? (
        <SkeletonLines what={`the ${kind}`} lines={10} />
      ) : statusOf(target.error) === 404 ? (
        <EmptyState title={`There is no such ${kind} here`}>
          <p>It was removed, or it belongs to another namespace. The list shows what there is.</p>
        </EmptyState>
      ) : (
        <RefusalNotice refusal={refusalOf(target.error)} onRetry={() => void target.refetch()} />
      )}
    </>
  )
}
