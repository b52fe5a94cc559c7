import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { BATCH_PART_BYTES } from '../api/schemas/check'
import { OAUTH_LIMITS } from '../http/oauth/public-paths'
import { PLAYGROUND_CALLS_PER_MINUTE } from '../services/access/call-limits'
import { TRIES_PER_ADDRESS } from '../services/accounts/sign-in-gate'
import { limitsPageText } from './limits-page'

const docs = path.resolve(import.meta.dirname, '../../public/docs')
const stored = (page: string) => readFileSync(path.join(docs, page), 'utf8')

it('the page of limits agrees with the code; npm run generate writes it', () => {
  expect(stored('limits.md')).toBe(limitsPageText())
})

it('the page on security states how often one address may try', () => {
  const { registrations, questions, credentialTries } = OAUTH_LIMITS
  const security = stored('security.md').replaceAll(/\s+/g, ' ')
  for (const sentence of [
    `${TRIES_PER_ADDRESS} wrong passwords in ten minutes`,
    `${registrations.calls} clients an hour`,
    `${questions.calls} authorisations in ten minutes`,
    `${credentialTries.calls} pasted credentials in ten minutes`,
    `${PLAYGROUND_CALLS_PER_MINUTE} calls of the playground a minute`,
    `parts of ${BATCH_PART_BYTES.toLocaleString('en-US')} bytes`,
  ])
    expect(security).toContain(sentence)
})
