/**
 * Names, comments and messages use the words of GLOSSARY.md.
 *
 * A word is banned whole, in any inflection that is listed, also as one part of a compound name (`oldDoor`). Names that
 * say nothing of their value are banned as complete identifiers only. `ALLOWED` lists where a word stays, and why.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Rows of the glossary, column "not", with their inflections. */
const BANNED = [
  ['door', 'doors', 'carrier', 'carriers'],
  ['wish', 'wishes', 'wished'],
  ['most_'],
  ['desk', 'desks', 'purse', 'purses'],
  ['patience', 'patient', 'patiently'],
  ['teller', 'tellers', 'ladder', 'ladders'],
  ['standing', 'standings'],
  ['homeless'],
].flat()

/** Names that say nothing of their value. */
const VAGUE = ['parts', 'material', 'asked', 'said', 'wish']

/** Files in which a banned word stays, and why. */
const ALLOWED: readonly { readonly file: RegExp; readonly words: readonly string[]; readonly reason: string }[] = [
  { file: /^GLOSSARY\.md$/, words: BANNED, reason: 'names the banned words' },
  { file: /^server\/testing\/glossary\.test\.ts$/, words: BANNED, reason: 'names the banned words' },
  {
    file: /^server\/services\/vocabulary\/seeded-terms\.ts$/,
    words: ['patient'],
    reason: 'terms of health care in the published vocabulary',
  },
]

/** Names that say nothing of their value, and stay because they are stored or sent. */
const SENT = [
  'server/database/log/read-rows.ts: parts',
  'server/engine/explain/english/clause.ts: parts',
  'server/engine/explain/english/sentence.ts: parts',
  'server/messaging/database/notices.ts: said',
  'server/services/guardrails/machine-accounts/service-accounts.test.ts: asked',
  'server/services/guardrails/machine-accounts/service-accounts.ts: asked',
]

/** Policies and recorded data, whose words are those of their authors. */
const DATA =
  /^(public\/examples\/|prisma\/migrations\/|package-lock|server\/testing\/golden\/(?!.*\.ts$)|server\/testing\/benchmarks\/package-lock)/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|md|css|prisma)$/.test(file) && !DATA.test(file) && existsSync(path.join(ROOT, file)))

/** `oldDoor`, `DOOR_NAME` and "door" each hold the word `door`; `indoors` does not. */
function wordsOf(text: string): Set<string> {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const words = new Set(apart.match(/[a-z]+/g))
  if (/\bMOST_/.test(text)) words.add('most_')
  return words
}

/** A declaration of a vague name: a variable, a function, a member of a type, or a parameter. */
const DECLARED = new RegExp(
  [
    `\\b(?:const|let|var|function|readonly|private) (${VAGUE.join('|')})\\b`,
    `[(,] ?(${VAGUE.join('|')})(?:\\??: |\\)? =>)`,
  ].join('|'),
  'g',
)

describe('the words of the glossary', () => {
  it('are used in names, comments, messages and documents', () => {
    const problems = files.flatMap((file) => {
      const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n')
      const allowed = new Set(ALLOWED.filter((entry) => entry.file.test(file)).flatMap((entry) => entry.words))
      return lines.flatMap((line, index) => {
        const words = wordsOf(line)
        return BANNED.filter((word) => words.has(word) && !allowed.has(word)).map(
          (word) => `${file}:${index + 1}: ${word}`,
        )
      })
    })
    expect(problems.join('\n')).toBe('')
  })

  it('leave no name that says nothing about its value', () => {
    const problems = files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const declared = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(DECLARED)]
        return [...new Set(declared.map(([, name, parameter]) => `${file}: ${name ?? parameter}`))]
      })
    expect(problems).toEqual(SENT)
  })

  it('are needed in every file that may use them', () => {
    const unused = ALLOWED.flatMap(({ file, words }) => {
      const texts = files.filter((name) => file.test(name)).map((name) => readFileSync(path.join(ROOT, name), 'utf8'))
      const used = wordsOf(texts.join('\n'))
      return words.length === BANNED.length
        ? []
        : words.filter((word) => !used.has(word)).map((word) => `${file}: ${word}`)
    })
    expect(unused).toEqual([])
  })
})
