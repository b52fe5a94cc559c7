import { expectNoViolations } from '../pages/looks'
import { callMutation, saveRuleset } from '../pages/page-calls'
import { expect, testOfOwnTeam as test } from '../pages/people'

const rules = (most: number) =>
  `// @unit amount USD\ndeclare amount as numeric;\nassert small { amount <= ${most} "USD" };\n`

test('logged checks are decided again by another ruleset', async ({ administrator, author }) => {
  const decisionLog = { enabled: true, retentionDays: 30, redaction: 'keep', exceptions: {}, beforeAnswer: true }
  await callMutation(administrator, 'settings.change', { decisionLog })
  const credential = { label: 'a program', tier: 'standard', expiresAt: null }
  const { token } = (await callMutation(administrator, 'credentials.issue', credential)) as { token: string }
  for (const amount of ['60 USD', '40 USD']) {
    const headers = { 'x-service-credential': token }
    const checked = await author.request.post('/v1/check', { data: { source: rules(75), claims: { amount } }, headers })
    expect(checked.headers()['x-service-check-id']).toBeDefined()
  }
  const hash = await saveRuleset(author, 'stricter', rules(50))

  await administrator.goto('/audit/checks')
  await expect(administrator.getByRole('region', { name: 'Logged checks' }).locator('tbody tr')).toHaveCount(2)
  const replay = administrator.getByRole('region', { name: 'Try another ruleset' })
  await expect(replay.getByRole('button', { name: 'Replay the checks' })).toBeDisabled()
  await replay.getByRole('textbox', { name: 'Other ruleset' }).fill(hash)
  await replay.getByRole('textbox', { name: 'Other ruleset' }).press('Enter')
  await expect(replay).toContainText('2 checks were replayed. 1 is answered differently.')
  const differing = replay.getByRole('list', { name: 'Checks that are answered differently' }).getByRole('listitem')
  await expect(differing).toHaveCount(1)
  await expect(differing).toContainText('small: TRUE → FALSE')
  for (const width of [1280, 390]) {
    await administrator.setViewportSize({ width, height: 844 })
    await expectNoViolations(administrator, `logged checks, ${width}`)
    const wider = await administrator.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider, `${width}`).toBeLessThanOrEqual(0)
  }
})
