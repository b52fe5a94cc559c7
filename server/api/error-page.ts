import { errorsOf, OPERATIONS, type Operation } from './operations'
import { ERRORS, type ErrorCode } from './terms/errors'

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
