import type { Metadata } from 'next'
import Link from 'next/link'
import { DocsFrame } from '@/components/docs/docs-frame'
import { HeadingAnchor } from '@/components/docs/markdown'
import { Fields, OperationReference, operationHeading, PlatformReference } from '@/components/docs/operation-reference'
import { fieldsOf } from '@/server/api/fields/schema-fields'
import { CREDENTIAL_HEADER } from '@/server/api/openapi/openapi'
import { OPERATIONS, type Operation } from '@/server/api/operations'
import { PLATFORM_OPERATIONS, type PlatformOperation } from '@/server/api/platform-operations'
import { errorEnvelopeSchema, versions } from '@/server/api/schemas/fields'

export const metadata: Metadata = { title: 'API reference' }

const REFUSAL = { id: 'refusals', text: 'Refusals', depth: 2 }
const VERSIONS = { id: 'versions', text: 'Versions', depth: 2 }

export default function ApiReference() {
  const all = Object.values<Operation>(OPERATIONS)
  // The versioned operations come first, because programs use these.
  const operations = [...all.filter(isVersioned), ...all.filter((operation) => !isVersioned(operation))]
  const platform = Object.values<PlatformOperation>(PLATFORM_OPERATIONS)
  const headings = [...operations.map(operationHeading), REFUSAL, VERSIONS, ...platform.map(operationHeading)]
  return (
    <DocsFrame current="/docs/api-reference" headings={headings}>
      <h1>API reference</h1>
      <p>
        Every operation of the rule-check service and of the <Link href="/docs/api-v1">main REST API</Link>, with its
        fields and possible errors, generated from the definitions that validate requests.{' '}
        <a href="/openapi.json">/openapi.json</a> is the same contract for machines. It also has the endpoints for
        clients that send frames: <code>/client-api/auth/token</code>, <code>/client-api/bus/send</code>,{' '}
        <code>/client-api/check</code> and <code>/application/o/token/</code> (
        <Link href="/docs/guardrails">Guardrails</Link> shows them, and{' '}
        <Link href="/docs/platform-access">Access to the platform</Link>). <Link href="/docs/api">Using the API</Link>{' '}
        shows a whole round. Operations that need a credential read it from the header <code>{CREDENTIAL_HEADER}</code>.
        The operations of the main REST API are at the end.
      </p>
      {operations.map((operation) => (
        <OperationReference key={operation.id} operation={operation} />
      ))}
      <HeadingAnchor depth={REFUSAL.depth} id={REFUSAL.id} content={REFUSAL.text} />
      <p>Every refusal of the operations above has this shape.</p>
      <Fields title="Fields" of={REFUSAL.id} fields={fieldsOf(errorEnvelopeSchema)} />
      <HeadingAnchor depth={VERSIONS.depth} id={VERSIONS.id} content={VERSIONS.text} />
      <p>
        The member <code>versions</code> of every answer.
      </p>
      <Fields title="Fields" of={VERSIONS.id} fields={fieldsOf(versions)} />
      {platform.map((operation) => (
        <PlatformReference key={operation.id} operation={operation} />
      ))}
    </DocsFrame>
  )
}

function isVersioned(operation: Operation): boolean {
  return operation.path.startsWith('/v1/')
}
