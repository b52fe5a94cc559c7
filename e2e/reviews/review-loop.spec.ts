/** An author and a reviewer go from the request to the signature, only with what their pages show. */
import type { Page } from '@playwright/test'
import { ApprovePage } from '../pages/approve-page'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { saveRuleset } from '../pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'
import { RulesetPage } from '../pages/ruleset-page'
import { RECEIPTS } from '../pages/rulesets'

test.use({ actionTimeout: 15_000 })

const NAME = 'receipts'
const LONGER = 'assert held_long_enough { held >= 48 "h" };'
const MESSAGE = 'Please look at the holding time.'
const NEW_REVISION = 'saved a new revision of “receipts”'
const NOTE = 'The holding time is too short.'
const OF_WIDTHS = [
  ['with the keyboard alone', { width: 1280, height: 900 }, 'light', []],
  ['on a phone in the dark', { width: 390, height: 844 }, 'dark', [NIGHTLY]],
] as const

for (const [how, size, theme, tag] of OF_WIDTHS)
  test(`a review goes from the request to the signature, for the reviewer ${how}`, { tag: [...tag] }, async ({
    signedInPage,
  }) => {
    test.setTimeout(150_000)
    const team = await makeTeam()
    const [author, reviewer] = [await signedInPage(team.author), await signedInPage(team.reviewer)]
    await reviewer.setViewportSize(size)
    await reviewer.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const acts = size.width === 390 ? byTouch(reviewer) : byKeyboard(reviewer)
    await saveRuleset(author, NAME, RECEIPTS)
    await expectState(author, 'Draft')
    await reviewer.goto('/inbox')
    await expect(reviewer.getByText('Requests for reviews and changes appear here')).toBeVisible()

    await openReview(author)
    await expectState(author, 'In review')

    await reloadUntil(reviewer, 'Inbox 1 unread')
    await lookAt(reviewer, 'inbox', theme)
    await acts.openFirstOfInbox('Arne Author asks you to review “receipts”. Please answer by 1 December 2099.')
    await expect(reviewer.getByTestId('review-message')).toHaveText(MESSAGE)
    await expect(reviewer.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()

    await acts.comment('held_long_enough', 'A weekend is longer.', LONGER)
    const thread = reviewer.getByRole('article', { name: /^Comment by Rosa Reviewer/ })
    await expect(thread).toContainText('A weekend is longer.')
    await expect(thread.getByRole('region', { name: 'Suggested text' })).toHaveText(LONGER)
    await expect(reviewer.getByText('Due on 1 Dec 2099')).toBeVisible()
    await lookAt(reviewer, 'review', theme)
    await acts.requestChanges(NOTE)
    await expectState(author, 'Changes requested')

    const editor = new RulesetPage(author)
    await editor.open(NAME)
    await expect(author.getByText(NOTE)).toBeVisible()
    await author.getByRole('link', { name: 'Go to the review' }).first().click()
    await author.getByRole('link', { name: 'Apply in the editor' }).click()
    await editor.ready()
    await expect(author.getByText('Suggestion by Rosa Reviewer')).toBeVisible()
    await expect(editor.editor).toContainText('48')
    await editor.save()
    await editor.expectSaved()
    await expectState(author, 'In review')

    await acts.goToReview()
    await expect(reviewer.getByText('Revision 2 is the newest.')).toBeVisible()
    await expect(reviewer.getByRole('list', { name: 'Reviewers' })).toContainText(
      'Changes requested, given to revision 1',
    )
    await acts.resolve()
    await reviewer.getByRole('button', { name: /^Resolved 1/ }).waitFor()
    await acts.approve()
    await expectState(author, 'Approved')

    await author.goto(`/rulesets/${NAME}/review`)
    await expect(author.getByRole('list', { name: 'Reviewers' })).toContainText('Approved')
    await author.getByRole('button', { name: 'Complete the review' }).click()
    await author.getByRole('button', { name: 'Complete', exact: true }).click()
    await expect(author.getByRole('heading', { name: 'Review, completed' })).toBeVisible()
  })

async function openReview(author: Page): Promise<void> {
  await author.goto(`/rulesets/${NAME}/review`)
  await author.getByRole('button', { name: 'Ask for a review' }).click()
  const dialog = author.getByRole('dialog', { name: 'Ask for a review' })
  await dialog.getByLabel('Message').fill(MESSAGE)
  await dialog.getByLabel(/Rosa Reviewer/).check()
  await dialog.getByLabel('Due on').fill('2099-12-01')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(author.getByRole('heading', { name: 'Open review' })).toBeVisible()
}

/** Notifications are made a moment after the event, and an open page asks for them once a minute. */
async function reloadUntil(page: Page, link: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: link })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

/** The list of rulesets shows the state. */
async function expectState(author: Page, state: string): Promise<void> {
  await author.goto('/')
  await expect(author.getByRole('link', { name: `${state} – review of ${NAME}` })).toBeVisible()
}

async function lookAt(page: Page, where: string, theme: string): Promise<void> {
  await page.screenshot({ path: `.data/e2e-results/review-loop-${where}-${theme}.png`, fullPage: true })
  await expectNoViolations(page, where)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide, where).toBeLessThanOrEqual(0)
}

