import type { Locator } from '@playwright/test'
import { NIGHTLY } from './pages/looks'
import { NEEDS_THE_ENGINE, RECEIPTS } from './pages/rulesets'
import { expect, test } from './pages/watched-test'

test('a real policy is picked, reviewed, filled in and checked', async ({ page, playground }) => {
  await playground.open()
  await playground.pick('FMLA leave: eligibility and amount')
  await expect(playground.review).toContainText('months employed')
  await expect(playground.review.getByRole('heading', { name: 'Assertions' })).toBeVisible()
  await playground.show('Claims')
  await expect(page.getByTestId('claims').getByRole('row', { name: /hours_worked/ })).toContainText('from 0 to 8,784')
  await playground.show('Check')
  await expect(page.getByText(/^0 of \d+ known$/)).toBeVisible()
  await playground.fillIn(1)
  await expect(page.getByText(/^[1-9]\d* of \d+ known$/)).toBeVisible()
  await expect(playground.assertion('hours_of_service').locator('summary').first()).toContainText('TRUE')
  await playground.claim('hours_worked').getByRole('textbox').fill('12')
  await playground.expectResult('hours_of_service', 'FALSE')
  await expect(playground.assertion('hours_of_service')).toContainText('It is false with these values')
  await expect(playground.assertion('hours_of_service')).toContainText('12 hours')
})

test('mistakes appear while typing, and a quick fix repairs one', async ({ page, playground }) => {
  await playground.open()
  await playground.write('version 1.3;\ndeclare a as boolean;\nassert a_holds { a = true };\n')
  await expect(playground.editor.locator('.squiggly-error').first()).toBeVisible()
  await playground.show('Problems')
  const list = playground.problems.getByRole('listitem')
  const count = await list.count()
  expect(count).toBeGreaterThan(0)
  await expect(playground.problems).toContainText('line 3')
  await page.getByRole('tab', { name: 'Review' }).click()
  await expect(page.getByText('The text does not compile')).toBeVisible()
  await page.getByRole('button', { name: 'Show the problems' }).click()
  for (let left = count; left > 0; left--) {
    const fix = playground.problems.getByRole('listitem').first().getByRole('button').nth(1)
    if (!(await fix.isVisible())) break
    await fix.click()
    await page.waitForTimeout(200)
    if (!(await playground.problems.isVisible())) break
  }
  await expect(page.getByText('No problems', { exact: true }).last()).toBeVisible()
  await playground.show('Review')
  await expect(playground.review).toContainText(': 1 assertion')
})

test('records, lists and codes are filled in field by field, and are sent as programs have them', async ({
  page,
  playground,
}) => {
  await playground.open()
  await playground.write(DRIVERS)
  await playground.show('Review')
  await expect(playground.review).toContainText('for every entry d of driver: d’s age is at least 18 years')
  await playground.show('Claims')
  await expect(page.getByTestId('claims').getByRole('row', { name: /driver\[\]\.age/ })).toHaveCount(1)
  await playground.show('Check')
  await expect(playground.claim('co_signer.born')).toHaveCount(0)
  await playground.answer('co_signer', 'Given')
  await playground.claim('co_signer.born').getByLabel('Co signer, born: which date?').fill('1990-02-28')
  await playground.answer('driver', '2')
  await playground.claim('driver[1].age').getByRole('textbox').fill('41')
  await playground.claim('driver[2].age').getByRole('textbox').fill('17')
  await playground.claim('income').getByRole('button', { name: 'Income is NA' }).click()
  await playground.expectResult('adults', 'FALSE')
  await playground.expectResult('backed', 'TRUE')
  await playground.expectResult('earns', 'FALSE')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const json = JSON.parse(await page.getByLabel('Facts as JSON').inputValue()) as unknown
  expect(json).toEqual({
    income: 'NA',
    co_signer: { born: '1990-02-28' },
    driver: [{ age: '41 yr' }, { age: '17 yr' }],
  })
})

