import type { Locator, Page } from '@playwright/test'
import { saveRuleset } from './page-calls'
import { expect } from './people'

export class CheckPage {
  readonly results: Locator
  readonly form: Locator
  readonly cases: Locator
  readonly batch: Locator
  readonly nextQuestion: Locator

  constructor(readonly page: Page) {
    this.results = page.getByTestId('results')
    this.form = page.getByTestId('claim-form')
    this.cases = page.getByTestId('test-cases')
    this.batch = page.getByTestId('batch')
    this.nextQuestion = page.getByTestId('next-question')
  }

  /** Saves the ruleset by a call. @returns its hash */
  async openNew(name: string, source: string): Promise<string> {
    const hash = await saveRuleset(this.page, name, source)
    await this.open(name)
    return hash
  }

  async open(name: string, search = ''): Promise<void> {
    await this.page.goto(`/rulesets/${name}/check${search}`)
    await expect(this.page.getByRole('heading', { name: 'Check', exact: true })).toBeVisible()
  }

  async show(part: 'One case' | 'Test cases' | 'A whole file'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Ways to check' }).getByRole('button', { name: part }).click()
  }

  claim(name: string): Locator {
    return this.form.locator(`[data-claim="${name}"]`)
  }

  async answer(claim: string, answer: string): Promise<void> {
    await this.claim(claim).getByRole('radio', { name: answer, exact: true }).check()
  }

  assertion(name: string): Locator {
    return this.results.locator(`[data-assertion="${name}"]`)
  }

  /** Opens the collapsed row of an assertion. */
  async openResult(name: string): Promise<void> {
    await this.assertion(name).locator('summary').first().click()
    await expect(this.assertion(name).locator('details').first()).toHaveAttribute('open', '')
  }

  async expectResult(name: string, result: 'TRUE' | 'FALSE' | 'UNKNOWN'): Promise<void> {
    await expect(this.assertion(name).locator('summary').first()).toContainText(result)
  }

  async saveCase(title: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Save as test case…' }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByRole('button', { name: 'Save the test case' }).click()
    await expect(dialog).toHaveCount(0)
  }

  testCase(title: string): Locator {
    return this.cases.locator(`[data-case="${title}"]`)
  }
}
