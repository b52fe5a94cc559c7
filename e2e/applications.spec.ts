import { randomUUID } from 'node:crypto'
import { expectNoViolations, LOOKS, NIGHTLY } from './pages/looks'
import { saveRuleset } from './pages/page-calls'
import { expect, makeTeam, test } from './pages/people'
import { RECEIPTS } from './pages/rulesets'
import { humanReview, makeChain, makeGuardrail, makeProject, policyRules } from './pages/target-calls'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of (400|404|409|412)/] })

const fresh = (word: string) => `${word} ${randomUUID().slice(0, 8)}`
const FINE = '{"has_receipt": true, "amount": "80 USD", "held": "2 d", "grade": "high"}'
const WRONG = FINE.replace('true', 'false')

test('an application is made, drawn from its lists, saved, and answers', async ({ signedInPage }) => {
  const author = await signedInPage((await makeTeam()).author)
  await author.goto('/applications')
  await expect(author.getByText('It needs a guardrail first.')).toBeVisible()
  const hash = await saveRuleset(author, 'receipts', RECEIPTS)
  const projectId = await makeProject(author, 'Travel')
  await makeGuardrail(author, projectId, 'Receipts', policyRules(hash))
  await makeGuardrail(author, projectId, 'Board', humanReview())
  await author.goto('/applications')
  await author.getByRole('button', { name: 'Create the first one' }).click()
  const dialog = author.getByRole('dialog', { name: 'New application' })
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Claims of travellers')
  await dialog.getByLabel('First guardrail').selectOption('Receipts')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(author).toHaveURL(/\/applications\/[0-9a-f-]{36}$/)
  await expect(author.getByTestId('rf__node-receipts')).toBeVisible()

  await author.getByLabel('Add a node for').selectOption('Board')
  await author.getByRole('button', { name: 'Add node' }).click()
  await expect(author.getByTestId('rf__node-board')).toBeVisible()
  await author.getByLabel('From', { exact: true }).selectOption('receipts')
  await author.getByLabel('To', { exact: true }).selectOption('board')
  await author.getByLabel('Runs', { exact: true }).selectOption('NO')
  await author.getByRole('button', { name: 'Add edge' }).click()
  await expect(author.getByTestId('rf__edge-receipts>board')).toBeAttached()
  await author.getByLabel('Id of the node board').fill('no space')
  await expect(author.getByText('Use 1 to 64 letters, digits, _ or -.')).toBeVisible()
  await author.getByLabel('Id of the node board').fill('people')
  await author.keyboard.press('Enter')
  await expect(author.getByRole('combobox', { name: 'Condition of the edge from receipts to people' })).toHaveValue(
    'NO',
  )

  // The reverse edge makes a cycle, which is reported and not saved.
  await author.getByLabel('From', { exact: true }).selectOption('people')
  await author.getByLabel('To', { exact: true }).selectOption('receipts')
  await author.getByRole('button', { name: 'Add edge' }).click()
  await expect(author.getByText('The edges must be no cycle; receipts → people → receipts is one.')).toBeVisible()
  await expect(author.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await author.getByRole('button', { name: 'Remove the edge from people to receipts' }).click()
  await author.getByLabel('Conclusion').selectOption('any')
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(author.getByText('Saved. It applies to every frame from now on.')).toBeVisible()

  await author.getByLabel('Answer', { exact: true }).fill(FINE)
  await author.getByRole('button', { name: 'Send the frame' }).click()
  const answered = author.getByRole('region', { name: 'The evaluated frame' })
  await expect(answered).toContainText('YES')
  await expect(answered).toContainText('node receipts')
  await author.getByLabel('Answer', { exact: true }).fill(WRONG)
  await author.getByRole('button', { name: 'Send the frame' }).click()
  await expect(author.getByText('Waiting for a person to answer')).toBeVisible()
})

test('the drawing joins nodes, changes an edge and removes it', { tag: NIGHTLY }, async ({ author }) => {
  const hash = await saveRuleset(author, 'receipts', RECEIPTS)
  const chain = await makeChain(author, fresh('drawn'), hash)
  await author.goto(`/applications/${chain.application}`)
  const [rules, person] = [author.getByTestId('rf__node-rules'), author.getByTestId('rf__node-person')]
  await expect(rules).toBeVisible()
  await author.getByRole('button', { name: 'Remove the edge from rules to person' }).click()
  await expect(author.getByTestId('rf__edge-rules>person')).toHaveCount(0)
  await rules.locator('.source').dragTo(person.locator('.target'))
  await expect(author.getByRole('combobox', { name: 'Condition of the edge from rules to person' })).toHaveValue('any')
  await author.getByLabel('Condition of the selected edge').selectOption('YES')
  await expect(author.getByRole('combobox', { name: 'Condition of the edge from rules to person' })).toHaveValue('YES')
  await person.click()
  await author.keyboard.press('Delete')
  await expect(person).toHaveCount(0)
  await expect(author.getByTestId('rf__edge-rules>person')).toHaveCount(0)
  await author.getByRole('button', { name: 'Discard changes' }).click()
  await expect(person).toBeVisible()
})

test('an unsaved graph survives a reload, and a concurrent change needs a decision', { tag: NIGHTLY }, async ({
  author,
  team,
  signedInPage,
}) => {
  const hash = await saveRuleset(author, 'receipts', RECEIPTS)
  const { application } = await makeChain(author, fresh('stays'), hash)
  await author.goto(`/applications/${application}`)
  await author.getByLabel('Context document').fill('mine')
  await author.getByRole('button', { name: 'Remove the node person' }).click()
  await author.reload()
  await expect(author.getByLabel('Context document')).toHaveValue('mine')
  await expect(author.getByTestId('rf__node-person')).toHaveCount(0)
  const elsewhere = await signedInPage(team.author)
  await elsewhere.goto(`/applications/${application}`)
  await elsewhere.getByLabel('Context document').fill('theirs')
  await elsewhere.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(elsewhere.getByText('Saved. It applies to every frame from now on.')).toBeVisible()
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = author.getByRole('dialog', { name: 'There is a newer version' })
  await conflict.getByRole('button', { name: 'Load their version' }).click()
  await expect(author.getByLabel('Context document')).toHaveValue('theirs')
  await expect(author.getByTestId('rf__node-person')).toBeVisible()
})

test('an application is found and removed, and a reviewer changes nothing', { tag: NIGHTLY }, async ({
  author,
  reviewer,
}) => {
  const name = fresh('gone')
  const hash = await saveRuleset(author, 'receipts', RECEIPTS)
  const { application } = await makeChain(author, name, hash)
  await reviewer.goto(`/applications/${application}`)
  await expect(reviewer.getByText('Only authors can change applications.')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: 'Remove the node person' })).toHaveCount(0)
  await author.goto('/applications')
  await author.getByLabel('Search').fill(name)
  await author.getByRole('link', { name }).click()
  await author.getByRole('button', { name: 'Remove…' }).click()
  await author.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(author).toHaveURL(/\/applications$/)
  await author.goto(`/applications/${application}`)
  await expect(author.getByText('This application does not exist')).toBeVisible()
})

