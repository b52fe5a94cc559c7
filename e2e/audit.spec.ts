import { readFileSync } from 'node:fs'
import { expectNoViolations, NIGHTLY } from './pages/looks'
import { saveRuleset, signRevision } from './pages/page-calls'
import { expect, makeTeam, PASSWORD, testOfOwnTeam as test } from './pages/people'
import { RECEIPTS } from './pages/rulesets'

const NAME = 'listed in the log'

let written = false
test.beforeEach(async ({ author, reviewer }) => {
  if (written) return
  await signRevision(reviewer, await saveRuleset(author, NAME, RECEIPTS), PASSWORD)
  written = true
})

test('the newest events come first, in words, with links to their subjects', async ({ administrator }) => {
  await administrator.goto('/audit')
  const rows = administrator.getByRole('region', { name: 'Entries of the log' }).getByRole('row')
  const saved = rows.filter({ hasText: 'Ruleset saved' })
  await expect(saved).toContainText('Arne Author')
  await expect(saved.getByRole('link', { name: NAME })).toBeVisible()
  const approval = rows.filter({ hasText: 'Approval recorded' })
  await expect(approval).toContainText('Rosa Reviewer, signed')
  const numbers = await rows.locator('td:first-child').allTextContents()
  expect(numbers.map(Number)).toEqual(numbers.map(Number).toSorted((one, other) => other - one))
  await rows.filter({ hasText: 'Review signed' }).getByRole('link', { name: 'Receipt' }).click()
  await expect(administrator.getByRole('heading', { name: 'Rosa Reviewer approved it' })).toBeVisible()
})

test('filters are in the address and can be undone', { tag: NIGHTLY }, async ({ administrator }) => {
  await administrator.goto('/audit')
  const rows = administrator.getByRole('region', { name: 'Entries of the log' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const all = await rows.count()
  const event = administrator.getByRole('combobox', { name: 'Event' })
  await event.click()
  await expect(administrator.getByRole('group', { name: 'Members and invitations' })).toBeVisible()
  await event.fill('ruleset saved')
  await expect(administrator.getByRole('option')).toHaveText(['Ruleset saved'])
  await event.press('Enter')
  await expect(event).toHaveValue('Ruleset saved')
  await administrator.getByRole('searchbox', { name: 'Who' }).fill('arne')
  await administrator.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(administrator).toHaveURL(/\/audit\?kind=name_bound&actor=arne$/)
  await expect(rows).toHaveCount(1)
  await administrator.reload()
  await expect(rows).toHaveCount(1)
  await expect(administrator.getByRole('searchbox', { name: 'Who' })).toHaveValue('arne')
  await expect(event).toHaveValue('Ruleset saved')
  await administrator.getByRole('searchbox', { name: 'Who' }).fill('no member of this name')
  await administrator.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(administrator.getByText('No matching entries')).toBeVisible()
  await administrator.goBack()
  await expect(rows).toHaveCount(1)
  await administrator.getByRole('button', { name: 'Clear' }).click()
  await expect(rows).toHaveCount(all)
  await expect(administrator).toHaveURL(/\/audit$/)
})

test('the first entry says what it recorded, and settings are sentences', async ({ signedInPage }) => {
  // The rules of the other journeys' namespace stay as they are.
  const administrator = await signedInPage((await makeTeam()).administrator)
  await administrator.goto('/audit')
  const rows = administrator.getByRole('region', { name: 'Entries of the log' }).locator('tbody tr')
  const first = rows.filter({ has: administrator.getByRole('cell', { name: '0', exact: true }) })
  await expect(first).toContainText('Log started')
  await expect(first).toContainText('The namespace when its log began')
  await administrator.goto('/settings/namespace')
  await administrator.getByLabel('Approvals without a signature are recorded').click()
  await administrator.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(administrator.getByText(/^Saved\./)).toBeVisible()
  await administrator.goto('/audit')
  const changed = rows.filter({ hasText: 'Settings changed' }).first()
  await expect(changed).toContainText(/“Approvals without a signature are recorded” is switched (on|off)/)
  await expect(changed.locator('p').first()).not.toContainText(/null|_/)
})

test('a day without events shows no entries', { tag: NIGHTLY }, async ({ administrator }) => {
  await administrator.goto('/audit?to=2001-01-01')
  await expect(administrator.getByText('No matching entries')).toBeVisible()
  await administrator.getByRole('button', { name: 'Show everything' }).click()
  await expect(administrator.getByRole('region', { name: 'Entries of the log' })).toBeVisible()
})

test('the log verifies, and its export ends with a checkpoint', async ({ administrator }, testInfo) => {
  await administrator.goto('/audit')
  await administrator.getByRole('button', { name: 'Verify and sign a checkpoint' }).click()
  await expect(administrator.getByText(/^Entries 0 to \d+ verify against the checkpoint$/)).toBeVisible()
  const size = Number((await administrator.getByTestId('checkpoint').textContent())?.split('\n')[1])
  const [download] = await Promise.all([
    administrator.waitForEvent('download'),
    administrator.getByRole('button', { name: 'Export as JSON Lines' }).click(),
  ])
  const file = testInfo.outputPath('log.jsonl')
  await download.saveAs(file)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(size)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  await expect(administrator.getByText('Saved', { exact: true })).toBeVisible()
})

test('an author and a reviewer see who may read it', { tag: NIGHTLY }, async ({ author, reviewer }) => {
  for (const page of [author, reviewer]) {
    await page.goto('/audit')
    await expect(page.getByText('Your role does not give access to this page')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' })).toHaveCount(0)
  }
})

test('the page has no faults in both themes, wide and narrow', { tag: NIGHTLY }, async ({ administrator }) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await administrator.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await administrator.setViewportSize({ width, height: 844 })
      await administrator.goto('/audit')
      await administrator.getByRole('button', { name: 'Verify and sign a checkpoint' }).click()
      await expect(administrator.getByTestId('checkpoint')).toBeVisible()
      await administrator.getByText('Raw entry').first().click()
      await expectNoViolations(administrator, `audit, ${colorScheme}, ${width}`)
      const wider = await administrator.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wider, `${width}`).toBeLessThanOrEqual(0)
    }
})
