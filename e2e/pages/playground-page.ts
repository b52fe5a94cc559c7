/** The playground as its users see it: names on screen, never class names. */
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

  /** Opens the page and waits until editor and first analysis are there. */
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

  /** Replaces the whole text by typing over it, as a person would paste. */
  async write(text: string): Promise<void> {
    await this.focusEditor()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.insertText(text)
  }

  /** Pastes at the cursor. */
  async insert(text: string): Promise<void> {
    await this.page.keyboard.insertText(text)
  }

  async focusEditor(): Promise<void> {
    await this.editor.locator('.view-lines').click({ position: { x: 60, y: 10 } })
  }

  /** Fills the form with the example dictionary at a position in the list. */
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

  /** The result of an assertion as the word on screen. */
  async expectResult(name: string, word: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'): Promise<void> {
    await expect(this.assertion(name).locator('summary').first()).toContainText(word)
  }
}
