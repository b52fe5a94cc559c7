import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LosslessJson, readJson, writeJson } from '../language/numeric/lossless-json'
import { type JsonPath, parsePath, selectNodes, withValueAt } from './json-path'

function pathOf(text: string): JsonPath {
  const path = parsePath(text)
  if (!('steps' in path)) throw new Error(`${text}: ${path.message}`)
  return path
}

function jsonOf(text: string): LosslessJson {
  const read = readJson(text)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.value
}

function valuesAt(document: string, path: string): string {
  return writeJson(selectNodes(jsonOf(document), pathOf(path)).map(({ value }) => value))
}

describe('a path selects the nodes of RFC 9535', () => {
  it.each([
    ['$', '{"a":1}', '[{"a":1}]'],
    ['$.a.b', '{"a":{"b":12345678901234567890.10}}', '[12345678901234567890.10]'],
    ["$['a']['b']", '{"a":{"b":1}}', '[1]'],
    ['$["a"].b', '{"a":{"b":1}}', '[1]'],
    ["$ [ 'a' ] .b", '{"a":{"b":1}}', '[1]'],
    ["$['it\\'s']", '{"it\'s":1}', '[1]'],
    ['$["\\u0061\\n"]', '{"a\\n":1}', '[1]'],
    ["$['']", '{"":1}', '[1]'],
    ['$.ä☺', '{"ä☺":1}', '[1]'],
    ['$.list[1]', '{"list":[1,2,3]}', '[2]'],
    ['$.list[-1]', '{"list":[1,2,3]}', '[3]'],
    ['$.list[-4]', '{"list":[1,2,3]}', '[]'],
    ['$.list[3]', '{"list":[1,2,3]}', '[]'],
    ['$.list[*].n', '{"list":[{"n":1},{"m":2},{"n":3}]}', '[1,3]'],
    ['$.*', '{"a":1,"b":[2]}', '[1,[2]]'],
    ['$[*]', '[1,null]', '[1,null]'],
    ['$.a', '[1]', '[]'],
    ['$[0]', '{"0":1}', '[]'],
    ['$.a.b', '{"a":"text"}', '[]'],
    ['$.a', '{"a":null}', '[null]'],
    ['$.length', '[1,2]', '[]'],
    ['$.text', '12', '[]'],
    ['$.constructor', '{}', '[]'],
    ['$.__proto__', '{"__proto__":7}', '[7]'],
  ])('%s of %s', (path, document, expected) => {
    expect(valuesAt(document, path)).toBe(expected)
  })
})

it.each([
  '',
  'a',
  '$.',
  '$..a',
  '$[1:2]',
  "$['a','b']",
  '$[?@.a]',
  '$[01]',
  '$[-0]',
  '$[9007199254740993]',
  "$['a",
  '$.1a',
  '$[a]',
  "$['\\x']",
  '$.a ',
  '$["\\ud800"]',
])('refuses %s and names the offset', (text) => {
  const path = parsePath(text)
  expect('message' in path && path.offset <= text.length).toBe(true)
})

describe('a written value', () => {
  it.each([
    ['$.a', '{"a":1,"b":2}', '{"a":9,"b":2}'],
    ['$.c', '{"a":1}', '{"a":1,"c":9}'],
    ['$.c.d', '{}', '{"c":{"d":9}}'],
    ['$.list[-1].n', '{"list":[{"n":1},{"n":2}]}', '{"list":[{"n":1},{"n":9}]}'],
    ['$.list[5]', '{"list":[]}', null],
    ['$.a.b', '{"a":"text"}', null],
    ['$[0]', '{}', null],
    ['$.__proto__', '{}', '{"__proto__":9}'],
  ])('at %s of %s', (path, document, expected) => {
    const before = jsonOf(document)
    const after = withValueAt(before, pathOf(path).steps, jsonOf('9'))
    expect(after === undefined ? null : writeJson(after)).toBe(expected)
    expect(writeJson(before)).toBe(document)
  })

  it('is what the path then selects, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (document, pick) => {
        const root = jsonOf(JSON.stringify(document))
        const every = allNodes(root)
        const { location } = every[pick % every.length]!
        const text = `$${location.map((key) => `[${typeof key === 'number' ? key : JSON.stringify(key)}]`).join('')}`
        const path = pathOf(text)
        const after = withValueAt(root, path.steps, 'another')
        expect(selectNodes(after ?? null, path)).toEqual([{ location, value: 'another' }])
        expect(writeJson(withValueAt(after, path.steps, selectNodes(root, path)[0]!.value))).toBe(writeJson(root))
      }),
    )
  })
})

function allNodes(root: LosslessJson) {
  let level = selectNodes(root, pathOf('$'))
  const all = [...level]
  for (let path = '$[*]'; level.length > 0; path += '[*]') {
    level = selectNodes(root, pathOf(path))
    all.push(...level)
  }
  return all
}
