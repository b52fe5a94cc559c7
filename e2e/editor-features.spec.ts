import { expectNoViolations, NIGHTLY } from './pages/looks'
import type { PlaygroundPage } from './pages/playground-page'
import { expect, test } from './pages/watched-test'

/** Statements of several lines come last, because the editor indents text typed below them. */
const TEXT = `version 1.3;
// @unit amount USD
// @ask amount What is the total?
declare amount as numeric;
declare level as enum ["low", "high"];
declare spare as boolean;
let large = amount > 75 "USD";
assert within_limit { amount <= 5000 "USD" };
assert level_when_large {
Implies(large, level == "high")
};
`

/** Moves the cursor by the editor's own command. */
async function goTo({ page }: PlaygroundPage, line: number, column: number) {
  await page.keyboard.press('Control+G')
  const input = page.locator('.quick-input-widget input')
  await expect(input).toBeFocused()
  await input.fill(`:${line}:${column}`)
  await page.keyboard.press('Enter')
  await expect(input).toBeHidden()
}

/** The line number of the cursor. */
async function cursorLine({ editor }: PlaygroundPage): Promise<string | null> {
  const number = editor.locator('.line-numbers.active-line-number')
  await expect(number).toHaveCount(1)
  return await number.textContent()
}

test.beforeEach(async ({ playground }) => {
  await playground.open()
  await playground.write(TEXT)
  await expect(playground.review).toContainText(': 2 assertions')
})

test.describe('the places of a name', () => {
  // Monaco reports a cancelled reading of the places if their list closes too early.
  test.use({ allowedErrors: [/^Canceled: Canceled$/] })

  test('F12 goes to the declaration, Shift F12 shows every place', { tag: NIGHTLY }, async ({ page, playground }) => {
    await goTo(playground, 8, 24)
    await page.keyboard.press('F12')
    await expect.poll(() => cursorLine(playground)).toBe('4')
    await page.keyboard.press('Shift+F12')
    const list = page.locator('.zone-widget .ref-tree')
    await expect(list.locator('.referenceMatch')).toHaveCount(5)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })
})

test('the places of the name at the cursor are marked', { tag: NIGHTLY }, async ({ playground }) => {
  await goTo(playground, 8, 24)
  await expect(playground.editor.locator('.wordHighlightText, .wordHighlight, .wordHighlightStrong')).toHaveCount(5)
})

test('F2 renames everywhere and the text still compiles; a taken name is refused', async ({ page, playground }) => {
  await goTo(playground, 7, 14)
  await page.keyboard.press('F2')
  const box = page.locator('.rename-box input')
  await expect(box).toHaveValue('amount')
  await box.fill('level')
  await page.keyboard.press('Enter')
  await expect(playground.editor.getByText('"level" is the name of a claim on line 5')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(playground.editor).not.toContainText('level > 75')
  await page.keyboard.press('F2')
  await expect(box).toBeVisible()
  await box.fill('total')
  await page.keyboard.press('Enter')
  await expect(playground.editor).toContainText('total <= 5000')
  await expect(playground.editor).toContainText('@unit total USD')
  await expect(playground.editor).not.toContainText('amount')
  await playground.show('Claims')
  await expect(page.getByTestId('claims')).toContainText('total')
  await expect(page.getByText('No problems', { exact: true })).toHaveCount(0)
  await playground.show('Review')
  await expect(playground.review).toContainText(': 2 assertions')
})

test('the outline lists named things and goes there', { tag: NIGHTLY }, async ({ page, playground }) => {
  await page.keyboard.press('Control+Shift+O')
  const outline = page.locator('.quick-input-list')
  await expect(outline).toContainText('within_limit')
  await expect(outline).toContainText('level')
  await page.locator('.quick-input-widget input').pressSequentially('within')
  await page.keyboard.press('Enter')
  await expect.poll(() => cursorLine(playground)).toBe('8')
})

test('statements fold and unfold by keyboard', { tag: NIGHTLY }, async ({ page, playground }) => {
  await goTo(playground, 9, 1)
  await expect(playground.editor).toContainText('Implies')
  await page.keyboard.press('Control+Shift+BracketLeft')
  await expect(playground.editor.getByText('Implies')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+BracketRight')
  await expect(playground.editor).toContainText('Implies')
})

test('words are coloured by their meaning, in both themes', { tag: NIGHTLY }, async ({ page, playground }) => {
  const colour = (text: string) =>
    playground.editor
      .locator('.view-line span span')
      .filter({ hasText: new RegExp(`^${text}$`) })
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect.poll(async () => (await colour('within_limit')) !== (await colour('amount'))).toBe(true)
    await expect.poll(async () => (await colour('spare')) !== (await colour('level'))).toBe(true)
    await expect.poll(async () => (await colour('"USD"')) !== (await colour('"high"'))).toBe(true)
  }
})

test('the text is formatted', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.write('version 1.3;declare   a as boolean;assert it_holds{a};')
  await expect(playground.review).toContainText(': 1 assertion')
  await page.keyboard.press('Control+Shift+I')
  await expect(playground.editor.locator('.view-line')).toHaveCount(4)
})

test('the keys are listed in a dialog that opens and closes by keyboard', { tag: NIGHTLY }, async ({ page }) => {
  const button = page.getByRole('button', { name: 'Keys' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts of the editor' })
  await expect(dialog).toContainText('Rename everywhere')
  await expectNoViolations(page, 'the keys')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'the keys in the dark')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})
