import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ApprovePage } from '../pages/approve-page'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { callMutation, saveRuleset, signRevision } from '../pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'
import { RulesetPage, rulesetPath } from '../pages/ruleset-page'
import { RECEIPTS } from '../pages/rulesets'
import { setRoles } from '../pages/team'

/** The browser reports refusals that a journey provokes. */
test.use({ allowedErrors: [/status of 4\d\d|ERR_FAILED/] })

/** Signatures belong to bytes, so each journey has its own. */
const revision = (title: string, source = RECEIPTS) => `// ${title}\n${source}`

const saved = (page: Parameters<typeof saveRuleset>[0], name: string, source = revision(name)) =>
  saveRuleset(page, name, source)

/** A first revision of the name, approved by the reviewer. */
async function approved(author: Page, reviewer: Page, name: string): Promise<void> {
  await signRevision(reviewer, await saved(author, name), PASSWORD)
}

test('a reviewer signs; a wrong password has no effect, and the receipt verifies offline', async ({
  author,
  reviewer,
}, testInfo) => {
  const hash = await saved(author, 'signed with a password')
  const page = new ApprovePage(reviewer)
  await page.open(hash)
  await expect(page.state).toContainText('Not approved yet')
  await expect(reviewer.getByText('Your browser computed the same digest')).toBeVisible()
  const examples = reviewer.getByTestId('examples-receipt_when_large')
  await expect(examples.getByRole('listitem')).toContainText(['amount is 75 USD', 'amount is 76 USD'])
  await page.choose('Approve', 'Agreed with finance')
  await page.panel.getByLabel(/^Last day/).fill('2199-12-31')
  await page.goOn()
  await expect(page.dialog.getByTestId('statement-summary')).toContainText('Agreed with finance')
  await page.prove('certainly not the password')
  await expect(page.dialog.getByRole('alert')).toBeVisible()
  await expect(page.dialog.getByLabel('Your password')).toBeFocused()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  await expect(reviewer.getByRole('heading', { name: 'Rosa Reviewer approved it' })).toBeVisible()
  await expect(reviewer.getByText('2200-01-01 00:00:00 UTC')).toBeVisible()

  const [download] = await Promise.all([
    reviewer.waitForEvent('download'),
    reviewer.getByRole('button', { name: 'Download the receipt' }).click(),
  ])
  const file = testInfo.outputPath('receipt.json')
  await download.saveAs(file)
  expect(execFileSync('npm', ['run', '--silent', 'verify', '--', 'receipt', file]).toString()).toContain(hash)

  await page.open(hash)
  await expect(page.state).toContainText('Approved')
  await expect(page.state).toContainText('By Rosa Reviewer')
  await expect(page.panel.getByLabel(/^Note/)).toHaveValue('')
  await page.signatures.getByRole('link', { name: /Receipt/ }).click()
  await page.arriveAtReceipt()
})

test(
  'every page, print and download shows the name at signing, whatever is renamed later',
  { tag: NIGHTLY },
  async ({ author, reviewer }, testInfo) => {
    const [name, other] = ['named when signed', 'named later']
    const source = revision(name)
    const hash = await saved(author, name, source)
    const recordId = await signRevision(reviewer, hash, PASSWORD)
    const later = await saveRuleset(author, name, `${source}// later\n`)
    await saveRuleset(author, other, source)

    const page = new ApprovePage(reviewer)
    await page.open(hash)
    await expect(reviewer.getByRole('heading', { name: `Review and sign: ${name}` })).toBeVisible()
    await expect(page.state).toContainText(`as “${name}”`)
    await expect(page.signatures).toContainText(`as “${name}”`)
    await expect(reviewer.getByText(`Today this text is saved as “${other}”.`)).toBeVisible()
    await page.open(later)
    await expect(reviewer.getByText(`Compared with the revision of “${name}”`)).toBeVisible()
    for (const of of [name, other]) {
      await reviewer.goto(`${rulesetPath(of)}/history`)
      await expect(reviewer.getByRole('list', { name: 'Signed' })).toContainText(`as “${name}”`)
    }

    await reviewer.goto(`/approve/${hash}/receipts/${recordId}`)
    const receipt = reviewer.getByRole('article')
    for (const media of ['screen', 'print'] as const) {
      await reviewer.emulateMedia({ media })
      await expect(receipt).toContainText(name)
      await expect(receipt).not.toContainText(other)
    }
    await reviewer.emulateMedia({ media: 'screen' })
    const [download] = await Promise.all([
      reviewer.waitForEvent('download'),
      reviewer.getByRole('button', { name: 'Download the receipt' }).click(),
    ])
    const file = testInfo.outputPath('receipt.json')
    await download.saveAs(file)
    const { envelope } = JSON.parse(await readFile(file, 'utf8'))
    const payload = typeof envelope === 'string' ? JSON.parse(envelope).payload : envelope.payload
    expect(JSON.parse(Buffer.from(payload, 'base64').toString()).predicate.rulesetNames).toEqual([name])
  },
)

