import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalOf, statusOf } from '../calls/page-refusal'
import { EmptyState } from '../controls/empty-state'
import { RefusalNotice } from '../controls/refusal-notice'
import { SkeletonLines } from '../controls/skeleton'
import { NoPermission } from '../shell/no-permission'
import { PageHeader } from '../shell/page-header'
import { useMay } from '../shell/viewer'
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
