'use client'

import { server } from '../calls/server-calls'
import { TargetPage } from '../targets/target-page'
import { GuardrailEditor } from './guardrail-editor'

/** One guardrail: what it is configured with, and a frame to try it on. */
export function GuardrailPage({ id }: { readonly id: string }) {
  return (
    <TargetPage kind="guardrail" id={id} ask={() => server.targets.guardrail.query({ id })}>
      {(guardrail) => <GuardrailEditor guardrail={guardrail} />}
    </TargetPage>
  )
}
