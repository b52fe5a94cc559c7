import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoViolations, LOOKS, NIGHTLY } from './pages/looks'
import { callMutation, saveRuleset, signRevision } from './pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from './pages/people'
import { RECEIPTS } from './pages/rulesets'
import { humanReview, judge, makeGuardrail, makeProject, policyRules, sendFrame } from './pages/target-calls'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of (400|404|409|412)/] })

const fresh = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

/** Chooses by name and waits until a revision is chosen. */
async function chooseRuleset(page: Page, name: string) {
  await page.getByRole('group', { name: 'Ruleset' }).getByLabel('Name').selectOption(name)
  await expect(page.getByRole('group', { name: 'Ruleset' }).getByLabel('Revision')).toBeVisible()
}

test('the first guardrail is made in a new project, tried with claims, and its answer arrives', async ({
  signedInPage,
}) => {
  const author = await signedInPage((await makeTeam()).author)
  await author.goto('/')
  await saveRuleset(author, 'receipts', RECEIPTS)
  await author.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Guardrails' }).click()
  await expect(author.getByText('No guardrails yet')).toBeVisible()
  await author.getByRole('button', { name: 'Create the first one' }).click()
  const dialog = author.getByRole('dialog', { name: 'New guardrail' })
  await expect(dialog.getByLabel('Name', { exact: true }).first()).toBeFocused()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText('Choose a project, or add one.')).toBeVisible()
  await expect(dialog.getByText('Choose a ruleset, or enter its hash', { exact: false })).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).first().fill('Receipts')
  await dialog.getByLabel('Name of the new project').fill('Travel')
  await dialog.getByRole('button', { name: 'Add project' }).click()
  await expect(dialog.getByLabel('Project')).toHaveValue(/-/)
  await chooseRuleset(author, 'receipts')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(author).toHaveURL(/\/guardrails\/[0-9a-f-]{36}$/)
  await expect(author.getByRole('heading', { level: 1, name: 'Receipts' })).toBeVisible()
  await expect(author.getByRole('link', { name: 'Not approved' }).first()).toHaveAttribute('href', /^\/approve\//)

  await author.getByLabel('Answer (A) given as').selectOption({ index: 1 })
  const claims = author.getByRole('region', { name: 'Claims' })
  await claims.locator('[data-claim=has_receipt]').getByRole('radio', { name: 'No', exact: true }).check()
  await claims.locator('[data-claim=amount]').getByRole('textbox').fill('80')
  await claims.locator('[data-claim=held]').getByRole('textbox').fill('2')
  await claims.locator('[data-claim=grade]').getByRole('radio', { name: 'high', exact: true }).check()
  await author.getByRole('button', { name: 'Send the frame' }).click()
  const answered = author.getByRole('region', { name: 'The evaluated frame' })
  await expect(author.getByRole('list', { name: 'The frame' })).toContainText('Answered after')
  await expect(answered).toContainText('NO')
  await expect(answered).toContainText('It does not hold.')
  await expect(answered).toContainText('Confidence 100 %')
  const step = answered.getByRole('listitem').filter({ hasText: 'receipt_when_large' }).first()
  await expect(step).toContainText('FALSE')
  await expect(step).toContainText('Is there a receipt?')
  await expectNoViolations(author, 'an evaluated frame')
})

test('frames are listed by answer, and replayed by another revision before anybody signs it', async ({
  signedInPage,
}) => {
  const author = await signedInPage((await makeTeam()).author)
  await author.goto('/')
  const source = 'declare amount as numeric "USD";\nassert small { amount <= 75 "USD" };\n'
  const hash = await saveRuleset(author, 'small', `version 1.4;\n${source}`)
  await saveRuleset(author, 'larger', `version 1.4;\n${source.replace('75', '90')}`)
  const id = await makeGuardrail(author, await makeProject(author, fresh('watched')), 'Watched', policyRules(hash))
  for (const amount of [10, 80, 95]) await sendFrame(author, id, { A: `{"amount": "${amount} USD"}` })

  await author.goto(`/guardrails/${id}`)
  const list = author.getByRole('list', { name: 'Sent frames' })
  await expect(async () => {
    await author.getByRole('button', { name: 'Refresh' }).click()
    await expect(list.getByText('NO', { exact: true })).toHaveCount(2, { timeout: 1_000 })
  }).toPass()
  await expect(author.getByRole('list', { name: 'Frames by answer' })).toContainText('2 NO')
  await author.getByLabel('Frames to show').selectOption('YES')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.locator('summary').first().click()
  await expect(list.getByRole('region', { name: 'The evaluated frame' })).toContainText('It holds.')
  await expectNoViolations(author, 'the frames of a guardrail')

  await author.getByRole('button', { name: 'Try another revision…' }).click()
  const replay = author.getByRole('region', { name: 'Try another revision' })
  await replay.getByLabel('Name').selectOption('larger')
  await replay.getByRole('button', { name: 'Replay the frames' }).click()
  await expect(replay.getByRole('status')).toHaveText('3 frames were replayed. 1 is answered differently.')
  const differing = replay.getByRole('list', { name: 'Frames that are answered differently' })
  await expect(differing).toContainText('NO → YES')
  await expect(differing).toContainText('small: FALSE → TRUE')
  await expectNoViolations(author, 'a replay')
})

