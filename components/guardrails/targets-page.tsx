import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { FolderCog, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { SkeletonLines } from '../ui/skeleton'
import { useMay, useViewer } from '../ui/viewer'
import type { WholeList } from './all-pages'
import { EVERYTHING, foundTargets } from './found-targets'
import { type Project, projectsQuery, type StoredTarget } from './target-data'
import { TargetFilters } from './target-filters'
import { TARGET_KINDS, TARGET_READERS, type TargetKind } from './target-kinds'
import { TargetsTabs } from './targets-tabs'

const ProjectsDialog = dynamic(() => import('./projects-dialog').then((module) => module.ProjectsDialog))

/** What one begins with who makes a target. */
export interface NewTarget {
  readonly projects: readonly Project[]
  /** Empty: none was chosen. */
  readonly projectId: string
  readonly onClose: () => void
}

interface TargetsPageProps<T> {
  readonly kind: TargetKind
  readonly about: string
  readonly query: { readonly queryKey: readonly unknown[]; readonly queryFn: () => Promise<WholeList<T>> }
  /** What else must be known before one is made. */
  readonly needed?: UseQueryResult<unknown>
  /** Whether there is all that one is made of. */
  readonly canMake?: boolean
  /** The text in which words are looked for, and what it is called. */
  readonly told: (target: T) => string
  readonly placeholder: string
  readonly searched: string
  /** What to know before there is any. */
  readonly first: ReactNode
  readonly table: (found: readonly T[], projects: readonly Project[]) => ReactNode
  readonly newDialog: (given: NewTarget) => ReactNode
}

/** Every target of a kind in the group, by project. */
export function TargetsPage<T extends StoredTarget>(props: TargetsPageProps<T>) {
  const { list, many } = TARGET_KINDS[props.kind]
  if (useMay('read_guardrails')) return <Targets {...props} />
  return (
    <>
      <PageHeader title={list.title} />
      <NoPermission needs={`see ${many}`} roles={TARGET_READERS} />
    </>
  )
}

function Targets<T extends StoredTarget>(props: TargetsPageProps<T>) {
  const { kind, about, needed, canMake = true, told, placeholder, searched, first, table, newDialog } = props
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
  const found = foundTargets(all, search, told)
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
            title={`No ${kind} here yet`}
            actions={
              mayEdit &&
              canMake && (
                <Button look="primary" onClick={() => setDialog('new')}>
                  Make the first one
                </Button>
              )
            }
          >
            {first}
            {!mayEdit && <p className="mt-2">Members with the role author make {many}.</p>}
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
            {found.length === all.length ? '' : `${found.length} of `}
            {all.length} {all.length === 1 ? one : many}
          </p>
          {targets.data.cut && (
            <Notice kind="warning">
              There are more than can be listed here. Programs read all of them by /api/v1.
            </Notice>
          )}
          {found.length === 0 ? (
            <EmptyState title="Nothing matches">
              <p>
                No {kind} of this project has all of these words in its {searched}.
              </p>
            </EmptyState>
          ) : (
            table(found, projects.data.items)
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
