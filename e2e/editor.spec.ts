import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { expectNoViolations, NIGHTLY } from './pages/looks'
import { callMutation, saveRuleset } from './pages/page-calls'
import { expect, test } from './pages/people'
import { RulesetPage } from './pages/ruleset-page'
import { acceptInvitation, contextOf, invitePerson, type Member, type Team } from './pages/team'

const SOURCE = `version 1.3;
declare paid as boolean;
declare signed as boolean;
// what has to hold
assert is_paid { paid };
`

/** One assertion cannot fail, and one has an operand too many. */
const WITHOUT_EFFECT = `version 1.3;
declare paid as boolean;
// @range amount 0..10
declare amount as numeric;
assert is_paid { paid };
assert twice { Or(paid, paid) };
assert always { amount <= 20 };
`

const freshName = () => `policies/${randomUUID().slice(0, 8)}`

/** A ruleset with one revision, in the editor. */
async function opened(page: Page, source = SOURCE): Promise<{ name: string; ruleset: RulesetPage }> {
  const name = freshName()
  await saveRuleset(page, name, source)
  const ruleset = new RulesetPage(page)
  await ruleset.open(name)
  return { name, ruleset }
}

async function anotherAuthor(browser: Browser, team: Team, baseURL: string): Promise<Member> {
  const inviting = await contextOf(browser, baseURL, team.administrator)
  const link = await invitePerson(inviting, ['author'])
  await inviting.close()
  return acceptInvitation(link, 'Berta Author')
}

test('an example becomes a ruleset: Ctrl S asks for a name, and the page then belongs to it', async ({ author }) => {
  const name = freshName()
  await author.goto('/rulesets/new?example=expense-receipts')
  const ruleset = new RulesetPage(author)
  await ruleset.ready()
  await expect(ruleset.saveState).toHaveText('Not saved yet')
  await author.keyboard.press('Control+S')
  await ruleset.saveDialog.getByLabel('Name').fill('/no name')
  await expect(ruleset.saveDialog.getByRole('alert')).toContainText('A name consists of letters')
  await ruleset.saveDialog.getByRole('button', { name: 'Continue editing' }).click()
  await ruleset.save({ name, message: 'As the regulation has it' })
  await ruleset.expectSaved()
  await expect(author.getByText('No test cases.')).toBeVisible()
  await expect(author).toHaveURL(new RegExp(`${name.replace('/', '~')}$`))
  await expect(author.getByRole('heading', { name, level: 1 })).toBeVisible()
  await author.reload()
  await ruleset.ready()
  await ruleset.show('History')
  await expect(author.getByTestId('recent-revisions').getByRole('listitem')).toHaveCount(1)
  await expect(author.getByTestId('recent-revisions')).toContainText('As the regulation has it')
  await expect(author.getByTestId('recent-revisions')).toContainText('Arne Author')
})

test('the examples are cards with a preview, and an example never loses typed text', async ({ author }) => {
  await author.goto('/rulesets/new')
  const ruleset = new RulesetPage(author)
  await ruleset.ready()
  await ruleset.append('// typed before the example\n')
  await author.getByRole('button', { name: 'Start from an example…' }).click()
  const gallery = author.getByRole('dialog', { name: 'Start from an example' })
  const cards = gallery.getByRole('list', { name: 'Examples' }).getByRole('listitem')
  await expect(cards.first()).toContainText('United States')
  await gallery.getByLabel('Search examples').fill('european union breach')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('of a personal data breach, how soon and with what content.')
  await cards.getByRole('button', { name: /^GDPR/ }).click()
  const preview = gallery.getByRole('region', { name: /^Text of “GDPR/ })
  await expect(preview).toContainText('declare role as enum')
  await expectNoViolations(author, 'the examples')
  await gallery.getByRole('button', { name: 'Use this text' }).click()
  await expect(ruleset.editor).toContainText('personal data breach')
  await expect(author.getByText('Your text is stored in this browser.')).toBeVisible()
  await author.getByRole('button', { name: 'Undo' }).click()
  await expect(ruleset.editor).toContainText('typed before the example')
  await expect(author.getByText(/^Opened “GDPR/)).toBeHidden()
})

