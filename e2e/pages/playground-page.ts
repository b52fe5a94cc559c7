import { expect, type Locator, type Page } from '@playwright/test'

export type PanelName = 'Text' | 'Review' | 'Claims' | 'Check' | 'Problems'

export class PlaygroundPage {
  readonly policy: Locator
  readonly editor: Locator
  readonly review: Locator
  readonly form: Locator
  readonly results: Locator
  readonly problems: Locator

  constructor(readonly page: Page) {
    this.policy = page.getByLabel('Policy', { exact: true })
    this.editor = page.getByTestId('editor')
    this.review = page.getByTestId('review')
    this.form = page.getByTestId('claim-form')
    this.results = page.getByTestId('results')
    this.problems = page.getByTestId('problems')
  }

  async open(fragment = ''): Promise<void> {
    await this.page.goto(`/playground${fragment}`)
    await this.ready()
  }

  async ready(): Promise<void> {
    await expect(this.editor.locator('.monaco-editor').first()).toBeVisible()
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0)
  }

  async show(panel: PanelName): Promise<void> {
    await this.page.getByRole('tab', { name: panel }).click()
  }

  async pick(title: string): Promise<void> {
    await this.policy.selectOption({ label: title })
    await expect(this.page.getByText(`Opened “${title}”.`)).toBeVisible()
  }

  /** Types over the whole text, as a person would paste. */
  async write(text: string): Promise<void> {
    await this.focusEditor()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.insertText(text)
  }

  async insert(text: string): Promise<void> {
    await this.page.keyboard.insertText(text)
  }

  async focusEditor(): Promise<void> {
    await this.editor.locator('.view-lines').click({ position: { x: 60, y: 10 } })
  }

  /** Fills the form with an example dictionary. */
  async fillIn(index: number): Promise<void> {
    await this.page.getByLabel('Fill in').selectOption({ index })
  }

  claim(name: string): Locator {
    return this.form.locator(`[data-claim="${name}"]`)
  }

  async answer(name: string, choice: string): Promise<void> {
    await this.claim(name).getByRole('radio', { name: choice, exact: true }).check()
  }

  assertion(name: string): Locator {
    return this.results.locator(`[data-assertion="${name}"]`)
  }

  async expectResult(name: string, word: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'): Promise<void> {
    await expect(this.assertion(name).locator('summary').first()).toContainText(word)
  }
}
