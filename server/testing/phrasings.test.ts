/** The prose of the project reads as plain English: each phrasing is rare, and comments are at most 80 words for 100 lines of code. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commentsOf, PHRASINGS, proseLinesOf, rateOf, testNamesOf, wordsIn } from './phrasings'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MAX_RATE = 5
const MAX_COMMENT_WORDS = 80

const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(ROOT, file)))
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))

const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file)
const code = tracked('*.ts', '*.tsx').filter(({ file }) => !/\.d\.ts$/.test(file))
const documents = tracked('*.md').filter(({ file }) => !file.includes('CHANGELOG'))

const prose = {
  comments: code.flatMap(({ text }) => commentsOf(text)),
  documents: documents.flatMap(({ text }) => proseLinesOf(text)),
  'test names': code.filter(({ file }) => isTest(file)).flatMap(({ text }) => testNamesOf(text)),
}

describe.each(Object.entries(prose))('%s', (_, texts) => {
  it.each(Object.entries(PHRASINGS))('seldom use %s', (_name, phrasing) => {
    expect(wordsIn(texts)).toBeGreaterThan(10_000)
    expect(rateOf(phrasing, texts)).toBeLessThanOrEqual(MAX_RATE)
  })
})

it('comments are at most 80 words for 100 lines of code', () => {
  const product = code.filter(({ file }) => !isTest(file))
  const lines = product.reduce(
    (sum, { text }) => sum + text.split('\n').filter((line) => /^\s*(?!\/\/|\/?\*)\S/.test(line)).length,
    0,
  )
  const words = wordsIn(product.flatMap(({ text }) => commentsOf(text)))
  expect((words / lines) * 100).toBeLessThanOrEqual(MAX_COMMENT_WORDS)
})

describe('the counters', () => {
  it('read comments, documents and test names', () => {
    expect(
      commentsOf('/** Keeps a value.\n * @throws Refusal */\nconst a = 1 // Where it is given\n// one\n// two\n'),
    ).toEqual(['Keeps a value. . Refusal', 'Where it is given', 'one two'])
    expect(proseLinesOf('# Title\n```sh\nnone\n```\n- a row')).toEqual(['Title', 'a row'])
    expect(testNamesOf("it('keeps a', () => {})\ntest.each(rows)('x')\nit(`drops b`, f)")).toEqual([
      'keeps a',
      'drops b',
    ])
  })

  it.each([
    ['"where" for "if" or "when"', 'Returns null where it is absent.'],
    ['a statement that begins with "What"', 'What the page shows.'],
    ['"none" as a noun', 'Null for none.'],
    ['"alone" for "only"', 'The engine alone decides.'],
    ['"is no X"', 'That is no number.'],
    ['the verb before its subject', 'Nor does it wait.'],
  ])('find %s', (name, text) => {
    expect(rateOf(PHRASINGS[name]!, [text])).toBeGreaterThan(0)
    expect(rateOf(PHRASINGS[name]!, ['It returns the place where it is stored.'])).toBe(0)
  })
})