test('the text that an example replaced is offered after a reload', { tag: NIGHTLY }, async ({ author }) => {
  await author.goto('/rulesets/new')
  const ruleset = new RulesetPage(author)
  await ruleset.ready()
  await ruleset.append('// stored with the example\n')
  await author.getByRole('button', { name: 'Start from an example…' }).click()
  await author.getByRole('button', { name: /^Software release gate/ }).click()
  await author.getByRole('button', { name: 'Use this text' }).click()
  await expect(ruleset.editor).toContainText('Gate for a software release')
  await author.reload()
  await ruleset.ready()
  await expect(ruleset.editor).toContainText('Gate for a software release')
  await author.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(ruleset.editor).toContainText('stored with the example')
})

test('a taken name is reported, and the entered words stay', { tag: NIGHTLY }, async ({ author }) => {
  const { name } = await opened(author)
  await author.goto('/rulesets/new')
  const ruleset = new RulesetPage(author)
  await ruleset.ready()
  await ruleset.write(`${SOURCE}assert is_signed { signed };\n`)
  await ruleset.save({ name, message: 'Mine' })
  await expect(ruleset.saveDialog.getByRole('alert')).toContainText('already saved a ruleset with this name')
  await ruleset.saveDialog.getByLabel('Name').fill(`${name} 2`)
  await expect(ruleset.saveDialog.getByLabel('Message (optional)')).toHaveValue('Mine')
  await ruleset.saveDialog.getByRole('button', { name: 'Save revision' }).click()
  await ruleset.expectSaved()
})

test.describe('refusals by the server', () => {
  test.use({ allowedErrors: [/422/] })
  test('a text that does not compile is not saved, and stays as a draft', { tag: NIGHTLY }, async ({ author }) => {
    const { ruleset } = await opened(author)
    await ruleset.append('assert {')
    await ruleset.save()
    await expect(ruleset.saveDialog.getByText('The server only stores text that compiles')).toBeVisible()
    await expect(ruleset.saveDialog.getByRole('alert')).toContainText('Line 6')
    await ruleset.saveDialog.getByRole('button', { name: 'Continue editing' }).click()
    await expect(ruleset.saveState).toHaveText('Unsaved changes')
    await author.reload()
    await ruleset.ready()
    await expect(ruleset.editor).toContainText('assert {')
  })
})