test('a passkey signs the statement itself', async ({ author, team, signedInPage }) => {
  const hash = await saved(author, 'signed with a passkey')
  const reviewer = await signedInPage(team.reviewer)
  const cdp = await reviewer.context().newCDPSession(reviewer)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await reviewer.goto('/settings/account')
  await reviewer.getByRole('button', { name: /^Add a passkey/ }).click()
  const adding = reviewer.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name of the passkey').fill('Laptop')
  await adding.getByLabel('Your password').fill(PASSWORD)
  await adding.getByRole('button', { name: 'Add passkey' }).click()
  await expect(adding).toBeHidden()

  const page = new ApprovePage(reviewer)
  await page.open(hash)
  await page.choose('Reviewed')
  await page.goOn()
  await page.dialog.getByRole('button', { name: /passkey/ }).click()
  await page.arriveAtReceipt()
  await expect(reviewer.getByRole('heading', { name: 'Rosa Reviewer reviewed it' })).toBeVisible()
  await expect(reviewer.getByText('passkey', { exact: true })).toBeVisible()
  // A person who only reviewed it has not approved it.
  await page.open(hash)
  await expect(page.state).toContainText('Not approved yet')
})

test('a session that ends while signing loses nothing', { tag: NIGHTLY }, async ({ author, team, signedInPage }) => {
  const hash = await saved(author, 'signed after the session was over')
  const reviewer = await signedInPage(team.reviewer)
  const page = new ApprovePage(reviewer)
  await page.open(hash)
  await page.choose('Approve', 'Typed before the session ended')
  await page.goOn()
  await reviewer.context().clearCookies()
  await page.prove(PASSWORD)
  const over = reviewer.getByRole('dialog', { name: 'Your session has ended' })
  const [beside] = await Promise.all([
    reviewer.context().waitForEvent('page'),
    over.getByRole('link', { name: 'Sign in' }).click(),
  ])
  await beside.getByLabel('E-mail address').fill(team.reviewer.email)
  await beside.getByLabel('Password').fill(PASSWORD)
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click()
  await beside.waitForURL((url) => url.pathname === '/signed-in')
  await beside.close()
  await over.getByRole('button', { name: 'Close' }).click()
  await page.dialog.getByRole('button', { name: 'Cancel' }).click()
  // The choice also survives a reload.
  await reviewer.reload()
  await expect(page.panel.getByLabel(/^Note/)).toHaveValue('Typed before the session ended')
  await expect(page.panel.getByRole('radio', { name: 'Approve' })).toBeChecked()
  await page.goOn()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
})

