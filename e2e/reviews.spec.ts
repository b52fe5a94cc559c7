import { randomUUID } from 'node:crypto'
import { expectNoViolations, LOOKS, NIGHTLY } from './pages/looks'
import { callMutation } from './pages/page-calls'
import { expect, makeTeam, test } from './pages/people'
import { humanReview, makeGuardrail, makeProject, sendFrame } from './pages/target-calls'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of (400|404|409)/] })

const fresh = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

test('frames arrive in the queue without a reload, and are answered one after the other', async ({ signedInPage }) => {
  const team = await makeTeam()
  const [author, reviewer] = [await signedInPage(team.author), await signedInPage(team.reviewer)]
  const id = await makeGuardrail(author, await makeProject(author, 'Board'), 'Board', humanReview('Mind the tone.'))
  await reviewer.goto('/reviews')
  await expect(reviewer.getByText('Nothing is waiting for you')).toBeVisible()
  await sendFrame(author, id, { C: ['The letter.', 'The answer to it.'], Q: 'Is it polite?', A: 'It is.' })
  await sendFrame(author, id, { C: [], Q: 'Is it short?', A: 'It is.' })
  // The page is not loaded again.
  await reviewer.getByRole('button', { name: 'Is it polite?' }).click()
  const task = reviewer.getByRole('article')
  await expect(task).toContainText('Mind the tone.')
  await expect(task).toContainText('2 documents')
  await task.getByText('1. The letter.').click()
  await reviewer.getByRole('button', { name: 'Submit answer' }).click()
  await expect(reviewer.getByText('Choose one of the three.')).toBeVisible()
  await task.getByRole('radio', { name: /^NO/ }).check()
  await task.getByLabel('Note (optional)').fill('It is rude.')
  await reviewer.getByRole('button', { name: 'Is it short?' }).click()
  await expect(task.getByLabel('Note (optional)')).toHaveValue('')
  await reviewer.getByRole('button', { name: 'Is it polite?' }).click()
  await expect(task.getByLabel('Note (optional)')).toHaveValue('It is rude.')
  await task.getByLabel('Note (optional)').press('Control+Enter')
  // The next one opens with the focus at its beginning.
  await expect(task).toContainText('Is it short?')
  await task.getByRole('radio', { name: /UNKNOWN/ }).focus()
  await reviewer.keyboard.press('Space')
  await reviewer.keyboard.press('Control+Enter')
  await expect(reviewer.getByText('Nothing is waiting for you')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Answered' }).click()
  await reviewer.getByRole('button', { name: 'Is it polite?' }).click()
  await expect(task.getByRole('region', { name: 'Given answer' })).toContainText('It is rude.')
  await expect(task.getByRole('region', { name: 'Given answer' })).toContainText('Rosa Reviewer')
})

test('the second reviewer sees who was first', { tag: NIGHTLY }, async ({ author, reviewer, team, signedInPage }) => {
  const question = fresh('Who is first?')
  const id = await makeGuardrail(author, await makeProject(author, fresh('race')), 'Race', humanReview())
  await sendFrame(author, id, { C: [], Q: question, A: 'a' })
  await reviewer.goto('/reviews')
  await reviewer.getByRole('button', { name: question }).click()
  const taskId = new URL(reviewer.url()).searchParams.get('task')
  await reviewer.getByRole('radio', { name: /^YES/ }).check()
  const elsewhere = await signedInPage(team.reviewer)
  await callMutation(elsewhere, 'reviews.answer', { id: taskId, conclusion: 'NO', note: null })
  // Either the page notices it, or the server reports it; both show the first answer.
  const give = reviewer.getByRole('button', { name: 'Submit answer' })
  if (await give.isVisible()) await give.click({ timeout: 2_000 }).catch(() => {})
  await expect(reviewer.getByRole('region', { name: 'Given answer' })).toContainText('NO')
})

test('an author sees that the page is not for them', { tag: NIGHTLY }, async ({ author, administrator }) => {
  for (const page of [author, administrator]) {
    await page.goto('/reviews')
    await expect(page.getByText('Your role does not give access to this page')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' })).toHaveCount(0)
  }
})

for (const { theme, width } of LOOKS)
  test(`axe finds nothing, ${theme} at ${width}`, { tag: NIGHTLY }, async ({ author, reviewer }) => {
    await reviewer.setViewportSize({ width, height: 844 })
    await reviewer.emulateMedia({ colorScheme: theme })
    const question = fresh(`Is it ${theme}?`)
    const guardrail = await makeGuardrail(author, await makeProject(author, fresh('axe')), 'Axe', humanReview('Look.'))
    await sendFrame(author, guardrail, { C: ['One.', 'Two.'], Q: question, A: 'It is.' })
    const look = async (where: string) => {
      await expect(reviewer.getByText(/^Loading/)).toHaveCount(0)
      await expectNoViolations(reviewer, where)
      const wide = await reviewer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, where).toBeLessThanOrEqual(0)
    }
    await reviewer.goto('/reviews')
    await reviewer.getByRole('button', { name: question }).waitFor()
    await look('the queue')
    await reviewer.getByRole('button', { name: question }).click()
    await expect(reviewer.getByRole('article')).toContainText('One.')
    await reviewer.getByRole('button', { name: 'Submit answer' }).click()
    await look('a frame')
    await reviewer.getByRole('radio', { name: /^YES/ }).check()
    await reviewer.getByRole('button', { name: 'Submit answer' }).click()
    await expect(reviewer.getByRole('button', { name: question })).toHaveCount(0)
    await reviewer.getByRole('button', { name: 'Answered' }).click()
    await reviewer.getByRole('button', { name: question }).click()
    await expect(reviewer.getByRole('region', { name: 'Given answer' })).toBeVisible()
    await look('an answered one')
  })