const DRIVERS = `version 1.4;
declare income as numeric "USD" or {"NA"};
declare co_signer as optional record { born as date };
declare driver as list of { age as whole "yr" } up to 3;
assert adults { ForAll(d in driver, d.age >= 18 "yr") };
assert backed { And(IsGiven(co_signer), co_signer.born < 2000-01-01) };
assert earns { income >= 100 "USD" };
`

test('the editor offers the fix at the place of the mistake', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.open()
  await playground.write('version 1.3;\ndeclare a as boolean;\nassert a_holds { a == true };\n')
  await expect(playground.editor.locator('.squiggly-error').first()).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Control+.')
  await expect(page.getByRole('dialog').or(page.locator('.action-widget')).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(playground.editor).toContainText('True')
})

test('every claim has a third state, and units convert while they are typed', async ({ page, playground }) => {
  await playground.open()
  await playground.write(RECEIPTS)
  await playground.show('Check')
  await expect(page.getByText('0 of 4 known')).toBeVisible()
  await playground.expectResult('receipt_when_large', 'UNKNOWN')
  await playground.answer('has_receipt', 'Yes')
  await playground.expectResult('receipt_when_large', 'TRUE')
  await playground.answer('has_receipt', 'No')
  await playground.expectResult('receipt_when_large', 'UNKNOWN')
  await expect(playground.assertion('receipt_when_large')).toContainText('depends on “Amount”')

  const amount = playground.claim('amount')
  await amount.getByRole('textbox').fill('80.50')
  await playground.expectResult('receipt_when_large', 'FALSE')
  await expect(playground.assertion('receipt_when_large')).toContainText('80.5 USD')
  await amount.getByRole('textbox').fill('9000')
  await expect(amount).toContainText('Expected a value from 0 to 5000 USD')
  await expect(playground.assertion('receipt_when_large')).toContainText('No result until “Amount” has a value')
  await playground.expectResult('grade_is_good', 'TRUE')
  await amount.getByRole('button', { name: /is unknown/ }).click()
  await expect(amount.getByRole('textbox')).toHaveValue('')
  await playground.expectResult('receipt_when_large', 'UNKNOWN')
  await playground.answer('has_receipt', 'Unknown')
  await expect(page.getByText('0 of 4 known')).toBeVisible()

  const held = playground.claim('held')
  await held.getByRole('textbox').fill('48')
  await held.getByRole('combobox').selectOption('h')
  await expect(held).toContainText('= 2 d')
  await playground.expectResult('held_long_enough', 'TRUE')

  await playground.expectResult('grade_is_good', 'TRUE')
  await expect(playground.assertion('grade_is_good').getByText(/optimistic policy/)).toBeAttached()
  await playground.answer('grade', 'low')
  await playground.expectResult('grade_is_good', 'FALSE')
})

test('JSON goes in and out without losing a digit', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.open()
  await playground.write('version 1.3;\ndeclare n as numeric;\nassert small { n < 2 };\n')
  await playground.show('Check')
  await playground.form.getByRole('textbox').fill('1.50')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const json = page.getByLabel('Facts as JSON')
  await expect(json).toHaveValue('{\n  "n": 1.50\n}')
  await json.fill('{ "n": 12345678901234567890.120 }')
  await playground.expectResult('small', 'FALSE')
  await json.fill('{ "n": }')
  await expect(page.getByText(/Not read: .*line 1, column 8/)).toBeVisible()
  await json.fill('{ "n": 12345678901234567890.120 }')
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(playground.form.getByRole('textbox')).toHaveValue('12345678901234567890.120')
})

test('the engine answers hard questions, and the page shows its answer', async ({ playground, page }) => {
  await playground.open()
  const answered = page.waitForResponse((response) => response.url().includes('/api/trpc/playground.check'))
  await playground.write(NEEDS_THE_ENGINE)
  await playground.show('Check')
  const answer = await answered
  expect(answer.ok()).toBe(true)
  await playground.expectResult('no_such_pair', 'TRUE')
  await playground.expectResult('flag_is_set', 'UNKNOWN')
})

