'use client'

import { server } from '../ui/server-calls'
import { GuardrailEditor } from './guardrail-editor'
import { TargetPage } from './target-page'

/** One guardrail: what it is configured with, and a frame to try it on. */
export function GuardrailPage({ id }: { readonly id: string }) {
  return (
    <TargetPage kind="guardrail" id={id} ask={() => server.targets.guardrail.query({ id })}>
      {(guardrail) => <GuardrailEditor guardrail={guardrail} />}
    </TargetPage>
  )
}