test('the page shows changes since the last approval, and the reviewer requests changes with a reason', async ({
  author,
  reviewer,
}) => {
  const name = 'changed limit'
  await approved(author, reviewer, name)
  const second = await saveRuleset(author, name, revision(name, RECEIPTS.replace('amount > 75', 'amount > 90')))
  const page = new ApprovePage(reviewer)
  await page.open(second)
  const meaning = reviewer.getByTestId('meaning-changes')
  await expect(meaning).toContainText('Looser')
  await expect(meaning.getByRole('img').first()).toBeVisible()
  const changes = reviewer.getByTestId('review-changes')
  await expect(changes).toContainText('1 assertion changed')
  await expect(changes.locator('del')).toContainText(['struck', '75'])
  await expect(changes.locator('ins')).toContainText(['Underlined', '90'])
  await page.choose('Request changes')
  await page.panel.getByRole('button', { name: 'Continue to sign' }).click()
  await expect(page.panel.getByText('Say what must change, so that the author can act on it.')).toBeVisible()
  await expect(page.panel.getByLabel(/^Note/)).toBeFocused()
  await page.panel.getByLabel(/^Note/).fill('The policy says 75')
  await page.goOn()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  const asAuthor = new ApprovePage(author)
  await asAuthor.open(second)
  await expect(asAuthor.state).toContainText('Changes requested')
  await expect(asAuthor.state).toContainText('The policy says 75')
  await expect(asAuthor.panel).toHaveCount(0)
  await expect(author.getByText('Reviewers of this namespace sign')).toBeVisible()
})

test('a revision with the same meaning is approved in one step, unless another was approved meanwhile', async ({
  author,
  reviewer,
}) => {
  const name = 'written another way'
  await approved(author, reviewer, name)
  const between = await saveRuleset(author, name, revision(name, RECEIPTS.replace('amount > 75', 'amount > 90')))
  const same = revision(name, RECEIPTS.replace('amount > 75 "USD"', '75 "USD" < amount'))
  const last = await saveRuleset(author, name, same)
  const page = new ApprovePage(reviewer)
  await page.open(last)
  const again = reviewer.getByTestId('approve-again')
  await expect(reviewer.getByTestId('meaning-changes')).toContainText('same')
  await expectNoViolations(reviewer, 'a revision that means the same')
  await again.getByRole('button', { name: 'Approve again' }).click()
  await expect(page.dialog.getByTestId('statement-summary')).toContainText('Approve')

  // Another revision is approved between showing and signing.
  await signRevision(reviewer, between, PASSWORD)
  await page.prove(PASSWORD)
  await expect(page.dialog.getByRole('alert')).toContainText('Nothing was signed')
  await page.dialog.getByRole('button', { name: 'Read the new comparison' }).click()
  await expect(reviewer.getByTestId('meaning-changes')).toContainText('Stricter')
  await expect(again).toHaveCount(0)
  await expect(page.state).toContainText('Not approved yet')
  await page.choose('Approve')
  await page.goOn()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
})

test('one step is not enough after a reviewer commented on the bytes', async ({ author, reviewer }) => {
  const name = 'said before'
  await approved(author, reviewer, name)
  const same = revision(name, RECEIPTS.replace('amount > 75 "USD"', '75 "USD" < amount'))
  const second = await saveRuleset(author, name, same)
  const page = new ApprovePage(reviewer)
  const again = reviewer.getByTestId('approve-again')
  const expectNotOffered = async (state: string) => {
    await page.open(second)
    await expect(page.state).toContainText(state)
    await expect(reviewer.getByTestId('meaning-changes')).toContainText('same')
    await expect(again).toHaveCount(0)
  }
  await page.open(second)
  await expect(again).toBeVisible()
  await page.choose('Request changes', 'Write the amount first')
  await page.goOn()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  await expectNotOffered('Changes requested')

  await page.choose('Approve')
  await page.goOn()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  await expectNotOffered('Approved')

  await page.signatures.getByRole('button', { name: 'Withdraw the approval by Rosa Reviewer' }).click()
  const asking = reviewer.getByRole('dialog', { name: 'Withdraw the approval by Rosa Reviewer' })
  await asking.getByLabel('Reason').fill('The limit was not agreed')
  await asking.getByRole('button', { name: 'Continue to sign' }).click()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  await expectNotOffered('The approval was withdrawn')
})