test.describe('without a network', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })
  test('nothing is guessed during a request, and an unreachable engine is reported', {
    tag: NIGHTLY,
  }, async ({ page, playground }) => {
    let reachable = false
    await page.route('**/api/trpc/**', (route) => (reachable ? route.continue() : route.abort()))
    await playground.open()
    await playground.write(NEEDS_THE_ENGINE)
    await playground.show('Check')
    await expect(playground.assertion('no_such_pair').locator('summary').first()).toContainText('asking the engine')
    await playground.expectResult('flag_is_set', 'UNKNOWN')
    const trouble = playground.results.getByRole('alert')
    await expect(trouble).toContainText('could not be reached')
    reachable = true
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await playground.expectResult('no_such_pair', 'TRUE')
    await expect(trouble).toHaveCount(0)
  })
})

test('an AMBIGUOUS answer looks different', { tag: NIGHTLY }, async ({ page, playground }) => {
  await page.route('**/api/trpc/**', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace('\\"check\\":\\"TRUE\\"', '\\"check\\":\\"AMBIGUOUS\\"') })
  })
  await playground.open()
  await playground.write(NEEDS_THE_ENGINE)
  await playground.show('Check')
  await playground.expectResult('no_such_pair', 'AMBIGUOUS')
  await playground.results.getByText('What the four results mean').click()
  await expect(playground.results.locator('dl')).toContainText('The evidence contradicts itself')
})

test('a reload keeps the work, and a link takes it to another browser', { tag: NIGHTLY }, async ({
  page,
  playground,
  browser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await playground.open()
  await playground.write(RECEIPTS)
  await playground.show('Check')
  await playground.claim('amount').getByRole('textbox').fill('80')
  await playground.answer('has_receipt', 'No')
  await playground.expectResult('receipt_when_large', 'FALSE')
  await page.reload()
  await playground.ready()
  await playground.show('Check')
  await playground.expectResult('receipt_when_large', 'FALSE')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('/playground#draft=')

  const other = await browser.newContext()
  const visitor = await other.newPage()
  await visitor.goto(link)
  await visitor.getByRole('tab', { name: 'Check' }).click()
  await expect(visitor.locator('[data-assertion="receipt_when_large"] summary')).toContainText('FALSE')
  expect(new URL(visitor.url()).hash).toBe('')
  await visitor.goto('/playground#draft=broken')
  await expect(visitor.getByText('The link is damaged')).toBeVisible()
  await other.close()
})

test('picking another policy can be undone', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.open()
  await playground.write(RECEIPTS)
  await expect(playground.review).toContainText('Receipt when large')
  await playground.pick('Software release gate')
  await expect(playground.review).not.toContainText('Receipt when large')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.review).toContainText('Receipt when large')
})

test('the text can be formatted, and undo restores it', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.open()
  await playground.write('version 1.3; declare   a as boolean;\nassert   a_holds{a};\n')
  await page.getByRole('button', { name: 'Format', exact: true }).click()
  await expect(playground.editor).toContainText('assert a_holds {')
  await playground.focusEditor()
  await page.keyboard.press('Control+Z')
  await expect(playground.editor).toContainText('a_holds{a}')
})

test('a name is renamed everywhere', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.open()
  await playground.write('version 1.3;\ndeclare old as boolean;\nassert it_holds { old };\n')
  await expect(playground.review).toContainText('old')
  await playground.editor.locator('.view-line', { hasText: 'declare' }).getByText('old', { exact: true }).click()
  await page.keyboard.press('F2')
  await expect(page.locator('.rename-box input')).toBeVisible()
  await page.locator('.rename-box input').fill('fresh')
  await page.locator('.rename-box input').press('Enter')
  await expect(playground.review).toContainText('‘fresh’ is yes')
  await expect(playground.editor).toContainText('assert it_holds { fresh }')
})