test('answers are labelled by two people, and the page shows what they say about confidence', async ({
  signedInPage,
}) => {
  const team = await makeTeam()
  const author = await signedInPage(team.author)
  await author.goto('/')
  const hash = await saveRuleset(
    author,
    'small',
    'version 1.4;\ndeclare amount as numeric "USD";\nassert small { amount <= 75 "USD" };\n',
  )
  const id = await makeGuardrail(author, await makeProject(author, fresh('labelled')), 'Labelled', policyRules(hash))
  for (const amount of [10, 80]) await sendFrame(author, id, { A: `{"amount": "${amount} USD"}` })
  const label = async (page: Page, frame: number, answer: string, note = '') => {
    await page.goto(`/guardrails/${id}`)
    const row = page.getByRole('list', { name: 'Sent frames' }).getByRole('listitem').nth(frame)
    await row.locator('summary').first().click()
    const form = row.getByRole('region', { name: 'Labels' })
    await form.getByLabel('Set').fill('first hundred')
    await form.getByLabel('Right answer').selectOption(answer)
    await form.getByLabel('Note (optional)').fill(note)
    await form.getByRole('button', { name: 'Save the label' }).click()
    return form.getByRole('list', { name: 'Labels of this answer' })
  }
  const hostile = '<img src=x onerror=alert(1)>'
  await expect(await label(author, 0, 'NO', hostile)).toContainText(hostile)
  await label(author, 1, 'YES')
  const results = author.getByRole('region', { name: 'Labelled answers' })
  await expect(results).toContainText('Right conclusions: 2 of 2 (100 %, between 34.2 % and 100 %).')
  await expect(results.getByRole('list', { name: 'Precision and recall' })).toContainText('YES: precision 1 of 1')
  await expectNoViolations(author, 'labelled answers')
  const reviewer = await signedInPage(team.reviewer)
  await label(reviewer, 0, 'YES')
  const disputed = reviewer.getByRole('region', { name: 'Labelled answers' })
  await expect(disputed).toContainText('1 frame is not counted, because the labellers disagree.')
  await expect(disputed.getByRole('list', { name: 'Labellers' }).getByRole('listitem')).toHaveCount(2)
  await disputed.screenshot({ path: test.info().outputPath('labels.png') })
  for (const [width, scheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await reviewer.setViewportSize({ width, height: 900 })
    await reviewer.emulateMedia({ colorScheme: scheme })
    const overflow = await reviewer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectNoViolations(reviewer, `labelled answers, ${width} px, ${scheme}`)
  }

  await author.getByRole('button', { name: 'Try another threshold…' }).click()
  const replay = author.getByRole('region', { name: 'Try another threshold' })
  await replay.getByRole('button', { name: 'Replay the frames' }).click()
  await expect(replay.getByRole('status')).toHaveText('2 frames were replayed. No frame is answered differently.')
})

test('an answer that is not a dictionary gets an Error that says what to do', { tag: NIGHTLY }, async ({ author }) => {
  const hash = await saveRuleset(author, 'receipts', RECEIPTS)
  const projectId = await makeProject(author, fresh('words'))
  const id = await makeGuardrail(author, projectId, 'In words', policyRules(hash))
  await author.goto(`/guardrails/${id}`)
  await expect(author.getByText('No language model is configured here')).toBeVisible()
  await author.getByLabel('Document 1').fill('The meal was 80 dollars.')
  await author.getByLabel('Answer', { exact: true }).fill('It is fine.')
  await author.getByRole('button', { name: 'Send the frame' }).click()
  const answered = author.getByRole('region', { name: 'The evaluated frame' })
  await expect(answered).toContainText('MODEL_NOT_CONFIGURED')
  await expect(answered).toContainText('MODEL_BASE_URL')
  await expectNoViolations(author, 'a frame with an Error')
})

test('an answer by a person arrives after the page was loaded again', async ({ author, reviewer }) => {
  const id = await makeGuardrail(author, await makeProject(author, fresh('board')), 'Board', humanReview())
  await author.goto(`/guardrails/${id}`)
  const question = fresh('Is this fair?')
  await author.getByLabel('Question (Q)').fill(question)
  await author.getByRole('button', { name: 'Send the frame' }).click()
  await expect(author.getByText('Waiting for a person to answer')).toBeVisible()
  await author.reload()
  await expect(author.getByText('Waiting for a person to answer')).toBeVisible()
  await reviewer.goto('/reviews')
  await reviewer.getByRole('button', { name: question }).click()
  await reviewer.getByRole('radio', { name: /YES/ }).check()
  await reviewer.getByRole('button', { name: 'Submit answer' }).click()
  const answered = author.getByRole('region', { name: 'The evaluated frame' })
  await expect(answered).toContainText('YES')
  await expect(answered).toContainText('Rosa Reviewer')
})

test('the page says whether the ruleset is approved, and an approved revision is offered first', async ({
  author,
  reviewer,
}) => {
  const name = `approved-${randomUUID().slice(0, 8)}`
  const first = await saveRuleset(author, name, RECEIPTS)
  await signRevision(reviewer, first, PASSWORD)
  const second = await saveRuleset(author, name, RECEIPTS.replace('36', '48'))
  const projectId = await makeProject(author, fresh('approved'))
  const later = await makeGuardrail(author, projectId, fresh('Later'), policyRules(second))
  await author.goto(`/guardrails/${later}`)
  await expect(author.getByRole('link', { name: 'Not approved' }).first()).toHaveAttribute('href', `/approve/${second}`)
  const ruleset = author.getByRole('group', { name: 'Ruleset' })
  await ruleset.getByLabel('Name').selectOption('')
  await chooseRuleset(author, name)
  await expect(ruleset.getByLabel('Revision')).toHaveValue(first)
  await expect(author.getByText('The frame is checked against the saved version.', { exact: false })).toBeVisible()
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(author.getByText('Saved. It applies to every frame from now on.')).toBeVisible()
  await expect(author.getByRole('link', { name: 'Approved', exact: true }).first()).toHaveAttribute(
    'href',
    `/approve/${first}`,
  )
  await ruleset.getByLabel('Name').selectOption('By its hash')
  await ruleset.getByLabel('Hash').fill('f'.repeat(64))
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(author.getByText('This group holds no ruleset of that hash.', { exact: false })).toBeVisible()
  await author.goto('/guardrails')
  await author.getByLabel('Project').selectOption(projectId)
  await expect(author.getByRole('region', { name: 'Guardrails' })).toContainText('Approved')
})

test('an unsaved change survives a reload, and the second person decides between two changes', {
  tag: NIGHTLY,
}, async ({ author, team, signedInPage }) => {
  const id = await makeGuardrail(author, await makeProject(author, fresh('twice')), 'Twice', humanReview('first'))
  const path = `/guardrails/${id}`
  await author.goto(path)
  await author.getByLabel('Instructions (optional)').fill('mine')
  await author.reload()
  await expect(author.getByLabel('Instructions (optional)')).toHaveValue('mine')
  await expect(author.getByText('was restored.', { exact: false })).toBeVisible()

  const elsewhere = await signedInPage(team.author)
  await elsewhere.goto(path)
  await elsewhere.getByLabel('Instructions (optional)').fill('theirs')
  await elsewhere.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(elsewhere.getByText('Saved. It applies to every frame from now on.')).toBeVisible()

  await author.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = author.getByRole('dialog', { name: 'There is a newer version' })
  await expect(conflict).toContainText('Arne Author')
  await expectNoViolations(author, 'a conflict')
  await conflict.getByRole('button', { name: 'Decide later' }).click()
  await expect(author.getByLabel('Instructions (optional)')).toHaveValue('mine')
  await author.getByRole('button', { name: 'Decide…' }).click()
  await conflict.getByRole('button', { name: 'Overwrite with my version' }).click()
  await expect(author.getByText('Saved. It applies to every frame from now on.')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere.getByLabel('Instructions (optional)')).toHaveValue('mine')

  await elsewhere.getByLabel('Instructions (optional)').fill('theirs again')
  await author.getByLabel('Instructions (optional)').fill('given up')
  await elsewhere.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(elsewhere.getByText('Saved. It applies to every frame from now on.')).toBeVisible()
  await author.getByRole('button', { name: 'Save', exact: true }).click()
  await conflict.getByRole('button', { name: 'Load their version' }).click()
  await expect(author.getByLabel('Instructions (optional)')).toHaveValue('theirs again')
})

test('guardrails are found by words and project, and removed, unless one is used', { tag: NIGHTLY }, async ({
  author,
}) => {
  const word = `w${randomUUID().slice(0, 8)}`
  const projectId = await makeProject(author, `Project ${word}`)
  const used = await makeGuardrail(author, projectId, `Used ${word}`, judge)
  await makeGuardrail(author, projectId, `Free ${word}`, humanReview())
  const graph = { nodes: [{ id: 'a', guardrail_id: used }], edges: [] }
  await callMutation(author, 'targets.addApplication', {
    projectId,
    content: { name: `App ${word}`, contextDocument: '', aggregation: 'all', graph },
  })
  await author.goto('/guardrails')
  await author.getByLabel('Search').fill(`${word} person`)
  await expect(author.getByText('Nothing matches')).toBeVisible()
  await author.getByLabel('Search').fill(`${word} human`)
  await expect(author.getByRole('link', { name: `Free ${word}` })).toBeVisible()
  await expect(author.getByRole('link', { name: `Used ${word}` })).toHaveCount(0)
  await author.getByRole('link', { name: `Free ${word}` }).click()
  await author.getByRole('button', { name: 'Remove…' }).click()
  await author.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(author).toHaveURL(/\/guardrails$/)
  await author.getByLabel('Search').fill(word)
  await expect(author.getByRole('link', { name: `Free ${word}` })).toHaveCount(0)
  await author.getByRole('link', { name: `Used ${word}` }).click()
  await author.getByRole('button', { name: 'Remove…' }).click()
  await author.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(author.getByRole('dialog').getByRole('alert')).toBeVisible()
})

test('projects are added, renamed and removed, unless one is not empty', { tag: NIGHTLY }, async ({ author }) => {
  await author.goto('/guardrails')
  const name = fresh('Project')
  await author.getByRole('button', { name: 'Projects' }).click()
  const dialog = author.getByRole('dialog', { name: 'Projects' })
  await dialog.getByLabel('New project').fill(name)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const form = dialog.getByRole('form', { name })
  await form.getByLabel('Name').fill(`${name} renamed`)
  await form.getByRole('button', { name: 'Save' }).click()
  const renamed = dialog.getByRole('form', { name: `${name} renamed` })
  await expect(renamed).toBeVisible()
  await dialog.getByLabel('New project').fill(`${name} renamed`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await renamed.getByRole('button', { name: /^Remove/ }).click()
  await renamed.getByRole('button', { name: /^Remove project/ }).click()
  await expect(renamed).toHaveCount(0)
})

test('a reviewer sends frames and changes nothing; an administrator only reads', { tag: NIGHTLY }, async ({
  author,
  reviewer,
  administrator,
}) => {
  const id = await makeGuardrail(author, await makeProject(author, fresh('roles')), 'Roles', humanReview())
  for (const page of [reviewer, administrator]) {
    await page.goto('/guardrails')
    await expect(page.getByRole('link', { name: 'Roles', exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'New guardrail' })).toHaveCount(0)
    await page.goto(`/guardrails/${id}`)
    await expect(page.getByText('Only authors can change guardrails.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove…' })).toHaveCount(0)
  }
  await expect(reviewer.getByRole('button', { name: 'Send the frame' })).toBeVisible()
  await expect(administrator.getByText('Authors and reviewers can send frames.', { exact: false })).toBeVisible()
})

test('an unknown address says so', { tag: NIGHTLY }, async ({ author }) => {
  await author.goto(`/guardrails/${randomUUID()}`)
  await expect(author.getByText('This guardrail does not exist')).toBeVisible()
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
    const name = `Axe ${theme} ${width}`
    const id = await makeGuardrail(author, await makeProject(author, fresh(name)), name, policyRules(hash))
    await author.goto('/guardrails')
    await look('the list')
    await author.getByRole('button', { name: 'Projects' }).click()
    await expect(author.getByRole('dialog', { name: 'Projects' })).toBeVisible()
    await look('projects')
    await author.keyboard.press('Escape')
    await author.getByRole('button', { name: 'New guardrail' }).click()
    for (const type of ['Policy rules', 'Consensus of judges', 'Human review']) {
      await author.getByRole('radio', { name: type }).check()
      await look(`a new guardrail: ${type}`)
    }
    await author.goto(`/guardrails/${id}`)
    await look('a guardrail')
    await author.getByLabel('Answer (A) given as').selectOption({ index: 1 })
    await expect(author.getByRole('region', { name: 'Claims' })).toBeVisible()
    await look('claims to fill in')
    await author.getByRole('button', { name: 'Remove…' }).click()
    await look('removing')
  })
