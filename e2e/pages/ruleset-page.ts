import { expect, type Locator, type Page } from '@playwright/test'

/** The path of a ruleset as people see it in the browser. */
export function rulesetPath(name: string): string {
  const readAsAnother = ['.', '..', 'new'].includes(name)
  return `/rulesets/${name.replaceAll('/', '~').replaceAll(' ', '+')}${readAsAnother ? '~' : ''}`
}

export class RulesetPage {
  readonly editor: Locator
  readonly saveState: Locator
  readonly saveDialog: Locator
  readonly conflict: Locator

  constructor(readonly page: Page) {
    this.editor = page.getByTestId('editor')
    this.saveState = page.getByTestId('save-state')
    this.saveDialog = page.getByRole('dialog', { name: /^Save / })
    this.conflict = page.getByRole('dialog', { name: 'A newer revision exists' })
  }

  async open(name: string): Promise<void> {
    await this.page.goto(rulesetPath(name))
    await this.ready()
  }

  /** Waits for the editor and the first analysis. */
  async ready(): Promise<void> {
    await expect(this.editor.locator('.monaco-editor').first()).toBeVisible()
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0)
  }

  async show(panel: string): Promise<void> {
    await this.page.getByRole('tab', { name: panel }).click()
  }

  /** Types over the whole text, as a person would paste. */
  async write(text: string): Promise<void> {
    await this.editor.locator('.view-lines').click({ position: { x: 60, y: 10 } })
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.insertText(text)
  }

  async append(text: string): Promise<void> {
    await this.editor.locator('.view-lines').click({ position: { x: 60, y: 10 } })
    await this.page.keyboard.press('Control+End')
    await this.page.keyboard.insertText(text)
  }

  /** Presses Ctrl S and completes the dialog. */
  async save(words: { readonly name?: string; readonly message?: string } = {}): Promise<void> {
    await this.page.keyboard.press('Control+S')
    if (words.name !== undefined) await this.saveDialog.getByLabel('Name').fill(words.name)
    if (words.message !== undefined) await this.saveDialog.getByLabel('Message (optional)').fill(words.message)
    await this.saveDialog.getByRole('button', { name: 'Save revision' }).click()
  }

  async expectSaved(): Promise<void> {
    await expect(this.saveDialog).toHaveCount(0)
    await expect(this.saveState).toHaveText(/^Saved /)
  }

  /** Reads the draft in the storage of this browser. */
  draft(): Promise<string> {
    return this.page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('touchstone.draft/'))
        .map(([, value]) => value)
        .join('\n'),
    )
  }
}
