import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input } from '../../../language/semantics/checked-input'
import { humaniseName, Names } from './names'
import { makeInput, makeRuleset } from './testing/checked-trees'

const TRUTH: Input['type'] = { kind: 'boolean' }
const NUMBER: Input['type'] = { kind: 'numeric', unit: null }

function called(...inputs: Input[]): string[] {
  const names = new Names(makeRuleset(inputs, [], []))
  return inputs.map(({ name }) => names.called(name))
}

describe('humanised names', () => {
  it.each([
    ['amount_due', 'amount due'],
    ['amountDue', 'amount due'],
    ['AmountDue', 'amount due'],
    ['FMLA_leave', 'FMLA leave'],
    ['hasHIPAARelease', 'has HIPAA release'],
    ['__x__', 'x'],
    ['q1_sales', 'q1 sales'],
    ['pH', 'pH'],
    ['soil_pH', 'soil pH'],
    ['isOk', 'is ok'],
    ['V660_1', 'V660_1'],
    ['section_4_2_applies', 'section 4_2 applies'],
    ['___', ''],
  ])('%s is "%s"', (name, words) => {
    expect(humaniseName(name)).toBe(words)
  })
})

describe('names in sentences', () => {
  it('have no marks for amounts, and quotation marks for yes/no claims', () => {
    expect(called(makeInput('amount_due', NUMBER), makeInput('has_receipt', TRUTH))).toEqual([
      'amount due',
      '‘has receipt’',
    ])
  })

  it('have quotation marks if they would read like the sentence', () => {
    expect(
      called(makeInput('income_and_assets', NUMBER), makeInput('part_1', NUMBER), makeInput('rate_if_late', NUMBER)),
    ).toEqual(['‘income and assets’', '‘part 1’', '‘rate if late’'])
  })

  it('are shown as written if they sound alike', () => {
    expect(
      called(makeInput('amount_due', NUMBER), makeInput('AmountDue', NUMBER), makeInput('amount__due', NUMBER)),
    ).toEqual(['‘amount_due’', '‘AmountDue’', '‘amount__due’'])
    expect(called(makeInput('_', NUMBER), makeInput('_2024', NUMBER))).toEqual(['‘_’', '‘_2024’'])
  })

  it('never sound alike for two names', () => {
    const name = fc
      .tuple(fc.constantFrom('a', 'A', '_', 'b', 'B'), fc.array(fc.constantFrom('a', 'B', '_', '1'), { maxLength: 4 }))
      .map(([first, rest]) => first + rest.join(''))
    const typed = fc.record({ name, type: fc.constantFrom(TRUTH, NUMBER) }).map((of) => makeInput(of.name, of.type))
    fc.assert(
      fc.property(fc.uniqueArray(typed, { selector: (one) => one.name, maxLength: 12 }), (inputs) => {
        const all = called(...inputs).map((label) => label.replace(/[‘’]/g, ''))
        expect(new Set(all).size).toBe(inputs.length)
        const unwritten = all.filter((label, i) => label !== inputs[i]?.name).map((label) => label.toLowerCase())
        expect(new Set(unwritten).size).toBe(unwritten.length)
      }),
    )
  })
})

describe('parameters of conditions', () => {
  it('never read like a claim, a field or another parameter', () => {
    const base = fc.constantFrom(
      'holder',
      'Holder',
      'p',
      'parameter_p',
      'parameterP',
      'parameter_holder',
      'Parameter_p',
      'as_of',
    )
    const path = fc.tuple(base, fc.constantFrom('', '.p', '.born')).map(([name, field]) => name + field)
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 6 }),
        fc.uniqueArray(base, { minLength: 1 }),
        (claims, parameters) => {
          const inputs = claims.map((name, i) => makeInput(name, i % 2 === 0 ? NUMBER : TRUTH))
          const body = { kind: 'boolean', value: true, type: TRUTH, start: 0, end: 0 } as const
          const condition = { name: 'holding', parameters, body, line: 1, comment: [] }
          const names = new Names({ ...makeRuleset(inputs, [], []), conditions: [condition] })
          const inside = names.inCondition(parameters)
          const paths = parameters.flatMap((name) => [name, `${name}.born`])
          const told = [
            ...claims.map((name) => names.called(name)),
            ...claims.filter((name) => name.includes('.')).map((name) => names.place(name.split('.', 1).join(''))),
          ]
          const meant = paths.map((name) => inside.called(name))
          expect(new Set(meant).size).toBe(meant.length)
          expect(meant.filter((words) => told.includes(words))).toEqual([])
        },
      ),
    )
  })
})
