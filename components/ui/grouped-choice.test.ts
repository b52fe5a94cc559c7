import { expect, it } from 'vitest'
import { foundGroups } from './grouped-choice'

const GROUPS = [
  { title: '', options: [{ value: '', title: 'Every event' }] },
  {
    title: 'Members',
    options: [
      { value: 'joined', title: 'Member joined' },
      { value: 'roles', title: 'Roles changed' },
    ],
  },
  { title: 'Settings', options: [{ value: 'settings', title: 'Settings changed' }] },
]

it('returns everything without a search, with the position of each group', () => {
  expect(foundGroups(GROUPS, '  ').map(({ title, first }) => [title, first])).toEqual([
    ['', 0],
    ['Members', 1],
    ['Settings', 3],
  ])
})

it('finds words of an option or its group and drops empty groups', () => {
  const values = (search: string) =>
    foundGroups(GROUPS, search).flatMap(({ options }) => options.map(({ value }) => value))
  expect(values('CHANGED')).toEqual(['roles', 'settings'])
  expect(values('members changed')).toEqual(['roles'])
  expect(foundGroups(GROUPS, 'changed').map(({ first }) => first)).toEqual([0, 1])
  expect(values('nothing like it')).toEqual([])
})