test('after a sign-in elsewhere, the earlier request is prepared, or refused if the comparison changed', async ({
  author,
  reviewer,
}) => {
  const name = 'signed after a sign-in elsewhere'
  await approved(author, reviewer, name)
  const between = await saveRuleset(author, name, revision(name, RECEIPTS.replace('amount > 75', 'amount > 90')))
  const last = await saveRuleset(author, name, revision(name, RECEIPTS.replace('amount > 75', 'amount > 80')))
  const page = new ApprovePage(reviewer)
  await page.open(last)
  await page.choose('Approve')
  const preparing = reviewer.waitForRequest(/signing\.prepare/)
  await page.goOn()
  const request = JSON.stringify((await preparing).postDataJSON())
  // The state that the link to the provider stores.
  const leave = () =>
    reviewer.evaluate(
      ([key, text]) => sessionStorage.setItem(key!, text!),
      [`touchstone.pending-signature.${last}`, request],
    )
  await leave()
  await reviewer.goto(`/approve/${last}?continue=1`)
  await expect(page.dialog.getByTestId('statement-summary')).toContainText('Approve')
  await page.dialog.getByRole('button', { name: 'Cancel' }).click()

  await leave()
  await signRevision(reviewer, between, PASSWORD)
  await reviewer.goto(`/approve/${last}?continue=1`)
  await expect(page.panel.getByRole('alert')).toContainText('comparison')
  await expect(reviewer.getByTestId('meaning-changes')).toContainText('Stricter')
  await expect(page.dialog).toHaveCount(0)

  // A choice that was not submitted is not prepared.
  await reviewer.goto(`/approve/${last}?continue=1`)
  await expect(page.panel.getByRole('radio', { name: 'Approve', exact: true })).toBeChecked()
  await expect(page.panel.getByRole('button', { name: 'Continue to sign' })).toBeEnabled()
  await expect(page.dialog).toHaveCount(0)
})

test('the page shows changes, then rules, then claims, and folds the exact bytes', async ({ author, reviewer }) => {
  const name = 'read from top to bottom'
  await approved(author, reviewer, name)
  const second = await saveRuleset(author, name, revision(name, RECEIPTS.replace('amount > 75', 'amount > 90')))
  const page = new ApprovePage(reviewer)
  await reviewer.setViewportSize({ width: 390, height: 844 })
  await page.open(second)
  const titles = await reviewer.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  const order = ['What changed since the last approved revision', 'Assertions', 'Claims', 'Exact bytes', 'Sign']
  expect(titles.filter((title) => order.includes(title))).toEqual(order)

  const hash = reviewer.getByRole('button', { name: 'Copy ruleset hash' })
  await expect(hash).toBeHidden()
  await expect(reviewer.getByTestId('exact-bytes')).toContainText('Digest of the comparison in meaning')
  await page.panel.getByRole('link', { name: 'Exact bytes' }).click()
  await expect(hash).toBeVisible()
  const sideways = () => reviewer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await sideways()).toBeLessThanOrEqual(0)
  await expectNoViolations(reviewer, 'the exact bytes on a phone')

  // The page and the signed statement have the same digests.
  await page.choose('Approve')
  await page.goOn()
  const digest = reviewer.getByTestId('exact-bytes').locator('dd').nth(2).locator('code')
  const signed = (await page.dialog.locator('pre').textContent()) ?? ''
  expect(signed).toContain((await digest.textContent()) ?? 'no digest')
  expect(signed).toContain(second)
})

test('a failed comparison is reported and loaded again', async ({ author, reviewer }) => {
  const hash = await saved(author, 'not compared at first')
  let isBroken = true
  await reviewer.route('**/api/trpc/signing.meaning*', (route) => (isBroken ? route.abort() : route.continue()))
  const page = new ApprovePage(reviewer)
  await page.open(hash)
  const section = reviewer.getByRole('region', { name: 'What changed since the last approved revision' })
  await expect(section.getByRole('alert')).toBeVisible()
  await expect(page.panel.getByRole('button', { name: 'Continue to sign' })).toBeDisabled()
  await expect(page.panel).toContainText('You can sign once the comparison in meaning is shown.')
  await expectNoViolations(reviewer, 'a comparison that failed')
  isBroken = false
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(section.getByRole('alert')).toHaveCount(0)
  await expect(page.panel.getByRole('button', { name: 'Continue to sign' })).toBeEnabled()
})

