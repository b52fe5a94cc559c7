'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useMay, useViewer } from '../ui/viewer'
import { ApplicationsTable } from './applications-table'
import { applicationsQuery, guardrailsQuery } from './target-data'
import { TargetsPage } from './targets-page'

const NewApplicationDialog = dynamic(() =>
  import('./new-application-dialog').then((module) => module.NewApplicationDialog),
)

/** Every application of the group, by project. */
export function ApplicationsPage() {
  const { namespace } = useViewer()
  const mayRead = useMay('read_guardrails')
  const guardrails = useQuery({ ...guardrailsQuery(namespace.id), enabled: mayRead })
  const parts = guardrails.data?.items ?? []
  return (
    <TargetsPage
      kind="application"
      about="A chain of guardrails that takes a frame and answers as one."
      query={applicationsQuery(namespace.id)}
      needed={guardrails}
      canMake={parts.length > 0}
      told={({ name, id }) => `${name} ${id}`}
      placeholder="Name or id"
      searched="name"
      first={
        <>
          <p>
            An application runs several guardrails, one after the other or at once: policy rules first, say, and a human
            review only where they said NO.
          </p>
          {parts.length === 0 && (
            <p className="mt-2">
              It needs{' '}
              <Link href="/guardrails" className="text-accent underline">
                a guardrail
              </Link>{' '}
              first.
            </p>
          )}
        </>
      }
      table={(found, projects) => <ApplicationsTable applications={found} projects={projects} />}
      newDialog={(given) => <NewApplicationDialog {...given} guardrails={parts} />}
    />
  )
}
