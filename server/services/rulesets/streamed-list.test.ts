import { describe, expect, it } from 'vitest'
import { canonicalAround, canonicalJson } from '../../api/canonical-json'
import { readWholeBody, streamList } from './streamed-list'

async function* piecesOf(...pieces: readonly (readonly number[])[]): AsyncGenerator<readonly string[]> {
  for (const piece of pieces) yield piece.map(String)
}

const around = (name: string) => canonicalAround({ b: '1', d: '"list":[]', f: undefined }, name)

describe('a payload whose list is sent in pieces', () => {
  it.each([
    ['none', []],
    ['an empty one', [[]]],
    ['one', [[1, 2]]],
    ['several', [[1], [2, 3], [4]]],
    ['several, the last one empty', [[1], [2], []]],
    ['several, the first one empty', [[], [1], [2]]],
  ])('has the bytes of the whole: %s', async (_, pieces) => {
    for (const name of ['a', 'c', 'list', 'z']) {
      const answer = await streamList(around(name), piecesOf(...pieces))
      const whole = JSON.parse(canonicalJson({ b: 1, d: 0, [name]: pieces.flat() }).replace('"d":0', '"d":null'))
      const text = await readWholeBody(answer)
      expect(JSON.parse(text.replace('"d":"list":[]', '"d":null'))).toEqual(whole)
      expect(text).toBe(
        `{${[
          ['b', '"b":1'],
          ['d', '"d":"list":[]'],
          [name, `${JSON.stringify(name)}:[${pieces.flat().join(',')}]`],
        ]
          .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
          .map(([, member]) => member)
          .join(',')}}`,
      )
    }
  })

  it('fails before it begins if the first piece fails, and midway if a later one does', async () => {
    async function* failing(after: number): AsyncGenerator<readonly string[]> {
      for (let i = 0; i < after; i++) yield ['1']
      throw new Error('gone')
    }
    await expect(streamList(around('c'), failing(0))).rejects.toThrow('gone')
    const answer = await streamList(around('c'), failing(2))
    await expect(readWholeBody(answer)).rejects.toThrow('gone')
  })
})
