'use client'

import { useQuery } from '@tanstack/react-query'
import { FolderCog, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
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
import { guardrailsQuery, projectsQuery } from '../targets/target-data'
import { TargetFilters } from '../targets/target-filters'
import { TargetsTabs } from '../targets/targets-tabs'
import { TYPE_WORDS } from './guardrail-words'
import { GuardrailsTable } from './guardrails-table'

const NewGuardrailDialog = dynamic(() => import('./new-guardrail-dialog').then((module) => module.NewGuardrailDialog))
const ProjectsDialog = dynamic(() => import('../targets/projects-dialog').then((module) => module.ProjectsDialog))

/** Every guardrail of the group, by project. */
export function GuardrailsPage() {
  const mayRead = useMay('read_guardrails')
  if (!mayRead)
    return (
      <>
        <PageHeader title="Guardrails" />
        <NoPermission needs="see guardrails" roles={['author', 'reviewer', 'administrator']} />
      </>
    )
  return <Guardrails />
}

function Guardrails() {
  const { namespace } = useViewer()
  const mayEdit = useMay('edit_guardrails')
  const guardrails = useQuery(guardrailsQuery(namespace.id))
  const projects = useQuery(projectsQuery(namespace.id))
  const [search, setSearch] = useState(EVERYTHING)
  const [dialog, setDialog] = useState<'new' | 'projects' | null>(null)
  const failed = [guardrails, projects].find(({ isError }) => isError)
  const known = guardrails.data !== undefined && projects.data !== undefined
  const all = guardrails.data?.items ?? []
  const found = foundTargets(all, search, ({ name, type, ruleset, id }) =>
    [name, TYPE_WORDS[type].title, ruleset?.name ?? '', id].join(' '),
  )
  return (
    <>
      <PageHeader
        title="Guardrails"
        actions={
          mayEdit &&
          known && (
            <>
              <Button onClick={() => setDialog('projects')}>
                <FolderCog size={15} aria-hidden /> Projects
              </Button>
              <Button look="primary" onClick={() => setDialog('new')}>
                <Plus size={15} aria-hidden /> New guardrail
              </Button>
            </>
          )
        }
      >
        <p>Programs send a guardrail what was asked and answered; it says whether the answer holds.</p>
      </PageHeader>
      <TargetsTabs />
      {failed !== undefined && (
        <RefusalNotice refusal={refusalOf(failed.error)} onRetry={() => void failed.refetch()} className="mb-3" />
      )}
      {failed === undefined && !known && <SkeletonLines what="the guardrails" lines={8} />}
      {known && all.length === 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState
            title="No guardrail here yet"
            actions={
              mayEdit && (
                <Button look="primary" onClick={() => setDialog('new')}>
                  Make the first one
                </Button>
              )
            }
          >
            <p>
              A guardrail of the type “policy rules” checks answers by a ruleset of this namespace, and shows every rule
              it went by. Begin with one that uses a ruleset somebody approved, send it a frame, then put several into
              an application.
            </p>
            {!mayEdit && <p className="mt-2">Members with the role author make guardrails.</p>}
          </EmptyState>
        </div>
      )}
      {known && all.length > 0 && (
        <div className="flex flex-col gap-3">
          <TargetFilters
            search={search}
            projects={projects.data.items}
            placeholder="Name, type or ruleset"
            onSearch={setSearch}
          />
          <p role="status" className="text-sm text-ink-faint">
            {found.length === all.length ? `${all.length} guardrails` : `${found.length} of ${all.length} guardrails`}
          </p>
          {guardrails.data.cut && (
            <Notice kind="warning">
              There are more than can be listed here. Programs read all of them by /api/v1.
            </Notice>
          )}
          {found.length === 0 ? (
            <EmptyState title="Nothing matches">
              <p>No guardrail of this project has all of these words in its name, type or ruleset.</p>
            </EmptyState>
          ) : (
            <GuardrailsTable guardrails={found} projects={projects.data.items} />
          )}
        </div>
      )}
      {dialog === 'new' && known && (
        <NewGuardrailDialog
          projects={projects.data.items}
          projectId={search.projectId}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'projects' && <ProjectsDialog onClose={() => setDialog(null)} />}
    </>
  )
}
