/** The planted changes are what they claim to be, the sheets do not tell them, and known answers are scored right. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlantedItems, PLANTED_KINDS } from './planted-items'
import { type ReaderAnswers, readAnswers, scoreAnswers, scoreInWords, shareOf } from './score-answers'
import { PRESENTATIONS, writeSheets } from './write-sheets'

const items = makePlantedItems()
const folder = mkdtempSync(path.join(tmpdir(), 'planted-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A reader who says it right, except for the items of `wrong`. */
function reader(wrong: (place: number) => boolean = () => false): ReaderAnswers {
  const answers = items.map(({ id, isPlanted, names }, place) => {
    const changed = isPlanted !== wrong(place)
    return { item: id, changed, rule: changed ? (names[0] ?? 'some_rule') : '', seconds: 10 + place }
  })
  return { reader: 'A', presentation: 'meaning', answers }
}

it('are 40 changes of eight kinds in ten policies, and 40 rewrites that are proved the same', () => {
  const planted = items.filter(({ isPlanted }) => isPlanted)
  expect([planted.length, items.length, new Set(items.map(({ policy }) => policy)).size]).toEqual([40, 80, 10])
  for (const kind of PLANTED_KINDS) expect(planted.filter((item) => item.kind === kind)).toHaveLength(5)
  for (const { isPlanted, names, policy, kind } of items)
    expect([policy, kind, names.length > 0]).toEqual([policy, kind, isPlanted])
})

it('are on sheets without the key, and an empty answer file can be scored', () => {
  writeSheets(folder, items)
  for (const presentation of PRESENTATIONS) {
    const read = (name: string) => readFileSync(path.join(folder, presentation, name), 'utf8')
    expect(read('sheet.md').match(/^## \d\d /gm)).toHaveLength(80)
    for (const kind of [...PLANTED_KINDS, 'planted', 'harmless'])
      expect(`${read('sheet.md')} ${read('sheet.html')} ${read('instructions.md')}`).not.toContain(kind)
    expect(scoreAnswers(items, [readAnswers(read('answers.json'))])).toMatchObject([
      { presentation, found: { count: 0, of: 40 }, falseAlarms: { count: 0, of: 40 }, unanswered: 80 },
    ])
  }
})

it.each(PRESENTATIONS)('can be named from the sheet of the %s', (presentation) => {
  writeSheets(folder, items)
  const pages = readFileSync(path.join(folder, presentation, 'sheet.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
  for (const [place, { id, isPlanted, names }] of items.entries())
    if (isPlanted)
      expect([
        id,
        names.some((name) => pages[place]!.includes(name.replaceAll('_', ' ')) || pages[place]!.includes(name)),
      ]).toEqual([id, true])
})

describe('a score', () => {
  it('counts finds, false alarms and seconds', () => {
    expect(scoreAnswers(items, [reader()])).toMatchObject([
      { found: { count: 40, of: 40 }, noticed: { count: 40 }, falseAlarms: { count: 0, of: 40 }, medianSeconds: 49.5 },
    ])
    const [wrong] = scoreAnswers(items, [reader((place) => place % 10 === 0)])
    const missed = items.filter(({ isPlanted }, place) => place % 10 === 0 && isPlanted).length
    expect(wrong).toMatchObject({ found: { count: 40 - missed }, falseAlarms: { count: 8 - missed } })
  })

  it('keeps each reader apart', () => {
    const blind = { ...reader(() => true), reader: 'B' }
    const [score] = scoreAnswers(items, [reader(), blind])
    expect(score!.byReader).toMatchObject([
      { reader: 'A', found: { count: 40 }, falseAlarms: { count: 0 }, seconds: 3_960, medianSeconds: 49.5 },
      { reader: 'B', found: { count: 0 }, falseAlarms: { count: 40 } },
    ])
    expect(scoreInWords(score!)).toContain('reader A: found 40 of 40, false alarms 0 of 40, 3960 s, median 49.5 s')
  })

  it('finds nothing under a wrong name, and takes names in other spellings', () => {
    const misnamed = reader()
    const [score] = scoreAnswers(items, [
      { ...misnamed, answers: misnamed.answers.map((answer) => ({ ...answer, rule: 'nothing' })) },
    ])
    expect(score).toMatchObject({ found: { count: 0 }, noticed: { count: 40 } })
    const respelled = misnamed.answers.map((answer) => ({
      ...answer,
      item: String(Number(answer.item)),
      rule: `The rule ${answer.rule!.replaceAll('_', ' ').toUpperCase()}, other`,
    }))
    expect(scoreAnswers(items, [{ ...misnamed, answers: respelled }])).toMatchObject([{ found: { count: 40 } }])
  })

  it('adds readers of one presentation, and keeps presentations apart', () => {
    const other: ReaderAnswers = { ...reader(() => true), presentation: 'text' }
    const scores = scoreAnswers(items, [reader(), reader(), other])
    expect(scores.map(({ presentation, found, falseAlarms }) => [presentation, found.of, falseAlarms.count])).toEqual([
      ['text', 40, 40],
      ['meaning', 80, 0],
    ])
    expect(scoreInWords(scores[1]!)).toContain('found          80 of 80 = 100.0 % (95 %: 95.5 % to 100.0 %)')
  })

  it('has the interval of Clopper and Pearson', () => {
    // Computed from the quantiles of the beta distribution.
    const rounded = ({ from, to }: ReturnType<typeof shareOf>) => [from.toFixed(4), to.toFixed(4)]
    expect(rounded(shareOf(0, 40))).toEqual(['0.0000', '0.0881'])
    expect(rounded(shareOf(40, 40))).toEqual(['0.9119', '1.0000'])
    expect(rounded(shareOf(5, 10))).toEqual(['0.1871', '0.8129'])
    expect(rounded(shareOf(36, 40))).toEqual(['0.7634', '0.9721'])
  })
})
