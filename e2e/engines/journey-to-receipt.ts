/** From the set-up link to the receipt of a signature, with every dialog on the way. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { PASSWORD } from '../pages/team'
import { type JourneyPage, waitUntilPasses } from './journey-page'

const ADMINISTRATOR = 'Ada Administrator'
const REVIEWER = 'Rosa Reviewer'

/** Some lines end in words that the editor completes; Enter must still end the line. */
const RULESET = `version 1.3;
// @ask amount How much was paid?
// @unit amount USD
declare amount as numeric;
// @ask has_receipt Is there a receipt?
declare has_receipt as
boolean;
assert receipt_held { Implies(amount > 75 "USD", has_receipt) };
`

/** @param link makes an administrator */
export async function journeyToReceipt(page: JourneyPage, link: string): Promise<void> {
  await setUp(page, link)
  const invitation = await inviteReviewer(page)
  const name = `expenses-${randomUUID().slice(0, 8)}`
  await writeRuleset(page, name)
  const hash = await checkRuleset(page, name)
  await signOut(page)
  await joinNamespace(page, invitation)
  await approveRuleset(page, hash)
}

async function setUp(page: JourneyPage, link: string): Promise<void> {
  await page.open(link)
  await fillAccount(page, ADMINISTRATOR)
  await page.fill('Name of the namespace', 'Of the engines')
  await page.tick('Standard')
  await page.click('button', 'Create account')
  await page.see(ADMINISTRATOR)
}

async function fillAccount(page: JourneyPage, name: string): Promise<void> {
  await page.fill('Your name', name)
  await page.fill('E-mail address', `${randomUUID()}@example.org`)
  await page.fill('Password', PASSWORD)
}

async function inviteReviewer(page: JourneyPage): Promise<string> {
  await page.open('/settings/members')
  await page.click('button', 'Invite a person')
  await page.lookAtDialog('Invite a person')
  await page.tick('Author', false)
  await page.tick('Reviewer')
  await page.click('button', 'Create invitation')
  await page.lookAtDialog('Invitation created')
  const link = String(await page.value('Link'))
  expect(link).toMatch(/\/invite\/[\w-]{43}$/)
  await page.click('button', 'Done')
  await page.expectNoDialog()
  return link
}

async function writeRuleset(page: JourneyPage, name: string): Promise<void> {
  await page.open('/rulesets/new')
  await page.clickInto('[data-testid="editor"] .view-lines')
  await page.press('a', { control: true })
  await page.press('Delete')
  await page.type(RULESET)
  await waitUntilPasses(async () => expect(await draftLines(page)).toEqual(linesOf(RULESET)))
  await page.screenshot('editor')
  await page.click('button', 'Keys')
  await page.lookAtDialog('Keyboard shortcuts of the editor')
  await page.press('Escape')
  await page.expectNoDialog()
  await page.clickInto('[data-testid="editor"] .view-lines')
  await page.press('s', { control: true })
  await page.lookAtDialog('Save as a new ruleset')
  await page.fill('Name', name)
  await page.fill('Message (optional)', 'As the regulation has it')
  await page.click('button', 'Save revision')
  await page.expectNoDialog()
  await page.see('Saved as')
}

/** Reads the draft from the browser's storage, before the text is saved. */
async function draftLines(page: JourneyPage): Promise<readonly string[]> {
  const [draft] = await page.evaluate<string[]>(
    "Object.entries(localStorage).filter(([key]) => key.startsWith('touchstone.draft/')).map(([, value]) => value)",
  )
  return linesOf((JSON.parse(draft ?? '{}') as { source?: string }).source ?? '')
}

const linesOf = (text: string) => text.split('\n').map((line) => line.trim())

/** @returns the hash of the revision */
async function checkRuleset(page: JourneyPage, name: string): Promise<string> {
  await page.click('link', 'Check page')
  await page.seePath(new RegExp(`/rulesets/${name}/check$`))
  await page.fill('How much was paid?', '80')
  await page.see('1 of 2 known')
  await page.tick('No')
  await page.see('FALSE')
  await page.screenshot('check')
  await page.click('button', 'Save as test case…')
  await page.see('Expected results')
  await page.lookAtDialog('Save as test case')
  await page.fill('Title', 'Eighty dollars without a receipt')
  await page.click('button', 'Save the test case')
  await page.expectNoDialog()
  await page.open('/')
  await page.see(name)
  const path = await page.evaluate<string>(
    "document.querySelector('a[href^=\"/approve/\"]')?.getAttribute('href') ?? ''",
  )
  expect(path).toMatch(/^\/approve\/[0-9a-f]{64}$/)
  return path.slice('/approve/'.length)
}

async function signOut(page: JourneyPage): Promise<void> {
  await page.click('button', ADMINISTRATOR)
  await page.click('link', 'Sign out')
  await page.seePath(/^\/sign-out$/)
  await page.click('button', 'Sign out')
  await page.seePath(/^\/sign-in$/)
}

async function joinNamespace(page: JourneyPage, invitation: string): Promise<void> {
  await page.open(invitation)
  await page.see('invites you as reviewer')
  await fillAccount(page, REVIEWER)
  await page.click('button', 'Create account and join')
  await page.see(REVIEWER)
}

async function approveRuleset(page: JourneyPage, hash: string): Promise<void> {
  await page.open(`/approve/${hash}`)
  await page.see('Your browser computed the same digest')
  await page.tick('Approve')
  await page.fill('Note (optional)', 'Agreed with finance')
  await page.click('button', 'Continue to sign')
  await page.lookAtDialog('Sign: Approve')
  // The password entry already has the focus.
  await page.type(PASSWORD)
  await page.press('Enter')
  await page.seePath(/^\/approve\/[0-9a-f]{64}\/receipts\/[0-9a-f-]{36}$/)
  await page.see('How to verify it')
  await page.see(`${REVIEWER} approved it`)
  await page.screenshot('receipt')
  await page.open(`/approve/${hash}`)
  await page.click('button', `Withdraw the approval by ${REVIEWER}`)
  await page.lookAtDialog(`Withdraw the approval by ${REVIEWER}`)
  await page.press('Escape')
  await page.expectNoDialog()
}