interface ReviewerActs {
  openFirstOfInbox(sentence: string): Promise<void>
  comment(assertion: string, text: string, suggestion: string): Promise<void>
  requestChanges(note: string): Promise<void>
  goToReview(): Promise<void>
  resolve(): Promise<void>
  approve(): Promise<void>
}

function byTouch(page: Page): ReviewerActs {
  const approval = new ApprovePage(page)
  const readAndSign = async () => {
    await page.getByRole('link', { name: 'Read and sign' }).click()
    await expect(page.getByTestId('review')).toBeVisible()
  }
  const sign = async () => {
    await approval.goOn()
    await approval.prove(PASSWORD)
    await approval.arriveAtReceipt()
  }
  return {
    openFirstOfInbox: async (sentence) => page.getByRole('link', { name: sentence }).click(),
    comment: async (assertion, text, suggestion) => {
      await page.getByRole('button', { name: 'Write a comment' }).click()
      const form = page.getByRole('form', { name: 'New comment' })
      await form.getByLabel('About').selectOption({ label: await labelOf(page, assertion) })
      await form.getByLabel('Comment', { exact: true }).fill(text)
      await form.getByLabel('Suggest a text').check()
      await form.getByLabel('Suggested text').fill(suggestion)
      await form.getByRole('button', { name: 'Comment', exact: true }).click()
      await expect(form).toHaveCount(0)
    },
    requestChanges: async (note) => {
      await readAndSign()
      await approval.choose('Request changes', note)
      await sign()
    },
    goToReview: async () => {
      await page.goto('/inbox')
      await reloadUntil(page, NEW_REVISION)
      await page.getByRole('link', { name: NEW_REVISION }).click()
    },
    resolve: async () => page.getByRole('button', { name: 'Resolve', exact: true }).click(),
    approve: async () => {
      await readAndSign()
      await approval.choose('Approve')
      await sign()
    },
  }
}

/** Uses only the keyboard, and finds its way by the focused element. */
function byKeyboard(page: Page): ReviewerActs {
  const { keyboard } = page
  const tabTo = async (label: RegExp) => {
    for (let step = 0; step < 150; step++) {
      if (label.test(await page.evaluate(nameOfFocus))) return
      await keyboard.press('Tab')
    }
    throw new Error(`no Tab leads to ${label}`)
  }
  const activate = async (label: RegExp) => {
    await tabTo(label)
    await keyboard.press('Enter')
  }
  const sign = async (meaning: string, note: string) => {
    await activate(/^Read and sign$/)
    await expect(page.getByRole('button', { name: 'Continue to sign' })).toBeEnabled()
    // The arrows move within the group.
    await tabTo(/^(Approve|Reviewed|Request changes)/)
    await keyboard.press('Space')
    for (let step = 0; step < 3; step++) {
      if ((await page.evaluate(nameOfFocus)).startsWith(meaning)) break
      await keyboard.press('ArrowDown')
    }
    if (note !== '') {
      await tabTo(/^Note/)
      await keyboard.insertText(note)
    }
    await activate(/^Continue to sign$/)
    await tabTo(/^Your password$/)
    await keyboard.insertText(PASSWORD)
    await keyboard.press('Enter')
    await new ApprovePage(page).arriveAtReceipt()
  }
  return {
    openFirstOfInbox: async (sentence) => {
      await expect(page.getByRole('link', { name: sentence })).toBeVisible()
      await keyboard.press('j')
      await keyboard.press('Enter')
    },
    comment: async (assertion, text, suggestion) => {
      await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
      await keyboard.press('c')
      await expect(page.getByRole('form', { name: 'New comment' })).toBeVisible()
      await keyboard.insertText(text)
      await keyboard.press('Shift+Tab')
      await keyboard.type((await labelOf(page, assertion)).slice(0, 30))
      await tabTo(/^Suggest a text$/)
      await keyboard.press('Space')
      await tabTo(/^Suggested text$/)
      // It begins with the statement as it is.
      await expect(page.getByLabel('Suggested text')).toHaveValue(new RegExp(`^assert ${assertion} `))
      await keyboard.press('Control+A')
      await keyboard.insertText(suggestion)
      await activate(/^Comment$/)
      await expect(page.getByRole('form', { name: 'New comment' })).toHaveCount(0)
    },
    requestChanges: async (note) => sign('Request changes', note),
    goToReview: async () => {
      await activate(/^Inbox/)
      await page.waitForURL('/inbox')
      await reloadUntil(page, NEW_REVISION)
      await keyboard.press('j')
      await keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
    },
    resolve: async () => {
      await keyboard.press('j')
      await keyboard.press('e')
    },
    approve: async () => sign('Approve', ''),
  }
}

/** Words of the choice that names the assertion. */
async function labelOf(page: Page, assertion: string): Promise<string> {
  const option = page.getByRole('form', { name: 'New comment' }).locator('option', { hasText: assertion })
  return (await option.first().textContent()) ?? ''
}

/** The words of a label, of `aria-label` or of the element that has the focus. */
function nameOfFocus(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return ''
  const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
  return (element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '').trim()
}