test('an unsaved text survives a reload, and disappears when it is discarded', async ({ author }) => {
  const { ruleset } = await opened(author)
  await ruleset.append('// typed and not saved\n')
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await ruleset.saveDialog.getByLabel('Message (optional)').fill('Not sent yet')
  await author.reload()
  await ruleset.ready()
  await expect(ruleset.editor).toContainText('typed and not saved')
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ruleset.saveDialog.getByLabel('Message (optional)')).toHaveValue('Not sent yet')
  await author.keyboard.press('Escape')
  await expect(author.getByText('Your unsaved text from')).toBeVisible()
  await expect(ruleset.saveState).toHaveText('Unsaved changes')
  await author.getByRole('button', { name: 'Discard…' }).click()
  const confirmation = author.getByRole('dialog', { name: 'Discard unsaved text?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(ruleset.editor).toContainText('typed and not saved')
  await author.getByRole('button', { name: 'Discard…' }).click()
  await confirmation.getByRole('button', { name: 'Discard text' }).click()
  await expect(ruleset.editor).not.toContainText('typed and not saved')
  await expect.poll(() => ruleset.draft()).toBe('')
  await author.reload()
  await ruleset.ready()
  await expect(ruleset.saveState).toHaveText(/^Saved /)
})

test('an unsaved text survives the crash of its page', { tag: NIGHTLY }, async ({ author }) => {
  const { name, ruleset } = await opened(author)
  await ruleset.append('// typed before the crash\n')
  await expect.poll(() => ruleset.draft()).toContain('typed before the crash')
  const context = author.context()
  const crashed = author.waitForEvent('crash')
  const session = await context.newCDPSession(author)
  void session.send('Page.crash').catch(() => {})
  await crashed
  const after = new RulesetPage(await context.newPage())
  await after.open(name)
  await expect(after.editor).toContainText('typed before the crash')
  await after.save()
  await after.expectSaved()
  expect(await after.draft()).toBe('')
})

test('two tabs of one person have separate texts', { tag: NIGHTLY }, async ({ author }) => {
  const { name, ruleset } = await opened(author)
  const other = new RulesetPage(await author.context().newPage())
  await other.open(name)
  await ruleset.append('// of the first tab\n')
  await expect.poll(() => ruleset.draft()).toContain('of the first tab')
  await expect(other.page.getByText('Another unsaved text is stored in this browser')).toBeVisible()
  await other.append('// of the second tab\n')
  await expect.poll(() => other.draft()).toContain('of the second tab')
  expect(await other.draft()).toContain('of the first tab')
  await other.page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(other.editor).toContainText('of the first tab')
  await expect.poll(() => other.draft()).toContain('of the second tab')
  await expect(ruleset.editor).toContainText('of the first tab')
})

test.describe('two people at once', () => {
  test('the second person to save is notified and merges, and both edits are kept', async ({
    author,
    team,
    browser,
    signedInPage,
    baseURL,
  }) => {
    const { name, ruleset } = await opened(author)
    const another = await signedInPage(await anotherAuthor(browser, team, baseURL ?? ''))
    const theirs = new RulesetPage(another)
    await theirs.open(name)
    await ruleset.write(SOURCE.replace('// what has to hold', '// what must hold, says Arne'))
    await theirs.append('assert is_signed { signed };\n')
    await theirs.save({ message: 'Signatures too' })
    await theirs.expectSaved()

    await ruleset.save({ message: 'A better word' })
    await expect(ruleset.conflict).toContainText('Berta Author')
    await expect(ruleset.conflict).toContainText('Signatures too')
    await ruleset.conflict.getByRole('button', { name: 'Decide later' }).click()
    await expect(author.getByText('Berta Author saved a newer revision')).toBeVisible()
    await expect(ruleset.saveState).toHaveText('Unsaved changes')
    await author.getByRole('button', { name: 'Decide…' }).click()
    await ruleset.conflict.getByRole('button', { name: 'Merge both' }).click()
    await expect(author.getByText('Your changes and those of Berta Author are merged')).toBeVisible()
    await expect(ruleset.editor).toContainText('says Arne')
    await expect(ruleset.editor).toContainText('is_signed')
    await author.keyboard.press('Control+S')
    await expect(ruleset.saveDialog.getByLabel('Message (optional)')).toHaveValue('A better word')
    await ruleset.saveDialog.getByRole('button', { name: 'Save revision' }).click()
    await ruleset.expectSaved()

    await another.reload()
    await theirs.ready()
    await expect(theirs.editor).toContainText('says Arne')
    await expect(theirs.editor).toContainText('is_signed')
    await theirs.show('History')
    await expect(another.getByTestId('recent-revisions').getByRole('listitem')).toHaveCount(3)
  })

  test('changes of the same line are both kept with marks, and a draft of an older revision is merged too', {
    tag: NIGHTLY,
  }, async ({ author }) => {
    const { name, ruleset } = await opened(author)
    await ruleset.write(SOURCE.replace('what has to hold', 'mine'))
    await expect.poll(() => ruleset.draft()).toContain('mine')
    await author.goto('/')
    await saveRuleset(author, name, SOURCE.replace('what has to hold', 'theirs'))
    await ruleset.open(name)
    await expect(ruleset.editor).toContainText('mine')
    await expect(author.getByText('saved a newer revision')).toBeVisible()
    await author.keyboard.press('Control+S')
    await ruleset.conflict.getByRole('button', { name: 'Merge both' }).click()
    await expect(author.getByText('You both changed the same lines')).toBeVisible()
    await author.getByRole('button', { name: 'line 4' }).click()
    for (const shown of ['<<<<<<< yours', '// mine', '// theirs']) await expect(ruleset.editor).toContainText(shown)
    await ruleset.write(SOURCE.replace('what has to hold', 'of both'))
    await ruleset.save()
    await ruleset.expectSaved()
  })

  test('my text can be saved after theirs, or theirs taken and mine set aside', { tag: NIGHTLY }, async ({
    author,
  }) => {
    const { name, ruleset } = await opened(author)
    await ruleset.write(SOURCE.replace('what has to hold', 'mine'))
    await saveRuleset(author, name, SOURCE.replace('what has to hold', 'theirs'))
    await ruleset.save()
    await ruleset.conflict.getByRole('button', { name: 'Save mine after theirs' }).click()
    await ruleset.expectSaved()
    await ruleset.show('History')
    await expect(author.getByTestId('recent-revisions').getByRole('listitem')).toHaveCount(3)

    await ruleset.write(SOURCE.replace('what has to hold', 'mine again'))
    await saveRuleset(author, name, SOURCE.replace('what has to hold', 'theirs again'))
    await ruleset.save()
    await ruleset.conflict.getByRole('button', { name: 'Continue with theirs' }).click()
    await expect(ruleset.editor).toContainText('theirs again')
    await expect(ruleset.saveState).toHaveText(/^Saved /)
    await author.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(ruleset.editor).toContainText('mine again')
  })
})

test.describe('a network that drops', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })
  test('a failed save is reported, and sending it again saves it once', async ({ author }) => {
    const { ruleset } = await opened(author)
    let broken: 'before' | 'after' | null = 'before'
    await author.route('**/api/trpc/revisions.save*', async (route) => {
      if (broken === 'after') await route.fetch()
      if (broken === null) await route.continue()
      else await route.abort()
    })
    await ruleset.append('// over a bad line\n')
    await ruleset.save({ message: 'Once' })
    const problem = ruleset.saveDialog.getByRole('alert')
    await expect(problem).toContainText('The server does not respond')
    await expect(ruleset.saveState).toHaveText('Unsaved changes')
    await expect.poll(() => ruleset.draft()).toContain('over a bad line')
    // This time the save arrives, and its answer is lost.
    broken = 'after'
    await ruleset.saveDialog.getByRole('button', { name: 'Save revision' }).click()
    await expect(problem).toContainText('The server does not respond')
    await expect(ruleset.saveState).toHaveText('Unsaved changes')
    broken = null
    await ruleset.saveDialog.getByRole('button', { name: 'Save revision' }).click()
    await ruleset.expectSaved()
    await expect(ruleset.conflict).toHaveCount(0)
    await ruleset.show('History')
    await expect(author.getByTestId('recent-revisions').getByRole('listitem')).toHaveCount(2)
  })
})

