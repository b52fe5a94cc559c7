import { expect, type Locator, type Page } from '@playwright/test'

export type ChosenMeaning = 'Approve' | 'Reviewed' | 'Request changes'

export class ApprovePage {
  readonly state: Locator
  readonly panel: Locator
  readonly dialog: Locator
  readonly signatures: Locator

  constructor(readonly page: Page) {
    this.state = page.getByTestId('approval-state')
    this.panel = page.getByTestId('signing-panel')
    this.dialog = page.getByRole('dialog', { name: /^Sign:/ })
    this.signatures = page.getByTestId('signatures')
  }

  async open(hash: string): Promise<void> {
    await this.page.goto(`/approve/${hash}`)
    await expect(this.page.getByTestId('review')).toBeVisible()
  }

  async choose(meaning: ChosenMeaning, note = ''): Promise<void> {
    await this.panel.getByRole('radio', { name: meaning, exact: true }).check()
    if (note !== '') await this.panel.getByLabel(/^Note/).fill(note)
  }

  async goOn(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Continue to sign' }).click()
    await expect(this.dialog).toBeVisible()
  }

  async prove(password: string): Promise<void> {
    await this.dialog.getByLabel('Your password').fill(password)
    await this.dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  }

  async arriveAtReceipt(): Promise<void> {
    await expect(this.page).toHaveURL(/\/approve\/[0-9a-f]{64}\/receipts\/[0-9a-f-]{36}$/)
    await expect(this.page.getByRole('heading', { name: 'How to verify it' })).toBeVisible()
  }
}
