/** Text typed with real keys stays as typed, whatever lists open meanwhile. */
import { NIGHTLY } from './pages/looks'
import { expect, test } from './pages/watched-test'

/** Lines end in words that the editor completes: a unit, a claim, a type, a policy, a member, a word of a condition. */
const TYPED = `version 1.3;
// @unit paid USD
// @unit held d
declare paid as numeric;
declare held as numeric;
declare level as enum ["low", "high"];
declare
flag as boolean;
let large = paid > 75 "USD";
assert small [neutral] { flag };
assert known { level == "high" };
assert late { held > 30 "d" };
`

const lines = (text: string) =>
  text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim())

test('Enter ends a line whose last word is complete', async ({ page, playground }) => {
  await playground.open()
  await playground.focusEditor()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.type(TYPED, { delay: 30 })
  await expect.poll(async () => lines(await storedSource(page))).toEqual(lines(TYPED))
})

test('Enter accepts a suggestion for part of a word, and one chosen with an arrow key', {
  tag: NIGHTLY,
}, async ({ page, playground }) => {
  await playground.open()
  await playground.write('version 1.3;\n// @unit paid USD\ndeclare paid as numeric;\ndeclare held as ')
  const list = page.locator('.suggest-widget.visible')
  await page.keyboard.type('boo', { delay: 50 })
  await expect(list).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => storedSource(page)).toContain('held as boolean')
  await page.keyboard.type(';\n// @unit held US', { delay: 50 })
  await expect(list).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => storedSource(page)).toContain('// @unit held USD')
})

/** The text in this browser's storage. */
function storedSource(page: { evaluate: <T>(question: () => T) => Promise<T> }): Promise<string> {
  return page.evaluate(() => {
    const work = Object.entries(localStorage).find(([key]) => key === 'touchstone.playground')?.[1] ?? '{}'
    return (JSON.parse(work) as { source?: string }).source ?? ''
  })
}
