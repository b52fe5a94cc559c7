import { expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { requestFromMembers } from './operation-request'

it('reads the members of path and query from JSON', () => {
  expect(requestFromMembers('loadRuleset', '{"name":"fees"}')).toEqual({ name: 'fees' })
  expect(requestFromMembers('listUnits', 'whatever')).toEqual({})
})

it.each(['', '{', 'null', '[]', '{"name":1}', '{"name":"a","name":"b"}', '{"other":1}'])(
  'refuses %j by name',
  (text) => {
    const refusal = (() => {
      try {
        return requestFromMembers('loadRuleset', text)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST' })
  },
)
