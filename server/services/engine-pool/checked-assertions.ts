import type { CheckedAssertion } from '../../api/check-bytes'

interface CheckedBytes {
  readonly rules: readonly {
    readonly rule: string
    readonly assertions: readonly (Omit<CheckedAssertion, 'rule' | 'assertion'> & {
      readonly name: string
      readonly note?: unknown
      readonly definitions?: unknown
    })[]
  }[]
}

/** @param bytes our own, which follow the contract */
export function parseCheckedAssertions(bytes: string): CheckedAssertion[] {
  const { rules } = JSON.parse(bytes) as CheckedBytes
  return rules.flatMap(({ rule, assertions }) =>
    assertions.map(({ name, note: _note, definitions: _definitions, ...result }) => ({
      rule,
      assertion: name,
      ...result,
    })),
  )
}
