import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectNoViolations, NIGHTLY } from './pages/looks'
import { expect, test } from './pages/watched-test'

const RUN = path.resolve(import.meta.dirname, '../server/testing/planted-changes/run.ts')
const run = (...args: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', RUN, ...args], { encoding: 'utf8' })

test('a reader answers a sheet in a browser, and the saved file is scored with its times', { tag: NIGHTLY }, async ({
  page,
}) => {
  test.setTimeout(600_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'planted-sheet-'))
  run('sheets', folder)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const presentation of ['text', 'words', 'meaning']) {
    await page.goto(pathToFileURL(path.join(folder, presentation, 'sheet.html')).href)
    await expectNoViolations(page, `instructions of ${presentation}`)
    await page.getByLabel('A name or a word for yourself').fill('Reader 1')
    await page.getByRole('button', { name: 'Begin' }).click()
    for (const number of ['01', '02', '03', '04']) {
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`${number} of 80`)
      await page.getByRole('radio', { name: number === '04' ? 'No' : 'Yes' }).check()
      await page.getByLabel('If yes').fill('some_rule')
      await page.keyboard.press('Enter')
    }
    await expectNoViolations(page, `a number of ${presentation}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.screenshot({ path: test.info().outputPath(`${presentation}.png`) })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the answers so far' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`answers-${presentation}-Reader-1.json`)
    const file = path.join(folder, presentation, download.suggestedFilename())
    await download.saveAs(file)
    const { answers } = JSON.parse(readFileSync(file, 'utf8')) as { answers: Record<string, unknown>[] }
    expect(answers.slice(0, 4).map(({ changed, rule }) => [changed, rule])).toEqual([
      ...Array.from({ length: 3 }, () => [true, 'some_rule']),
      [false, ''],
    ])
    for (const { seconds } of answers.slice(0, 4)) expect(seconds).toBeGreaterThan(0)
    const score = run('score', file)
    expect(score).toMatch(new RegExp(`^${presentation}: 1 reader$`, 'm'))
    expect(score).toMatch(/^ {2}unanswered {5}76$/m)
    expect(score).toMatch(/^ {2}reader Reader 1: found 0 of 40, false alarms \d of 40, \d+ s, median [\d.]+ s$/m)
  }
  rmSync(folder, { recursive: true })
})