test.describe('a session that ends', () => {
  test.use({ allowedErrors: [/401/] })
  test('during a save nothing is lost, and it is saved after signing in again', { tag: NIGHTLY }, async ({
    author,
    team,
  }) => {
    const { ruleset } = await opened(author)
    await ruleset.append('// typed while signed in\n')
    await author.keyboard.press('Control+S')
    await ruleset.saveDialog.getByLabel('Message (optional)').fill('Not lost')
    await author.context().clearCookies()
    await ruleset.saveDialog.getByRole('button', { name: 'Save revision' }).click()
    const over = author.getByRole('dialog', { name: 'Your session has ended' })
    await expect(over).toBeVisible()
    await author.context().addCookies(team.author.storageState.cookies)
    await over.getByRole('button', { name: 'Close' }).click()
    await expect(ruleset.editor).toContainText('typed while signed in')
    await expect(ruleset.saveDialog.getByLabel('Message (optional)')).toHaveValue('Not lost')
    await ruleset.saveDialog.getByRole('button', { name: 'Save revision' }).click()
    await ruleset.expectSaved()
  })
})

test('facts that the server proves appear among the problems, and examples in the review', async ({ author }) => {
  const { ruleset } = await opened(author, WITHOUT_EFFECT)
  await ruleset.show('Problems')
  const problems = author.getByTestId('problems').getByRole('listitem')
  await expect(problems).toContainText([
    'is never FALSE',
    'changes nothing in “twice”',
    'exactly where “is_paid” is TRUE',
  ])
  await expectNoViolations(author, 'what the server found')
  await ruleset.show('Review')
  await author.getByRole('button', { name: 'Examples', exact: true }).click()
  await expect(author.getByTestId('examples-is_paid')).toContainText('for example: ‘paid’ is yes')
  await expect(author.getByTestId('examples-always')).toContainText('No example: “always” is never FALSE')
  await expectNoViolations(author, 'examples in the review')
})

