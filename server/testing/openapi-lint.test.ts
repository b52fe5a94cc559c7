import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApiDocument } from '../api/openapi/openapi'
import { shareRefusals } from '../api/openapi/share-refusals'

it('an OpenAPI linter finds no problem in the document', async () => {
  const source = JSON.stringify(
    shareRefusals(openApiDocument('https://rules.example.org', 'https://rules.example.org/docs')),
  )
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-unused-components': 'error' } })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const reported = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
  // The guardrail platform's specification fixes this path, including its slash.
  const fixed =
    'no-path-trailing-slash: `/application/o/token/` should not have a trailing slash. at #/paths/~1application~1o~1token~1'
  expect(reported).toEqual([fixed])
})
