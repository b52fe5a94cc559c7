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

test.describe('with a refused path', () => {
  test.use({ allowedErrors: [/400 \(Bad Request\)/] })

  test('checks are erased by the path of a value', async ({ administrator, author }) => {
    const decisionLog = { enabled: true, retentionDays: 30, redaction: 'keep', exceptions: {}, beforeAnswer: true }
    await callMutation(administrator, 'settings.change', { decisionLog })
    const credential = { label: 'a program', tier: 'standard', expiresAt: null }
    const { token } = (await callMutation(administrator, 'credentials.issue', credential)) as { token: string }
    const source =
      'version 1.4;\ndeclare drivers as list of { licence as text, age as whole } up to 3;\nassert adults { ForAll(d in drivers, d.age >= 18) };\n'
    for (const licence of ['B 42', 'B 43', 'B 42']) {
      const claims = {
        drivers: [
          { licence: 'X', age: 40 },
          { licence, age: 20 },
        ],
      }
      const headers = { 'x-service-credential': token }
      const checked = await author.request.post('/v1/check', { data: { source, claims }, headers })
      expect(checked.status()).toBe(200)
    }

    await administrator.goto('/audit/checks')
    const claim = administrator.getByRole('textbox', { name: 'Claim' })
    const erase = administrator.getByRole('button', { name: 'Erase every check with this value…' })
    const dialog = administrator.getByRole('dialog')
    await claim.fill('drivers[2].licence')
    await administrator.getByRole('textbox', { name: 'Its value' }).fill('B 42')
    await erase.click()
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await expect(dialog).toContainText('write drivers[].licence for every entry')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await claim.fill('drivers[].licence')
    await erase.click()
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await expect(administrator.getByRole('status').filter({ hasText: 'erased' })).toHaveText(
      /^Checks whose values were erased: 2\. Checks with values that were searched: \d+\.$/,
    )
    const rows = administrator.getByRole('region', { name: 'Logged checks' }).locator('tbody tr')
    await expect(rows.filter({ hasText: 'erased' })).toHaveCount(2)
    await expectNoViolations(administrator, 'erased checks')
  })
})
