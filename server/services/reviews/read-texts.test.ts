import { expect, it } from 'vitest'
import { MAX_MENTIONS } from '../../api/terms/review-terms'
import type { MemberRow } from '../../database/accounts/members'
import { findMentions } from './read-texts'

const member = (personId: string, name: string, disabledAt: Date | null = null): MemberRow => ({
  ...{ personId, name, email: `${personId}@example.org`, roles: ['author'], since: new Date(0), disabledAt },
  ...{ byOperator: false, operatorPasswordAt: null },
})
const MEMBERS = [
  member('ann', 'Ann'),
  member('lee', 'Ann Lee'),
  member('zoe', 'Zoë'),
  member('zoe2', 'Zoë'),
  member('gone', 'Gone', new Date(0)),
]

it.each([
  ['@Ann please', ['ann']],
  ['@Ann Lee please', ['lee']],
  ['(@ann lee), @ANN!', ['lee', 'ann']],
  ['@Annabel', []],
  ['ann@Ann', []],
  ['write to x@ann@example.org', []],
  ['@ann@example.org.', ['ann']],
  ['@Zoë', ['zoe', 'zoe2']],
  ['@Gone', []],
  ['@', []],
  ['@@Ann', ['ann']],
])('%s mentions %j', (text, expected) => {
  expect(findMentions(text, MEMBERS)).toEqual(expected)
})

it('refuses a comment that mentions too many people', () => {
  const many = Array.from({ length: MAX_MENTIONS + 1 }, (_, nth) => member(`p${nth}`, `Person ${nth}x`))
  const text = (count: number) =>
    many
      .slice(0, count)
      .map(({ name }) => `@${name}`)
      .join(' ')
  expect(findMentions(text(MAX_MENTIONS), many)).toHaveLength(MAX_MENTIONS)
  expect(() => findMentions(text(MAX_MENTIONS + 1), many)).toThrow('at most')
})
