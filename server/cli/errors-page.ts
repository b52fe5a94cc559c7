/** public/docs/errors.md, the index of all refusals, and one page for each code, from the tables that answer with them. */
import { errorsOf, OPERATIONS, type Operation } from '../api/operations'
import { ERRORS, type ErrorCode, errorSlug } from '../api/terms/errors'
import { GUARDRAIL_ERRORS } from '../api/terms/guardrail-terms'
import { PROBLEMS, type ProblemStatus, problemOf } from '../api/terms/problems'

export function errorsPageText(): string {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).toSorted().map((code) => {
    const { statuses, title } = ERRORS[code]
    return `| [${code}](/docs/errors/${errorSlug(code)}) | ${statuses.join(', ')} | ${title} |`
  })
  const problems = (Object.keys(PROBLEMS).map(Number) as ProblemStatus[]).map((status) => {
    const { title, anchor } = problemOf(status)
    return `| [${title}](/docs/api-v1#${anchor}) | ${status} |`
  })
  const frames = Object.entries(GUARDRAIL_ERRORS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  return `# Errors

Everything that this product refuses, in one place. A program decides by the code; the message is for people.

## Of the rule-check service

\`error.code\` of an answer with \`ok\` false, under \`/v1\` and of the tools of \`/mcp\`. \`error.docs\` is the address of the code's page.

| Code | Status | Meaning |
|---|---|---|
${codes.join('\n')}

## Of the main REST API

Problem details (RFC 9457) under \`/api/v1\`; \`type\` is the address of the paragraph.

| Title | Status |
|---|---|
${problems.join('\n')}

## Of an evaluated frame

\`Error.code\` of a frame that a guardrail could not evaluate; [Guardrail types](/docs/guardrail-types) says where each comes from.
\`Error.retryable\` says whether sending a new frame makes sense.

| Code | Meaning |
|---|---|
${frames.join('\n')}

## Of the client endpoints

\`/client-api\` answers with \`{"error": {"code", "message"}}\`. The code is one word for the status. The stream is closed with the codes of
[The stream, exactly](/docs/guardrails#the-stream-exactly).
`
}

export function errorPageText(code: ErrorCode): string {
  const entry = ERRORS[code]
  const operations = Object.values<Operation>(OPERATIONS).filter((operation) => errorsOf(operation).includes(code))
  const places =
    operations.length === 0
      ? 'No operation of this release answers with it.'
      : operations.map((operation) => `- \`${operation.method} ${operation.path}\``).join('\n')
  return `# ${code}

**${entry.title}.** HTTP status ${entry.statuses.join(', ')}.

## Cause

${entry.meaning}

## How to fix it

${entry.remedy}

## Where it can come from

${places}
`
}
