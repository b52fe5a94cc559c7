'use client'

import { useQuery } from '@tanstack/react-query'
import { FolderCog, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { Button } from '../controls/button'
import { EmptyState } from '../controls/empty-state'
import { Notice } from '../controls/notice'
import { RefusalNotice } from '../controls/refusal-notice'
import { SkeletonLines } from '../controls/skeleton'
import { NoPermission } from '../shell/no-permission'
import { PageHeader } from '../shell/page-header'
import { useMay, useViewer } from '../shell/viewer'
import { EVERYTHING, foundTargets } from '../targets/found-targets'
import { applicationsQuery, guardrailsQuery, projectsQuery } from '../targets/target-data'
import { TargetFilters } from '../targets/target-filters'
import { TargetsTabs } from '../targets/targets-tabs'
import { ApplicationsTable } from './applications-table'

const NewApplicationDialog = dynamic(() =>
  import('./new-application-dialog').then((module) => module.NewApplicationDialog),
)
const ProjectsDialog = dynamic(() => import('../targets/projects-dialog').then((module) => module.ProjectsDialog))

/** Every application of the group, by project. */
export function ApplicationsPage() {
  const mayRead = useMay('read_guardrails')
  if (!mayRead)
    return (
      <>
        <PageHeader title="Applications" />
        <NoPermission needs="see applications" roles={['author', 'reviewer', 'administrator']} />
      </>
    )
  return <Applications />
}

function Applications() {
  const { namespace } = useViewer()
  const mayEdit = useMay('edit_guardrails')
  const applications = useQuery(applicationsQuery(namespace.id))
  const projects = useQuery(projectsQuery(namespace.id))
  const guardrails = useQuery(guardrailsQuery(namespace.id))
  const [search, setSearch] = useState(EVERYTHING)
  const [dialog, setDialog] = useState<'new' | 'projects' | null>(null)
  const failed = [applications, projects, guardrails].find(({ isError }) => isError)
  const known = applications.data !== undefined && projects.data !== undefined && guardrails.data !== undefined
  const all = applications.data?.items ?? []
  const found = foundTargets(all, search, ({ name, id }) => `${name} ${id}`)
  const hasGuardrails = (guardrails.data?.items.length ?? 0) > 0
  return (
    <>
      <PageHeader
        title="Applications"
        actions={
          mayEdit &&
          known && (
            <>
              <Button onClick={() => setDialog('projects')}>
                <FolderCog size={15} aria-hidden /> Projects
              </Button>
              {hasGuardrails && (
                <Button look="primary" onClick={() => setDialog('new')}>
                  <Plus size={15} aria-hidden /> New application
                </Button>
              )}
            </>
          )
        }
      >
        <p>A chain of guardrails that takes a frame and answers as one.</p>
      </PageHeader>
      <TargetsTabs />
      {failed !== undefined && (
        <RefusalNotice refusal={refusalOf(failed.error)} onRetry={() => void failed.refetch()} className="mb-3" />
      )}
      {failed === undefined && !known && <SkeletonLines what="the applications" lines={8} />}
      {known && all.length === 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState
            title="No application here yet"
            actions={
              mayEdit &&
              hasGuardrails && (
                <Button look="primary" onClick={() => setDialog('new')}>
                  Make the first one
                </Button>
              )
            }
          >
            <p>
              An application runs several guardrails, one after the other or at once: policy rules first, say, and a
              human review only where they said NO.
            </p>
            {!hasGuardrails && (
              <p className="mt-2">
                It needs{' '}
                <Link href="/guardrails" className="text-accent underline">
                  a guardrail
                </Link>{' '}
                first.
              </p>
            )}
            {!mayEdit && <p className="mt-2">Members with the role author make applications.</p>}
          </EmptyState>
        </div>
      )}
      {known && all.length > 0 && (
        <div className="flex flex-col gap-3">
          <TargetFilters search={search} projects={projects.data.items} placeholder="Name or id" onSearch={setSearch} />
          <p role="status" className="text-sm text-ink-faint">
            {found.length === all.length
              ? `${all.length} applications`
              : `${found.length} of ${all.length} applications`}
          </p>
          {applications.data.cut && (
            <Notice kind="warning">
              There are more than can be listed here. Programs read all of them by /api/v1.
            </Notice>
          )}
          {found.length === 0 ? (
            <EmptyState title="Nothing matches">
              <p>No application of this project has all of these words in its name.</p>
            </EmptyState>
          ) : (
            <ApplicationsTable applications={found} projects={projects.data.items} />
          )}
        </div>
      )}
      {dialog === 'new' && known && (
        <NewApplicationDialog
          projects={projects.data.items}
          guardrails={guardrails.data.items}
          projectId={search.projectId}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'projects' && <ProjectsDialog onClose={() => setDialog(null)} />}
    </>
  )
}
