import { expect, it } from 'vitest'
import { planColumns } from '../../../server/engine/records/column-plan'
import { recordFields } from '../../../server/engine/records/record-fields'
import { compileText } from '../../../server/engine/testing/ask'
import { choicesOf } from './column-words'

const FIELDS = recordFields(
  compileText(`version 1.4;
declare weight as numeric "kg";
declare hazardous as boolean default False;
declare spouse as optional record { age as whole, smokes as boolean default False };
declare child as optional record { age as whole default 3 };
// @column driver "Number of drivers"
declare driver as list of { age as whole, licence as boolean default True } up to 3;
assert a { And(weight > 1 "kg", hazardous, spouse.age > 1, spouse.smokes, child.age > 2) };
assert b { ForAll(d in driver, And(d.age > 1, d.licence)) };
`).inputs,
)
const wordsOf = (...titles: string[]) =>
  Object.fromEntries(choicesOf(planColumns(titles, FIELDS)).map(({ claim, words }) => [claim, words]))

it('says where each claim comes from, and the entries of a list once', () => {
  expect(wordsOf('weight [g]', 'spouse.age', 'driver[2].age')).toEqual({
    weight: 'the column “weight [g]”, in g',
    hazardous: 'no column: no in every row, its default',
    spouse: 'no column: given in rows with a value for one of its fields, else unknown',
    'spouse.age': 'the column “spouse.age”',
    'spouse.smokes': 'no column: no in rows with such a record, its default',
    child: 'no column: unknown in every row',
    'child.age': 'no column: unknown in every row',
    driver: 'no column: unknown in every row',
    'driver[].age': 'no column: unknown in every row',
    'driver[2].age':
      'the column “driver[2].age” is not used, because no column “Number of drivers” says how many entries there are',
    'driver[].licence': 'no column: unknown in every row',
  })
  expect(wordsOf('Number of drivers', 'spouse')).toMatchObject({
    driver: 'the column “Number of drivers”',
    'driver[].age': 'no column: unknown in every row',
    'driver[].licence': 'no column: yes in rows with such an entry, its default',
    spouse: 'the column “spouse”',
    'spouse.smokes': 'no column: no in rows with such a record, its default',
  })
})
