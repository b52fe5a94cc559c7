import type { Page } from '@playwright/test'
import { expectNoViolations } from './pages/looks'
import { saveRuleset } from './pages/page-calls'
import { expect, testOfOwnTeam as test } from './pages/people'

const SOURCE = `version 1.3;
// The ferry must be booked early.
// @ask has_ferry_ticket Is there a ferry ticket?
declare has_ferry_ticket as boolean;
declare nights as numeric;
assert ferry_booked { has_ferry_ticket };
assert short_stay { nights < 8 };
`

const box = (page: Page) => page.getByRole('combobox', { name: 'Search pages, rulesets and their text' })
const active = (page: Page) => page.getByRole('listbox', { name: 'Entries' }).getByRole('option', { selected: true })

test('the palette finds a question, a rule and a page by keyboard', async ({ author }) => {
  await saveRuleset(author, 'trips/islands', SOURCE)
  await author.goto('/units')
  // The page may not listen to the first key yet.
  await expect(async () => {
    if (!(await box(author).isVisible())) await author.keyboard.press('Control+k')
    await expect(box(author)).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await box(author).fill('ferry tick')
  const question = author.getByRole('option', { name: /Question has_ferry_ticket/ })
  await expect(question).toContainText('Is there a ferry ticket?')
  await expect(question.locator('mark')).toHaveText(['ferry', 'ticket'])
  while ((await active(author).textContent()) !== (await question.textContent()))
    await author.keyboard.press('ArrowDown')
  await author.keyboard.press('Enter')
  await expect(author).toHaveURL(/\/rulesets\/trips~islands\/check$/)
  await expect(author.locator('[data-claim="has_ferry_ticket"] :focus')).toHaveCount(1)

  await author.keyboard.press('Control+k')
  await box(author).fill('short stay')
  await expect(active(author)).toContainText('Assertion short_stay')
  await author.keyboard.press('Enter')
  await expect(author).toHaveURL(/\/rulesets\/trips~islands\?line=7$/)
  await expect(author.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first()).toBeFocused()

  // In the text, Ctrl K begins a chord of the editor.
  await author.keyboard.press('Control+k')
  await author.keyboard.press('Control+k')
  await expect(box(author)).toBeFocused()
  await expect(author.getByRole('option', { name: 'Format the text' })).toBeVisible()
  await box(author).fill('save')
  await expect(active(author)).toHaveText('Save')
  await author.keyboard.press('Enter')
  await expect(author.getByRole('dialog', { name: 'Save trips/islands' })).toBeVisible()
  await author.keyboard.press('Escape')

  await author.keyboard.press('Control+k')
  await author.keyboard.press('Control+k')
  await box(author).fill('vocab')
  await author.keyboard.press('Enter')
  await expect(author).toHaveURL(/\/vocabulary$/)
  await author.keyboard.press('Control+k')
  await author.keyboard.press('Escape')
  await expect(box(author)).toBeHidden()
})

test('the palette is usable on a narrow dark screen', async ({ author }) => {
  await saveRuleset(author, 'trips/islands', SOURCE)
  await author.setViewportSize({ width: 390, height: 800 })
  await author.emulateMedia({ colorScheme: 'dark' })
  await author.goto('/')
  await author.getByRole('button', { name: 'Jump to a page or a ruleset' }).click()
  await box(author).fill('ferry')
  await expect(author.getByRole('option', { name: /Note/ })).toContainText('The ferry must be booked early.')
  await expectNoViolations(author, 'the palette')
  expect(await author.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await author.screenshot({ path: '.data/e2e-results/palette-narrow.png' })
  await author
    .getByRole('option', { name: /Claim has_ferry_ticket/ })
    .first()
    .click()
  await expect(author).toHaveURL(/\?line=\d+$/)
})

test('an author renames a ruleset, archives it and restores it', async ({ author, reviewer }) => {
  await saveRuleset(author, 'trips/lakes', SOURCE.replace('short_stay', 'lake_stay'))
  await author.goto('/')
  await author.getByRole('button', { name: 'Rename or archive trips/lakes' }).click()
  const dialog = author.getByRole('dialog', { name: 'Rename or archive trips/lakes' })
  await expectNoViolations(author, 'the dialog of a name')
  await author.screenshot({ path: '.data/e2e-results/name-dialog.png' })
  await dialog.getByLabel('New name').fill('trips/rivers')
  await author.keyboard.press('Enter')
  await expect(author.getByRole('link', { name: 'trips/rivers', exact: true })).toBeVisible()
  await expect(author.getByRole('link', { name: 'trips/lakes', exact: true })).toHaveCount(0)

  await author.goto('/rulesets/trips~lakes')
  await expect(author.getByText('Renamed to trips/rivers')).toBeVisible()
  await author.goto('/rulesets/trips~rivers/history')
  await expect(author.getByRole('link', { name: 'history of trips/lakes' })).toBeVisible()
  await author.screenshot({ path: '.data/e2e-results/renamed-history.png' })
  await author.getByRole('button', { name: 'Rename or archive' }).click()
  await author.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(author.getByText('Archived: lists and searches leave this ruleset out.')).toBeVisible()

  await reviewer.goto('/')
  await reviewer.getByRole('button', { name: 'Archived (1)' }).click()
  await expect(reviewer.getByRole('link', { name: 'trips/rivers', exact: true })).toBeVisible()
  await expect(reviewer.getByRole('button', { name: /Restore/ })).toHaveCount(0)
  await author.goto('/?archived=1')
  await author.screenshot({ path: '.data/e2e-results/archived-list.png' })
  await author.getByRole('button', { name: 'Restore trips/rivers' }).click()
  await author.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(author.getByText('No ruleset is archived.')).toBeVisible()
  await author.goto('/')
  await expect(author.getByRole('link', { name: 'trips/rivers', exact: true })).toBeVisible()
})
