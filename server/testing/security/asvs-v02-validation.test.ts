import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { docsText } from '../docs-blocks'
import { documented } from './product-files'
import { call, deployment } from './testing/deployment'

describe('ASVS 5.0 V2 validation and business logic', () => {
  it('2.1.1 the page Security states the form of every kind of input', () => {
    const rules = documented('### Forms')
    for (const kind of [
      'name',
      'e-mail address',
      'password',
      'ruleset',
      'claim',
      'identifier',
      'number',
      'unit',
      'time',
    ])
      expect(rules).toContain(kind)
  })

  it('2.1.2 the page Security states which inputs are compared with each other', () => {
    const rules = documented('### Inputs that belong together')
    for (const pair of ['expires', 'revision', 'graph', 'parent', 'version']) expect(rules).toContain(pair)
  })

  it('2.1.3 the page Security refers to the page of limits, which names each budget with its limit', () => {
    expect(documented('### Limits')).toContain('(/docs/limits)')
    const limits = docsText('limits.md')
    for (const [name, limit] of Object.entries(DEFAULT_BUDGETS))
      expect(limits).toContain(`| ${limit.toLocaleString('en-US')} | \`${name}\` |`)
  })

  it('2.2.2 the server validates a call that no page would make', async () => {
    const { cookie } = deployment.administrator
    const wrong: readonly [string, unknown][] = [
      ['members.invite', { roles: ['author'], email: 'no address' }],
      ['members.invite', { roles: ['owner'], email: null }],
      ['members.invite', { roles: [], email: null }],
      ['members.changeRoles', { personId: 'no id', roles: ['author'] }],
      ['members.rename', { personId: '00000000-0000-4000-8000-000000000009', name: '' }],
      ['members.rename', { personId: '00000000-0000-4000-8000-000000000009', name: 'x'.repeat(101) }],
      ['members.rename', { personId: '00000000-0000-4000-8000-000000000009', name: 'A\u202eB' }],
      ['credentials.issue', { label: '', tier: 'standard', expiresAt: null }],
    ]
    for (const [procedure, input] of wrong)
      expect((await call(cookie, procedure, input)).status, JSON.stringify(input)).toBe(400)
  })
})
