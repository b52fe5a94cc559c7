/** An author who does not know the language gets a first rule. Recorded: .data/e2e-results has a picture of each step. */
import type { Locator } from '@playwright/test'
import { CheckPage } from '../pages/check-page'
import { expectNoViolations } from '../pages/looks'
import { expect, makeTeam, test } from '../pages/people'
import { RulesetPage } from '../pages/ruleset-page'
import { POLICY } from './policy'

test.use({ trace: 'on' })

/**
 * Seconds of a practised person by the keystroke-level model of Card, Moran and Newell: a key 0.28, a move of the mouse
 * 1.1, a press and release 0.2, moving the hands 0.4 each way, a decision 1.35.
 */
const KEY_SECONDS = 0.28
const CLICK_SECONDS = 1.1 + 0.2 + 1.35
const FIELD_SECONDS = CLICK_SECONDS + 2 * 0.4
const MAX_PERSON_SECONDS = 120

test('from an empty namespace to a first rule that cites and answers in two minutes and 12 clicks', async ({
  signedInPage,
}, testInfo) => {
  const author = await signedInPage((await makeTeam()).author)
  const started = Date.now()
  let clicks = 0
  let personSeconds = 0
  const click = async (role: 'button' | 'link', name: string | RegExp) => {
    clicks++
    personSeconds += CLICK_SECONDS
    await author.getByRole(role, { name, exact: typeof name === 'string' }).click()
  }
  /** @param keys fewer than the text has if it is pasted */
  const write = async (field: Locator, text: string, keys = text.length) => {
    personSeconds += FIELD_SECONDS + keys * KEY_SECONDS
    await field.fill(text)
  }
  await author.goto('/')
  await click('link', 'New ruleset')
  await click('link', 'Paste or upload your policy')
  await write(author.getByLabel('Label', { exact: true }), 'TE-07')
  await write(author.getByLabel('Text of the policy'), POLICY, 'Ctrl V'.split(' ').length)
  await click('button', 'Add the document')
  await expect(author.getByText('Choose a clause and add a rule for it')).toBeVisible()
  await click('button', 'Add a rule for clause 1.1')
  const dialog = author.getByRole('dialog')
  await write(dialog.getByLabel('Name of the rule'), 'meal')
  await write(dialog.getByLabel('Question'), 'Cost of the meal')
  await write(dialog.getByLabel('Unit'), 'USD')
  await write(dialog.getByLabel('Limit'), '60')
  const formShown = Date.now()
  await expectNoViolations(author, 'the form of a rule')
  const auditMs = Date.now() - formShown
  await click('button', 'Write the rule')
  const ruleset = new RulesetPage(author)
  await ruleset.ready()
  await expect(author).toHaveURL('/rulesets/new')
  await expect.poll(() => ruleset.draft()).toContain('@cite meal TE-07 1.1')
  await click('button', 'Save')
  await write(ruleset.saveDialog.getByLabel('Name'), 'meals')
  await click('button', 'Save revision')
  await ruleset.expectSaved()
  await click('link', 'Check page')
  const check = new CheckPage(author)
  await write(check.claim('cost_of_the_meal').getByRole('textbox'), '70')
  await check.expectResult('meal', 'FALSE')
  const machineSeconds = (Date.now() - started - auditMs) / 1_000
  testInfo.annotations.push({
    type: 'first rule',
    description: `${clicks} clicks, a person ${personSeconds.toFixed(0)} s, the pages ${machineSeconds.toFixed(0)} s`,
  })
  expect(clicks).toBeLessThanOrEqual(12)
  expect(personSeconds).toBeLessThanOrEqual(MAX_PERSON_SECONDS)

  await author.goto('/documents/TE-07')
  await author.getByLabel('Compare with the ruleset').fill('meals')
  await author.getByRole('button', { name: 'Show the coverage' }).click()
  await expect(author.getByText('1 of 12 clauses covered, 11 open')).toBeVisible()

  await author.getByRole('button', { name: 'Add a rule for clause 3.1' }).click()
  await dialog.getByLabel('Shape of the rule').selectOption('if_then')
  await dialog.getByLabel('The condition is').selectOption('limit')
  await dialog.getByLabel('Name of the rule').fill('receipt')
  await dialog.getByLabel('Name', { exact: true }).first().fill('cost_of_the_meal')
  await dialog.getByLabel('Limit').fill('75')
  await dialog.getByLabel('Comparison').selectOption('is at least')
  await dialog.getByLabel('Unit').fill('USD')
  await dialog.getByLabel('Name', { exact: true }).last().fill('has_receipt')
  await dialog.getByLabel('Ruleset', { exact: true }).selectOption('A saved ruleset')
  await dialog.getByLabel('Name of the ruleset').fill('meals')
  await dialog.getByRole('button', { name: 'Write the rule' }).click()
  await ruleset.ready()
  await expect(author).toHaveURL('/rulesets/meals')
  await ruleset.save({ message: 'Receipts' })
  await ruleset.expectSaved()
})