for (const { theme, width } of LOOKS)
  test(`axe finds nothing, ${theme} at ${width}, with and without dialogs`, { tag: NIGHTLY }, async ({ author }) => {
    await author.setViewportSize({ width, height: 844 })
    await author.emulateMedia({ colorScheme: theme })
    const look = async (where: string) => {
      await expect(author.getByText(/^Loading/)).toHaveCount(0)
      await expectNoViolations(author, where)
      const wide = await author.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, where).toBeLessThanOrEqual(0)
    }
    const hash = await saveRuleset(author, 'receipts', RECEIPTS)
    const { application } = await makeChain(author, fresh('axe'), hash)
    await author.goto('/applications')
    await look('the list')
    await author.getByRole('button', { name: 'New application' }).click()
    await expect(author.getByRole('dialog', { name: 'New application' })).toBeVisible()
    await look('a new application')
    await author.goto(`/applications/${application}`)
    await expect(author.getByTestId('rf__node-rules')).toBeVisible()
    await look('the graph')
    await author.getByTestId('rf__node-rules').click()
    await look('a selected node')
    await author.getByRole('button', { name: 'Remove the node rules' }).click()
    await author.getByRole('button', { name: 'Remove the node person' }).click()
    await look('problems')
    await author.getByRole('button', { name: 'Remove…' }).click()
    await look('removing')
  })
