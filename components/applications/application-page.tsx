'use client'

import { server } from '../calls/server-calls'
import { TargetPage } from '../targets/target-page'
import { ApplicationEditor } from './application-editor'

/** One application: a chain of guardrails, drawn and tried. */
export function ApplicationPage({ id }: { readonly id: string }) {
  return (
    <TargetPage kind="application" id={id} ask={() => server.targets.application.query({ id })}>
      {(application) => <ApplicationEditor application={application} />}
    </TargetPage>
  )
}
