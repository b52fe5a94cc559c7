import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApiDocument } from '../contract/openapi'

it('a linter for OpenAPI finds nothing in the document', async () => {
  const source = JSON.stringify(openApiDocument('https://rules.example.org', 'https://rules.example.org/docs'))
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-unused-components': 'error' } })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)).toEqual(
    [],
  )
})
