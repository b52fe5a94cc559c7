/** public/docs/api-reference.md: the API reference for programs that read, from the definitions that check requests. */

import { type Field, fieldsOf, parameterFields, requestForms } from '../api/fields/schema-fields'
import { CREDENTIAL_HEADER } from '../api/openapi/openapi'
import { ACCESS_SENTENCES, errorsOf, OPERATIONS, type Operation } from '../api/operations'
import { acceptsKey, PLATFORM_OPERATIONS, type PlatformOperation, refusalsOf } from '../api/platform-operations'
import { errorEnvelopeSchema, versions } from '../api/schemas/fields'
import { ERRORS, errorSlug } from '../api/terms/errors'
import { problemOf } from '../api/terms/problems'

export function apiReferenceText(): string {
  const all = Object.values<Operation>(OPERATIONS)
  const isVersioned = ({ path }: Operation) => path.startsWith('/v1/')
  const sections = [
    ...[...all.filter(isVersioned), ...all.filter((operation) => !isVersioned(operation))].map(operationText),
    `## Refusals\n\nEvery refusal of the operations above has this shape.\n${fieldList('Fields', fieldsOf(errorEnvelopeSchema))}`,
    `## Versions\n\nThe member \`versions\` of every answer.\n${fieldList('Fields', fieldsOf(versions))}`,
    ...Object.values<PlatformOperation>(PLATFORM_OPERATIONS).map(platformText),
  ]
  return `${INTRODUCTION}\n${sections.join('\n')}`
}

const INTRODUCTION = `# API reference

This page lists every operation of the rule-check service and of the [main REST API](/docs/api-v1), with its fields and the errors it can answer with.
It is made from the definitions that check requests. [/openapi.json](/openapi.json) is the same contract for machines. It also has the endpoints for
clients that send frames: \`/client-api/auth/token\`, \`/client-api/bus/send\`, \`/client-api/check\` and \`/application/o/token/\`.
[Guardrails](/docs/guardrails) and [Access to the platform](/docs/platform-access) show them. [Using the API](/docs/api) shows a whole round. Operations
that need a credential take it in the header \`${CREDENTIAL_HEADER}\`. The operations of the main REST API are at the end.
`

function operationText(operation: Operation): string {
  const {
    id,
    method,
    path,
    summary,
    description,
    access,
    tool,
    parameters = {},
    query = {},
    body,
    response,
    page,
  } = operation
  const asTool = tool === null ? '' : ` As a tool of the [MCP endpoint](/docs/mcp): \`${tool.name}\`.`
  const key = operation.acceptsKey ? keySentence('api') : ''
  const errors = errorsOf(operation).map((code) => {
    const { statuses, title } = ERRORS[code]
    return `- [${code}](/docs/errors/${errorSlug(code)}): ${statuses[0]}, ${title.charAt(0).toLowerCase()}${title.slice(1)}`
  })
  return [
    `## ${method} ${path}\n\n**${summary}.** ${description} ${ACCESS_SENTENCES[access]}${key}${asTool}\n`,
    fieldList('Path', parameterFields(id, parameters, true)),
    fieldList('Query', parameterFields(id, query, true)),
    body === undefined ? '' : fieldList(body.required ? 'Request' : 'Request (optional)', fieldsOf(body.schema)),
    fieldList('Answer', fieldsOf(response)),
    page === undefined ? '' : fieldList('Answer with limit', fieldsOf(page)),
    `\nErrors:\n\n${errors.join('\n')}\n`,
  ].join('')
}

function platformText(operation: PlatformOperation): string {
  const { id, method, path, summary, description, parameters, query, body, response, success } = operation
  const access = `Needs an access token and the header \`X-Service-Active-Group\`. Answers with ${success}.`
  const key = acceptsKey(operation) ? keySentence('api-v1') : ''
  const refusals = refusalsOf(operation).map((status) => {
    const { title, anchor } = problemOf(status)
    return `- [${title}](/docs/api-v1#${anchor}): ${status}`
  })
  return [
    `## ${method} ${path}\n\n**${summary}.** ${description} ${access}${key}\n`,
    fieldList('Path', parameterFields(id, parameters, true)),
    fieldList('Query', parameterFields(id, query, false)),
    ...(body === null ? [] : requestForms(body).map(([title, form]) => fieldList(title, fieldsOf(form, 'input')))),
    response === null ? '' : fieldList('Answer', fieldsOf(response)),
    `\nErrors:\n\n${refusals.join('\n')}\n`,
  ].join('')
}

function keySentence(page: string): string {
  return ` It accepts an [\`Idempotency-Key\`](/docs/${page}#send-a-call-again).`
}

function fieldList(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(({ name, type, required, description }) => {
    const words = description === '' ? '' : `: ${description}`
    return `- \`${name}\` (${type}${required ? '' : ', optional'})${words}`
  })
  return `\n${title}:\n\n${rows.join('\n')}\n`
}
