import type { Locator, Page } from '@playwright/test'
import { expect } from './watched-test'

type ChosenFile = Parameters<Locator['setInputFiles']>[0]

/** The public page that verifies receipts. */
export class VerifyPage {
  readonly checks: Locator
  readonly approved: Locator
  private readonly status: Locator

  constructor(private readonly page: Page) {
    this.checks = page.getByTestId('checks')
    this.approved = page.getByTestId('approved')
    this.status = page.getByTestId('verifier')
  }

  /** @param fragment of a printed code, with its number sign */
  async open(fragment = ''): Promise<void> {
    await this.page.goto(`/verify${fragment}`)
    await expect(this.status).toContainText('Ready')
  }

  async chooseReceipt(file: ChosenFile): Promise<void> {
    await this.page.getByLabel('The file of a receipt').setInputFiles(file)
    await expect(this.status).toContainText('Checked in this browser')
  }

  async chooseKeys(file: ChosenFile): Promise<void> {
    await this.page.getByLabel('The file of published keys').setInputFiles(file)
  }

  /** Checks by the word for their outcome. */
  outcomes(word: 'holds' | 'does not hold' | 'not checked'): Locator {
    return this.checks.locator(`[data-outcome="${word}"]`)
  }
}