test('completion offers declared names, fitting ones first, and writes them', async ({ page, playground }) => {
  await playground.open()
  await playground.write(`${RECEIPTS}assert documented { `)
  await page.keyboard.type('has_r')
  const offered = page.getByRole('listbox', { name: 'Suggest' })
  await expect(offered.getByRole('option', { name: /^has_receipt/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(playground.editor).toContainText('assert documented { has_receipt')
  await expect(offered).toBeHidden()
  await playground.insert(' };')
  await expect(playground.editor).toContainText('assert documented { has_receipt };')
  await expect(playground.review).toContainText('Documented')

  await page.keyboard.press('Enter')
  await playground.insert('assert senior { grade >= ')
  await page.keyboard.type('"')
  const members = offered.getByRole('option')
  await expect(members).toHaveCount(3)
  await expect(members.first()).toHaveAccessibleName(/^low/)
  await page.keyboard.type('hi')
  await expect(members).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(playground.editor).toContainText('grade >= "high"')
})

test('hover shows type, unit and question of a claim, and explains functions', { tag: NIGHTLY }, async ({
  page,
  playground,
}) => {
  await playground.open()
  await playground.write(RECEIPTS)
  await expect(playground.review).toContainText('Receipt when large')
  const line = playground.editor.locator('.view-line', { hasText: 'assert receipt_when_large' })
  const shown = page.getByRole('tooltip')
  /** The editor may redraw the line below the mouse, so the mouse moves until the text is there. */
  const hover = (token: Locator, text: string) =>
    expect(async () => {
      await page.mouse.move(0, 0)
      await token.hover()
      await expect(shown).toContainText(text, { timeout: 3_000 })
    }).toPass({ timeout: 20_000 })
  // The line is wrapped, so that its last use is on a separate line.
  await hover(playground.editor.getByText('has_receipt', { exact: true }).last(), 'has_receipt: boolean (claim)')
  await expect(shown).toContainText('Is there a receipt?')
  await hover(line.getByText('amount', { exact: true }), 'amount: numeric in USD (claim)')
  await expect(shown).toContainText('From 0 to 5000.')
  await hover(line.getByText('Implies', { exact: true }), 'Implies(')
})

test('completion of a call includes its operands', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.open()
  await playground.write(`${RECEIPTS}assert documented { `)
  await page.keyboard.type('Implies(')
  const operands = page.locator('.parameter-hints-widget')
  await expect(operands).toContainText('Implies(')
})

test('typing faster than the page draws loses no letter and does not move the cursor', async ({ page, playground }) => {
  await playground.open()
  const line = `// ${'the quick brown fox jumps over the lazy dog '.repeat(3)}end`
  await playground.write('version 1.3;\n')
  // Simulates a slow page: 80 ms of work after each drawing by React.
  await page.evaluate(() => {
    const slow = () => {
      const until = performance.now() + 80
      while (performance.now() < until);
    }
    new MutationObserver(slow).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.keyboard.type(line)
  await playground.show('Problems')
  await expect(playground.editor).toContainText('lazy dog end')
  const draft = () => page.evaluate(() => localStorage.getItem('touchstone.playground') ?? '')
  await expect.poll(draft).toContain(line)
})

test('the text has its colours in the first frame and all later ones', async ({ page, playground, request }) => {
  const html = await (await request.get('/playground')).text()
  expect(html).toContain('class="token-keyword"')
  await page.addInitScript(() => {
    const frames: boolean[] = []
    Object.assign(window, { frames })
    const look = () => {
      const editor = document.querySelector('[data-testid=editor]')
      if (editor !== null) {
        const drawn = new Set([...editor.querySelectorAll('.view-line span > span')].map(({ className }) => className))
        frames.push(editor.querySelector('.token-keyword') !== null || drawn.size > 1)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await playground.open()
  await expect(playground.editor.locator('.token-keyword')).toHaveCount(0)
  const frames = await page.evaluate(() => (window as unknown as { frames: boolean[] }).frames)
  expect(frames.length).toBeGreaterThan(0)
  expect(frames).not.toContain(false)
})

test('a note of the author is one paragraph, and an empty line ends it', async ({ page, playground }) => {
  await playground.open()
  await playground.write(
    'version 1.3;\ndeclare a as boolean;\n// A note that goes\n// over two lines.\n//\n// A second paragraph.\nassert a_holds { a };\n',
  )
  const paragraphs = playground.review.locator('blockquote p')
  await expect(paragraphs).toHaveText(['A note that goes over two lines.', 'A second paragraph.'])
  await expect(page.getByText('Author’s note, not checked').first()).toBeVisible()
})
