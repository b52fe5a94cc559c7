/** For each operation the wire cases show every refused caller and a successful one, as the operations table says. */
import { describe, expect, it } from 'vitest'
import { OPERATIONS, type Operation } from '../../api/operations'
import { createRouter } from '../../http/rest/route'
import { readWireCases, resolvePath } from './wire-case'

const router = createRouter(OPERATIONS)
const cases = readWireCases().flatMap(({ name, case: wire }) => {
  const route = router.find(wire.method, resolvePath(wire).split('?')[0]!)
  if (route === null || 'allow' in route) return []
  const { error } = (wire.expect ?? {}) as { error?: { code?: string } }
  return [{ name, operation: route.operation, credential: wire.credential, status: wire.status, code: error?.code }]
})

const shown = (operation: Operation, credential: string, code: string) =>
  cases
    .filter((each) => each.operation === operation.id && each.credential === credential && each.code === code)
    .map(({ name }) => name)

const operations = Object.values<Operation>(OPERATIONS)

describe('wire cases show', () => {
  it.each(operations.filter(({ access }) => access !== 'public'))('that $id needs a credential', (operation) => {
    expect(shown(operation, 'none', 'CREDENTIAL_REQUIRED')).not.toEqual([])
  })

  it.each(operations.filter(({ access }) => access === 'full'))('that $id needs a full credential', (operation) => {
    expect(shown(operation, 'evaluation', 'CREDENTIAL_SCOPE')).not.toEqual([])
  })

  it.each(operations.filter(({ writes }) => writes))('that $id is refused for read_only', (operation) => {
    expect(shown(operation, 'read_only', 'TIER_UNAVAILABLE')).not.toEqual([])
  })

  it.each(operations)('that $id succeeds', (operation) => {
    expect(cases.some(({ operation: id, status }) => id === operation.id && status === 200)).toBe(true)
  })

  it('only refusals of credentials and tiers that the table states', () => {
    const odd = cases.filter(({ operation, code }) => {
      const { access, writes } = OPERATIONS[operation as keyof typeof OPERATIONS] as Operation
      if (code === 'CREDENTIAL_REQUIRED' || code === 'CREDENTIAL_INVALID') return access === 'public'
      if (code === 'CREDENTIAL_SCOPE') return access !== 'full'
      return code === 'TIER_UNAVAILABLE' && !writes
    })
    expect(odd).toEqual([])
  })
})
