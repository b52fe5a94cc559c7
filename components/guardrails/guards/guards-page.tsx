'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import Link from 'next/link'
import { Badge, Notice, RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { TARGET_KINDS, TARGET_READERS } from '../targets/target-data'
import { TargetsTabs } from '../targets/targets-page'
import { guardsQuery, type ListedGuard } from './guard-data'

const { list, many } = TARGET_KINDS['tool guard']
const NEW = `${list.href}/new`

/** Lists the tool guards of the namespace. */
export function GuardsPage() {
  const { namespace } = useViewer()
  const mayRead = useMay('read_guardrails')
  const mayEdit = useMay('edit_guards')
  const guards = useQuery({ ...guardsQuery(namespace.id), enabled: mayRead })
  if (!mayRead) return <NoPermission page={{ title: list.title }} needs={`see ${many}`} roles={TARGET_READERS} />
  return (
    <>
      <PageHeader
        title={list.title}
        actions={
          mayEdit && (
            <Link
              href={NEW}
              className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-2.5 text-sm font-medium text-on-accent hover:opacity-90"
            >
              <Plus size={15} aria-hidden /> New tool guard
            </Link>
          )
        }
      >
        <p>A tool guard decides each call of one tool by an approved ruleset, before the tool runs.</p>
      </PageHeader>
      <TargetsTabs />
      {guards.isPending && <SkeletonLines what={`the ${many}`} lines={6} />}
      {guards.isError && <RefusalNotice refusal={refusalOf(guards.error)} onRetry={() => void guards.refetch()} />}
      {guards.data !== undefined && <GuardList guards={guards.data.items} isCut={guards.data.cut} />}
    </>
  )
}

function GuardList({ guards, isCut }: { readonly guards: readonly ListedGuard[]; readonly isCut: boolean }) {
  if (guards.length === 0)
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState title="No tool guards yet">
          <p>
            Without a guard, nothing decides which calls an agent may make.{' '}
            <Link href="/docs/tool-guard" className="text-accent underline">
              How a tool guard works
            </Link>
          </p>
        </EmptyState>
      </div>
    )
  return (
    <>
      {isCut && (
        <Notice kind="warning" className="mb-3">
          There are more than this page can list. Programs can read all of them through /api/v1.
        </Notice>
      )}
      <ul
        aria-label="Tool guards"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {guards.map((each) => (
          <li key={each.id}>
            <Link
              href={`${list.href}/${each.id}`}
              className="flex min-h-11 flex-col gap-1 px-3 py-2.5 -outline-offset-2 hover:bg-canvas"
            >
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium break-words">{each.name}</span>
                {each.decides ? <Badge tone="good">Decides</Badge> : <Badge tone="warning">Refuses every call</Badge>}
                {each.confirmed === null && <Badge tone="warning">Not confirmed</Badge>}
              </span>
              <span className="text-sm break-words text-ink-soft">
                {each.guard.tool} of {each.guard.server}
              </span>
              <span className="flex flex-wrap gap-x-2 text-xs text-ink-faint">
                <span>
                  Changed <TimeText at={each.updatedAt} />
                </span>
                <span className="break-all">{each.updatedBy}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