test('a reviewer reads everything and changes nothing', async ({ author, reviewer }) => {
  const { name } = await opened(author)
  const ruleset = new RulesetPage(reviewer)
  await ruleset.open(name)
  await expect(ruleset.saveState).toHaveText('Read-only')
  await expect(reviewer.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await ruleset.write('nothing of this')
  await expect(ruleset.editor).toContainText('assert is_paid')
  await expect(ruleset.editor).not.toContainText('nothing of this')
  await ruleset.show('Prompts')
  await expect(reviewer.getByTestId('prompts').getByRole('listitem')).toHaveCount(2)
  await reviewer.goto('/rulesets/new')
  await expect(reviewer.getByText('you need the role author')).toBeVisible()
})

test('every panel describes the current text', { tag: NIGHTLY }, async ({ author }) => {
  const { ruleset } = await opened(author)
  await ruleset.show('Outline')
  await author
    .getByTestId('outline')
    .getByRole('button', { name: /is_paid/ })
    .click()
  await expect(author.getByRole('textbox', { name: /^Ruleset text/ })).toBeFocused()
  await author.keyboard.insertText('// here: ')
  await expect(ruleset.editor).toContainText('here: is_paid')
  await expect(async () => {
    await author.keyboard.press('Control+Z')
    await expect(ruleset.editor).toContainText('assert is_paid', { timeout: 1_000 })
  }).toPass()
  await ruleset.show('Claims')
  await expect(author.getByTestId('claims').getByRole('row')).toHaveCount(3)
  await author.getByRole('button', { name: 'Schema as JSON' }).click()
  await expect(author.getByRole('region', { name: 'claim schema' })).toContainText('"paid"')
  await ruleset.show('Check')
  await author.getByTestId('claim-form').locator('[data-claim="paid"]').getByRole('radio', { name: 'Yes' }).check()
  await expect(author.getByTestId('results').locator('[data-assertion="is_paid"] summary')).toContainText('TRUE')
  await ruleset.append('assert {')
  await ruleset.show('Problems')
  await expect(author.getByTestId('problems').getByRole('listitem').first()).toContainText('line 6')
})

test('a label is chosen, saved with the revision, and shown', { tag: NIGHTLY }, async ({ author }) => {
  const { ruleset } = await opened(author)
  await author.getByRole('button', { name: 'Label: Add a label' }).click()
  const label = author.getByRole('dialog', { name: 'Label' })
  await label.getByLabel('Domain').selectOption({ label: 'Insurance' })
  await label.getByRole('button', { name: 'Use this label' }).click()
  await expect(ruleset.saveState).toHaveText('Unsaved changes')
  await ruleset.save()
  await ruleset.expectSaved()
  await author.reload()
  await expect(author.getByRole('button', { name: 'Label: Insurance' })).toBeVisible()
})

test('an earlier revision opens in the editor by its address, and is saved only on request', { tag: NIGHTLY }, async ({
  author,
}) => {
  const { name, ruleset } = await opened(author)
  const second = await saveRuleset(author, name, `${SOURCE}// second\n`)
  expect(second).toMatch(/^[0-9a-f]{64}$/)
  const { history } = (await (
    await author.request.get(`/api/trpc/revisions.open?input=${encodeURIComponent(JSON.stringify({ name }))}`)
  )
    .json()
    .then(({ result }) => result.data)) as { history: { hash: string }[] }
  await author.goto(`/rulesets/${name.replace('/', '~')}?from=${history.at(-1)?.hash}`)
  await ruleset.ready()
  await expect(ruleset.editor).not.toContainText('second')
  await expect(ruleset.saveState).toHaveText('Unsaved changes')
  await ruleset.save({ message: 'Back to the first' })
  await ruleset.expectSaved()
})

test('a browser that switched to another namespace saves nothing of this page there', { tag: NIGHTLY }, async ({
  author,
  team,
}) => {
  const { name } = await opened(author)
  const base = null
  const foreign = { namespaceId: randomUUID(), name: `${name} b`, source: SOURCE, message: null, base }
  await expect(callMutation(author, 'revisions.save', foreign)).rejects.toThrow('another namespace')
  expect(team.author.name).toBe('Arne Author')
})
