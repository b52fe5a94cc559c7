import { expectNoViolations, LOOKS, NIGHTLY } from '../pages/looks'
import { expect, PASSWORD, test } from '../pages/people'
import { SmallAgent } from '../pages/small-agent'

// The agent listens elsewhere on this machine; only there may the browser go with its answer.
test.use({ allowedErrors: [/^left the origin: http:\/\/127\.0\.0\.1:\d+\/(callback|favicon)/] })

let credential: string
let agent: SmallAgent

test.beforeAll(async ({ baseURL }) => {
  const issued = await fetch(`${baseURL}/v1/credentials/evaluation`, { method: 'POST' })
  credential = ((await issued.json()) as { credential: string }).credential
})
test.beforeEach(async ({ baseURL }) => {
  agent = await SmallAgent.start(baseURL ?? '', 'Ledger assistant')
})
test.afterEach(() => agent.stop())

test('a person lets an agent act, and the agent can', async ({ page }) => {
  await page.goto(agent.question)
  await expect(page.getByRole('heading', { name: 'Let “Ledger assistant” act for you?' })).toBeVisible()
  await expect(page.getByText('agents.example')).toBeVisible()
  await expect(page.getByText('a program on this computer')).toBeVisible()

  const entry = page.getByLabel('Credential')
  await entry.fill('ts_eval_not-a-credential')
  await entry.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'unknown here' })).toBeVisible()
  await expect(entry).toHaveAttribute('aria-invalid', 'true')

  await entry.fill(credential)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('could not save rulesets under a name or record approvals')).toBeVisible()
  await expect(page.getByText(/limited to [\d,]+ a day and [\d,]+ in all/)).toBeVisible()
  expect(page.url()).not.toContain(credential)
  expect(await page.content()).not.toContain(credential)

  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
  const back = await agent.back
  expect(back.get('state')).toBe('e2e')
  expect(await agent.tools(await agent.token(back.get('code') ?? ''))).toContain('check_claims')
})

test('a person signs in and lets an agent act in their own name', { tag: NIGHTLY }, async ({ page, team }) => {
  await page.goto(agent.question)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail address').fill(team.author.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const heading = `As ${team.author.name} in “${team.namespaceName}” the agent could`
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expectNoViolations(page, 'in their own name')

  await page.getByRole('button', { name: 'Use a credential instead' }).click()
  await expect(page.getByLabel('Credential')).toBeVisible()
  await expectNoViolations(page, 'a credential instead')
  await page.getByRole('button', { name: 'Use my account' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
  const back = await agent.back
  expect(await agent.tools(await agent.token(back.get('code') ?? ''))).toContain('save_ruleset')
})

test('a person says no, and the agent gets the refusal', async ({ page }) => {
  await page.goto(agent.question)
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
  expect(Object.fromEntries(await agent.back)).toMatchObject({ error: 'access_denied', state: 'e2e' })
})

test('another credential can be chosen before the decision, by keyboard only', { tag: NIGHTLY }, async ({ page }) => {
  await page.goto(agent.question)
  await page.getByLabel('Credential').focus()
  await page.keyboard.type(credential)
  await page.keyboard.press('Enter')
  const other = page.getByRole('button', { name: 'Use another credential' })
  await expect(other).toBeVisible()
  await other.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Credential')).toHaveValue('')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('everything works the same', { tag: NIGHTLY }, async ({ page }) => {
    await page.goto(agent.question)
    await page.getByLabel('Credential').fill(credential)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
    expect((await agent.back).get('code')).not.toBeNull()
  })
})

for (const { theme, width } of LOOKS)
  test(`in the ${theme} theme at ${width} pixels: axe finds nothing and nothing is cut off`, { tag: NIGHTLY }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 844 })
    const look = async (where: string) => {
      await expectNoViolations(page, where)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width)
    }
    await page.goto(agent.question)
    await look('question')
    await page.getByLabel('Credential').fill('wrong')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.locator('#problem')).toBeVisible()
    await look('problem')
    await page.getByLabel('Credential').fill(credential)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
    await look('decision')
    await page.goto('/authorize/problem?reason=expired')
    await look('over')
  })
