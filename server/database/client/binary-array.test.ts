import { describe, expect, it } from 'vitest'
import { BinaryArray, keepElements, readElements } from './binary-array'

const textsOf = (array: Uint8Array) => readElements(array).map((element) => Buffer.from(element).toString())

describe('an array of PostgreSQL', () => {
  it('has the header and the elements of the binary format', () => {
    const array = new BinaryArray('uuid')
    array.pushUuid('0190a0ff-0000-7000-8000-0000000000f1')
    const header = '00000001' + '00000000' + '00000b86' + '00000001' + '00000001'
    expect(array.finish().toString('hex')).toBe(`${header}000000100190a0ff00007000800000000000 00f1`.replace(' ', ''))
    expect(new BinaryArray('text').finish().toString('hex')).toBe('000000000000000000000019')
  })

  it('counts microseconds from 2000, also before it', () => {
    const array = new BinaryArray('timestamp')
    for (const text of ['2026-11-29T08:00:00.123Z', '1999-12-31T23:59:59.999Z']) array.pushTimestamp(Date.parse(text))
    const [later, earlier] = readElements(array.finish()).map((each) => Buffer.from(each).readBigInt64BE())
    expect([later, earlier]).toEqual([849_254_400_123_000n, -1_000n])
  })

  it('grows, marks nulls, and keeps the wanted elements', () => {
    const array = new BinaryArray('text')
    for (let nth = 0; nth < 1_000; nth++) array.pushText(nth % 7 === 3 ? null : `${nth}: 漢`)
    const bytes = array.finish()
    expect(bytes.readInt32BE(4)).toBe(1)
    expect(textsOf(bytes)[999]).toBe('999: 漢')
    const kept = keepElements(bytes, (place) => place % 500 === 3)
    expect([kept.readInt32BE(12), textsOf(kept)]).toEqual([2, ['', '503: 漢']])
  })

  it('joins the parts of an element', () => {
    const array = new BinaryArray('bytea')
    array.pushBytes(Buffer.from('one'), Buffer.from(' two'))
    expect(textsOf(array.finish())).toEqual(['one two'])
  })
})