test('an approval is withdrawn with a reason and a signature, and stays in the record', async ({
  author,
  reviewer,
}) => {
  const hash = await saved(author, 'withdrawn')
  await signRevision(reviewer, hash, PASSWORD)
  const page = new ApprovePage(reviewer)
  await page.open(hash)
  await page.signatures.getByRole('button', { name: 'Withdraw the approval by Rosa Reviewer' }).click()
  const asking = reviewer.getByRole('dialog', { name: 'Withdraw the approval by Rosa Reviewer' })
  await asking.getByRole('button', { name: 'Continue to sign' }).click()
  await expect(asking.getByText('Say why the approval is withdrawn.')).toBeVisible()
  await expectNoViolations(reviewer, 'withdraw dialog')
  await asking.getByLabel('Reason').fill('The limit was not agreed')
  await asking.getByRole('button', { name: 'Continue to sign' }).click()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  await page.open(hash)
  await expect(page.state).toContainText('The approval was withdrawn')
  await expect(page.state).toContainText('The limit was not agreed')
  await expect(page.signatures.getByRole('link', { name: /^Receipt of/ })).toHaveCount(2)
  await expect(page.signatures.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0)
})

test('an approval by a program is marked, and is not attributed to a person', async ({
  administrator,
  author,
  reviewer,
  request,
}) => {
  const hash = await saved(author, 'approved by a program')
  const input = { label: 'nightly build', tier: 'standard', expiresAt: null }
  const issued = (await callMutation(administrator, 'credentials.issue', input)) as { token: string }
  const answer = await request.post('/v1/approvals', {
    headers: { 'x-service-credential': issued.token },
    data: { ruleset_hash: hash, approver: 'Nightly Build' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const page = new ApprovePage(reviewer)
  await page.open(hash)
  await expect(page.state).toContainText('Only unsigned approvals')
  const unsigned = reviewer.getByTestId('unsigned-approvals')
  await expect(unsigned).toContainText('Unsigned')
  await expect(unsigned).toContainText('Nightly Build, as reported by the credential “nightly build”')

  const name = 'approved by a program'
  const rewritten = revision(name, RECEIPTS.replace('amount > 75 "USD"', '75 "USD" < amount'))
  await page.open(await saveRuleset(author, name, rewritten))
  await expect(reviewer.getByTestId('meaning-changes')).toContainText('same')
  await expect(reviewer.getByText('there is no record of the unit library in force then')).toBeVisible()
  await expect(reviewer.getByTestId('approve-again')).toHaveCount(0)
})

test('an author cannot approve their own revision if the namespace forbids it', async ({ signedInPage }) => {
  const own = await makeTeam()
  const administrator = await signedInPage(own.administrator)
  await setRoles(administrator.context(), own.author.email, ['author', 'reviewer'])
  await setRoles(administrator.context(), own.reviewer.email, ['author', 'reviewer'])
  const author = await signedInPage(own.author)
  const hash = await saved(author, 'my own')
  const page = new ApprovePage(author)
  await page.open(hash)
  await page.choose('Approve')
  await page.goOn()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  // Earlier signatures stop counting.
  await callMutation(administrator, 'settings.change', { separateApprover: true })
  await author.reload()
  await expect(author.getByText('The namespace does not count this approval')).toBeVisible()
  await page.open(hash)
  await expect(page.state).toContainText('Signed, but another approval is needed')
  await expect(page.state).toContainText('who also saved it. The approval of another reviewer is needed.')
  await expect(page.panel.getByRole('radio', { name: 'Approve', exact: true })).toBeDisabled()
  await expect(page.panel).toContainText('you saved it')
  await expectNoViolations(author, 'an approval that does not count')
  for (const path of ['/', `${rulesetPath('my own')}/history`]) {
    await author.goto(path)
    await expect(author.getByText('Another approval needed')).toBeVisible()
    await expect(author.getByText('who also saved it.', { exact: false }).first()).toBeVisible()
    await expectNoViolations(author, `an approval that does not count at ${path}`)
  }
  await page.open(hash)
  await page.choose('Reviewed', 'Read once more')
  await page.goOn()
  await page.prove(PASSWORD)
  await page.arriveAtReceipt()
  const reviewer = new ApprovePage(await signedInPage(own.reviewer))
  await reviewer.open(hash)
  await reviewer.choose('Approve')
  await reviewer.goOn()
  await reviewer.prove(PASSWORD)
  await reviewer.arriveAtReceipt()
  await reviewer.open(hash)
  await expect(reviewer.state).toContainText('Approved')
  await expect(reviewer.signatures).toContainText('does not count')
  // A signer learns what saving the same text would do to the signature.
  const editor = new RulesetPage(reviewer.page)
  await reviewer.page.goto('/rulesets/new')
  await editor.ready()
  await editor.write(revision('my own'))
  await reviewer.page.keyboard.press('Control+S')
  await expect(editor.saveDialog).toContainText('Your own approval will stop counting')
  await expectNoViolations(reviewer.page, 'a save that ends an approval')
  await editor.save({ name: 'my own too' })
  await reviewer.open(hash)
  await expect(reviewer.state).toContainText('Signed, but another approval is needed')
})

test('an address without a ruleset or a receipt says so', { tag: NIGHTLY }, async ({ reviewer }) => {
  await reviewer.goto(`/approve/${'0'.repeat(64)}`)
  await expect(reviewer.getByText('No ruleset with this hash in this namespace')).toBeVisible()
  await reviewer.goto('/approve/nonsense')
  await expect(reviewer.getByText('No ruleset with this hash in this namespace')).toBeVisible()
  await reviewer.goto(`/approve/${'0'.repeat(64)}/receipts/00000000-0000-4000-8000-000000000000`)
  await expect(reviewer.getByText('Receipt not found')).toBeVisible()
})

test('the page works by keyboard only', { tag: NIGHTLY }, async ({ author, reviewer }) => {
  const hash = await saved(author, 'signed by keyboard')
  const page = new ApprovePage(reviewer)
  await page.open(hash)
  await reviewer.getByRole('link', { name: 'Go to the signature' }).press('Enter')
  await page.panel.getByRole('radio', { name: 'Approve' }).focus()
  await reviewer.keyboard.press('Space')
  await reviewer.keyboard.press('Tab')
  await expect(page.panel.getByLabel(/^Note/)).toBeFocused()
  await reviewer.keyboard.type('Signed without a mouse')
  await page.panel.getByRole('button', { name: 'Continue to sign' }).press('Enter')
  await expect(page.dialog.getByLabel('Your password')).toBeFocused()
  await reviewer.keyboard.press('Escape')
  await expect(page.dialog).toBeHidden()
  await page.panel.getByRole('button', { name: 'Continue to sign' }).press('Enter')
  await expect(page.dialog.getByLabel('Your password')).toBeFocused()
  await reviewer.keyboard.type(PASSWORD)
  await reviewer.keyboard.press('Enter')
  await page.arriveAtReceipt()
})

for (const theme of ['light', 'dark'] as const)
  test(`its states and dialogs have no faults in the ${theme} theme, wide and narrow`, {
    tag: NIGHTLY,
  }, async ({ author, reviewer }) => {
    await reviewer.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const page = new ApprovePage(reviewer)
    for (const width of [1280, 390]) {
      // A new revision for each width, because a page keeps its choice.
      const hash = await saved(author, `looked at in the ${theme} theme at ${width} pixels`)
      await reviewer.setViewportSize({ width, height: 844 })
      await page.open(hash)
      await page.panel.getByRole('button', { name: 'Continue to sign' }).click()
      await expect(page.panel.getByRole('alert')).toContainText('Choose what your signature means')
      await expectNoViolations(reviewer, `${theme}, ${width}: nothing chosen`)
      await page.choose('Approve')
      await page.goOn()
      await page.dialog.getByText('The statement word for word').click()
      await page.prove('certainly not the password')
      await expect(page.dialog.getByRole('alert')).toBeVisible()
      await expectNoViolations(reviewer, `${theme}, ${width}: the dialog with a wrong password`)
      await page.dialog.getByRole('button', { name: 'Cancel' }).click()
      const wider = await reviewer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wider, `${width}`).toBeLessThanOrEqual(0)
    }
  })
