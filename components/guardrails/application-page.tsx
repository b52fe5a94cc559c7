'use client'

import { server } from '../ui/server-calls'
import { ApplicationEditor } from './application-editor'
import { TargetPage } from './target-page'

/** One application: a chain of guardrails, drawn and tried. */
export function ApplicationPage({ id }: { readonly id: string }) {
  return (
    <TargetPage kind="application" id={id} ask={() => server.targets.application.query({ id })}>
      {(application) => <ApplicationEditor application={application} />}
    </TargetPage>
  )
}
