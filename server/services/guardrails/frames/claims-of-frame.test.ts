import { describe, expect, it } from 'vitest'
import { JsonNumber } from '../../../language/numeric/lossless-json'
import { claimsFor, claimsOfFrame, readEvaluated } from './claims-of-frame'

/** @param P as JSON */
function claimsIn(A: string, P = '[]', more = '"E":{"conclusion":"YES","confidence":1},"Error":null') {
  const content = JSON.stringify({ C: [], Q: null, A })
  const body = `{"C":[],"Q":null,"A":${JSON.stringify(A)},"P":${P},${more}}`
  const frame = { id: 'f', traceId: 't', sentAt: new Date(0), content, body }
  return claimsOfFrame(frame, readEvaluated(frame))
}

const step = (...claims: readonly string[]) => `[{"assertion":"a","check":"TRUE","claims":[${claims.join(',')}]}]`
const claim = (name: string, value: string) => `{"claim":"${name}","question":"?","value":${value}}`

describe('the claims of a frame', () => {
  it('are the dictionary in A, also in a fence, with its spelling of numbers', () => {
    for (const A of ['{"amount": 0.10}', '```json\n{"amount": 0.10}\n```'])
      expect(claimsIn(A)).toEqual({ kind: 'given', claims: { amount: new JsonNumber('0.10') } })
  })

  it('are those that a model extracted, without the unknown ones', () => {
    const P = step(claim('amount', '"90 USD"'), claim('days', '1.50'), claim('open', 'null'), claim('paid', 'false'))
    expect(claimsIn('It was 90 USD.', P)).toEqual({
      kind: 'extracted',
      claims: { amount: '90 USD', days: new JsonNumber('1.50'), paid: false },
    })
  })

  it('are not stored as a whole if rules read only a part of a list or a record', () => {
    for (const name of ['driver[].age', 'driver.age'])
      expect(claimsIn('Two drivers.', step(claim(name, '[20]')))).toMatchObject({ kind: 'none' })
  })

  it('are not stored without a proof', () => {
    const error = '"E":null,"Error":{"code":"MODEL_UNAVAILABLE","message":"m","retryable":true}'
    expect(claimsIn('It was 90 USD.', '[]', error)).toMatchObject({ kind: 'none' })
  })

  it('are rejected for every ruleset if A is not a valid dictionary', () => {
    expect(claimsIn('{"amount": 1, "amount": 2}')).toEqual({ kind: 'rejected' })
  })
})

it('are, for other rules, those that they read, and unknown if no model was asked', () => {
  expect(claimsFor(['amount', 'approved', 'driver[].age', 'driver[].name'], { amount: '1 USD', paid: true })).toEqual({
    ...{ amount: '1 USD', approved: null, driver: null },
  })
})
