'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { FolderCog, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, partLook, SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import {
  type ListedTarget,
  type Project,
  projectsQuery,
  TARGET_KINDS,
  TARGET_READERS,
  type TargetKind,
  type WholeList,
} from './target-data'
import { EVERYTHING, matchingTargets, TargetFilters } from './target-search'

const ProjectsDialog = dynamic(() => import('./projects-dialog').then((module) => module.ProjectsDialog), {
  loading: () => null,
})

/** Properties of a dialog that creates a target. */
interface NewTarget {
  readonly projects: readonly Project[]
  /** Project of the search; empty without one. */
  readonly projectId: string
  readonly onClose: () => void
}

interface TargetsPageProps<T> {
  readonly kind: TargetKind
  readonly about: string
  readonly query: { readonly queryKey: readonly unknown[]; readonly queryFn: () => Promise<WholeList<T>> }
  /** Another query that must succeed before a target can be created. */
  readonly needed?: UseQueryResult<unknown>
  /** Whether a target can be created. */
  readonly canMake?: boolean
  /** Returns the text to search; `searched` describes it for people. */
  readonly searchText: (target: T) => string
  readonly placeholder: string
  readonly searched: string
  /** Shown if the namespace has no target of this kind. */
  readonly first: ReactNode
  readonly table: (matches: readonly T[], projects: readonly Project[]) => ReactNode
  readonly newDialog: (given: NewTarget) => ReactNode
}

/** Lists the targets of a kind, with search and the dialogs that create them. */
export function TargetsPage<T extends ListedTarget>(props: TargetsPageProps<T>) {
  const { list, many } = TARGET_KINDS[props.kind]
  if (useMay('read_guardrails')) return <Targets {...props} />
  return (
    <>
      <PageHeader title={list.title} />
      <NoPermission needs={`see ${many}`} roles={TARGET_READERS} />
    </>
  )
}

function Targets<T extends ListedTarget>(props: TargetsPageProps<T>) {
  const { kind, about, needed, canMake = true, searchText, placeholder, searched, first, table, newDialog } = props
  const { list, one, many } = TARGET_KINDS[kind]
  const { namespace } = useViewer()
  const mayEdit = useMay('edit_guardrails')
  const targets = useQuery(props.query)
  const projects = useQuery(projectsQuery(namespace.id))
  const [search, setSearch] = useState(EVERYTHING)
  const [dialog, setDialog] = useState<'new' | 'projects' | null>(null)
  const close = () => setDialog(null)
  const failed = [targets, projects, ...(needed === undefined ? [] : [needed])].find(({ isError }) => isError)
  const known =
    targets.data !== undefined && projects.data !== undefined && (needed === undefined || needed.data !== undefined)
  const all = targets.data?.items ?? []
  const matches = matchingTargets(all, search, searchText)
  return (
    <>
      <PageHeader
        title={list.title}
        actions={
          mayEdit &&
          known && (
            <>
              <Button onClick={() => setDialog('projects')}>
                <FolderCog size={15} aria-hidden /> Projects
              </Button>
              {canMake && (
                <Button look="primary" onClick={() => setDialog('new')}>
                  <Plus size={15} aria-hidden /> New {kind}
                </Button>
              )}
            </>
          )
        }
      >
        <p>{about}</p>
      </PageHeader>
      <TargetsTabs />
      {failed !== undefined && (
        <RefusalNotice refusal={refusalOf(failed.error)} onRetry={() => void failed.refetch()} className="mb-3" />
      )}
      {failed === undefined && !known && <SkeletonLines what={`the ${many}`} lines={8} />}
      {known && all.length === 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState
            title={`No ${many} yet`}
            actions={
              mayEdit &&
              canMake && (
                <Button look="primary" onClick={() => setDialog('new')}>
                  Create the first one
                </Button>
              )
            }
          >
            {first}
            {!mayEdit && <p className="mt-2">Members with the role author can create {many}.</p>}
          </EmptyState>
        </div>
      )}
      {known && all.length > 0 && (
        <div className="flex flex-col gap-3">
          <TargetFilters
            search={search}
            projects={projects.data.items}
            placeholder={placeholder}
            onSearch={setSearch}
          />
          <p role="status" className="text-sm text-ink-faint">
            {matches.length === all.length ? '' : `${matches.length} of `}
            {all.length} {all.length === 1 ? one : many}
          </p>
          {targets.data.cut && (
            <Notice kind="warning">
              There are more than this page can list. Programs can read all of them through /api/v1.
            </Notice>
          )}
          {matches.length === 0 ? (
            <EmptyState title="Nothing matches">
              <p>
                No {kind} of this project has all of these words in its {searched}.
              </p>
            </EmptyState>
          ) : (
            table(matches, projects.data.items)
          )}
        </div>
      )}
      {dialog === 'new' &&
        known &&
        newDialog({ projects: projects.data.items, projectId: search.projectId, onClose: close })}
      {dialog === 'projects' && <ProjectsDialog onClose={close} />}
    </>
  )
}

/** Leads from one list to the others. */
export function TargetsTabs() {
  const path = usePathname()
  return (
    <nav aria-label="Guardrails, applications and tool guards" className="mb-4 flex gap-1 border-b border-line">
      {Object.values(TARGET_KINDS).map(({ list: { href, title } }) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href ? 'page' : undefined}
          className={clsx('py-1.5', partLook(path === href))}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
