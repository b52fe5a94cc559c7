import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CheckPage } from '../pages/check-page'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { callMutation, saveRuleset } from '../pages/page-calls'
import { expect, test } from '../pages/people'

const SOURCE = `version 1.3;
declare paid as boolean;
// @unit weight kg
// @range weight 0..100
declare weight as numeric;
declare grade as enum ["low", "high"];
assert is_paid { paid };
assert light { weight < 30 "kg" };
assert good [optimistic] { grade == "high" };
`
const ROWS = 5_000
/** Every hundredth row does not fit. */
const isBad = (row: number) => row % 100 === 99
const cellsOf = (row: number) => {
  const paid = ['yes', 'No', '', 'unknown'][row % 4] ?? ''
  const weight = isBad(row) ? '400 kg' : ['12.50 kg', '99000 g', '', '1 lb', '30 kg'][row % 5]
  return [`id ${row}, "quoted"\nand broken`, paid, weight ?? '', ['low', 'high', ''][row % 3] ?? '']
}
const csvOf = (rows: number) =>
  [['note', 'paid', 'weight', 'grade'], ...Array.from({ length: rows }, (_, row) => cellsOf(row))]
    .map((cells) => cells.map((cell) => (/["\n,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n')
const claimsOf = (row: number) => {
  const [, paid = '', weight = '', grade = ''] = cellsOf(row)
  const truth = { yes: true, No: false, unknown: 'unknown' }[paid] ?? null
  return { paid: truth, weight: weight || null, grade: grade || null }
}
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const newName = () => `batch-${randomUUID().slice(0, 8)}`

test('one file is checked against two revisions, and rows that differ are shown', async ({ author }) => {
  const check = new CheckPage(author)
  const name = newName()
  const first = await check.openNew(name, SOURCE)
  const second = await saveRuleset(author, name, SOURCE.replace('weight < 30', 'weight < 10'))
  await check.open(name, `?hash=${first}`)
  await check.show('A whole file')
  await author.getByLabel('A CSV or JSON Lines file').setInputFiles(file('rows.csv', csvOf(500)))
  await author.getByRole('button', { name: 'Check 500 rows' }).click()
  await expect(check.batch).toContainText('To see how another revision answers this file')
  await author.getByLabel('Revision').selectOption(second)
  await author.getByRole('button', { name: 'Check and compare' }).click()
  const differences = author.getByTestId('batch-differences')
  await expect(differences.getByRole('row', { name: /light TRUE FALSE/ })).toBeVisible()
  await expectNoViolations(author, 'the answers of two revisions')
  await differences.getByRole('button', { name: /rows where light was TRUE and is FALSE/ }).click()
  await expect(author.getByTestId('batch-shown')).toContainText('rows where light was TRUE and is FALSE')
  await expect(check.batch.locator('[data-row="1"]')).toContainText('before:TRUE')
  const saved = author.waitForEvent('download')
  await check.batch.getByRole('button', { name: 'CSV', exact: true }).click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  expect(text).toContain('light_before')
})

const REGISTER = `version 1.4;
// @column income "Income (000)"
declare income as numeric or {"NA"} else "invalid";
declare hazardous as boolean default False;
declare filed as date;
assert stated { income != "invalid" };
assert safe { Not(hazardous) };
assert recent { filed >= 2026-01-01 };
`

test('a file shows where each claim comes from, and its answers name the defaults', async ({ author }) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), REGISTER)
  await check.show('A whole file')
  const csv = 'id;Income (000)\r\n1;52\r\n2;\r\n3;NA;x\r\n'
  await author.getByLabel('A CSV or JSON Lines file').setInputFiles(file('register.csv', csv))
  const choices = author.getByTestId('column-choices')
  await expect(choices.getByRole('row', { name: /income/ })).toContainText('the column “Income (000)”')
  await expect(choices.getByRole('row', { name: /hazardous/ })).toContainText('no column: no in every row, its default')
  await expect(choices.getByRole('row', { name: /filed/ })).toContainText('no column: unknown in every row')
  await expect(check.batch).toContainText('included in the download: id')
  await expectNoViolations(author, 'where the claims of a file come from')
  await author.getByRole('button', { name: 'Check 3 rows' }).click()
  await expect(author.getByTestId('batch-progress')).toContainText('3 of 3 rows, 1 refused')
  await expect(check.batch.locator('[data-row="3"]')).toContainText('The row has 3 cells, and the first row has 2.')
  const saved = author.waitForEvent('download')
  await check.batch.getByRole('button', { name: 'CSV', exact: true }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n')
  expect(lines.slice(0, 3)).toEqual([
    'id;Income (000);stated;safe;recent;refused_because;taken_by_default',
    '1;52;TRUE;TRUE;UNKNOWN;;hazardous = no',
    '2;;FALSE;TRUE;UNKNOWN;;hazardous = no',
  ])
})

test('test cases come from a CSV file, and a mistake keeps all of them out', async ({ author }) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), REGISTER)
  await check.show('Test cases')
  const choose = (...rows: string[]) =>
    author
      .getByLabel('A file with test cases')
      .setInputFiles(file('cases.csv', ['title,Income (000),filed,expect:recent', ...rows].join('\n')))
  await choose('good,52,2026-02-01,TRUE', 'bad,52,1.2.2026,true')
  const dialog = author.getByTestId('import-cases')
  await expect(dialog).toContainText('The file has 2 mistakes')
  await expect(dialog.getByRole('row', { name: /filed Expected a day of the calendar/ })).toContainText('3')
  await expect(dialog.getByRole('row', { name: /expect:recent/ })).toContainText('received "true"')
  await expectNoViolations(author, 'mistakes in a file of test cases')
  await author.getByRole('button', { name: 'Cancel' }).click()
  await expect(author.getByText('No test cases yet')).toBeVisible()
  await choose('good,52,2026-02-01,TRUE', 'open,NA,,UNKNOWN')
  await author.getByRole('button', { name: 'Import 2 test cases' }).click()
  await expect(author.getByText('2 added, 0 changed, 0 unchanged.')).toBeVisible()
  await author.getByRole('button', { name: 'Run all 2' }).click()
  await expect(check.cases).toContainText('2 passed')
})

test('a CSV file is checked, filtered, opened row by row and downloaded', async ({ author }) => {
  const check = new CheckPage(author)
  const hash = await check.openNew(newName(), SOURCE)
  await check.show('A whole file')
  await author.getByLabel('A CSV or JSON Lines file').setInputFiles(file('rows.csv', csvOf(ROWS)))
  await expect(check.batch).toContainText('5,000 rows')
  await expect(check.batch).toContainText('included in the download: note')
  await author.getByRole('button', { name: 'Check 5,000 rows' }).click()
  await expect(author.getByTestId('batch-progress')).toContainText('5,000 of 5,000 rows, 50 refused')
  await expectNoViolations(author, 'the answers of a batch')

  await author.getByRole('button', { name: 'Refused: 50 rows' }).click()
  await expect(author.getByTestId('batch-shown')).toContainText('50 rows')
  await expect(check.batch.locator('[data-row="100"]')).toContainText('Refused: weight: expected')
  await check.batch.getByRole('button', { name: /rows where is_paid is FALSE/ }).click()
  await expect(check.batch.locator('[data-row="2"]')).toContainText('FALSE')
  await author.getByRole('button', { name: 'Details of row 2', exact: true }).click()
  await expect(author.getByTestId('row-details')).toContainText('weight: "99000 g"')
  await expect(author.getByTestId('row-details').locator('[data-assertion="light"] summary')).toContainText('FALSE')
  await expectNoViolations(author, 'the details of a row')
  await author.getByRole('button', { name: 'Close' }).last().click()
  await author.getByRole('button', { name: 'Show all rows' }).click()

  const saved = author.waitForEvent('download')
  await check.batch.getByRole('button', { name: 'JSON Lines' }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines).toHaveLength(ROWS)
  for (const row of [0, 1, 2, 3, 4, 7, 99, 2_511, 4_999]) {
    const { row: number, claims, answers, refused_because } = JSON.parse(lines[row] ?? '')
    expect(number).toBe(row + 1)
    expect(claims).toEqual(claimsOf(row))
    const request = JSON.stringify({ ruleset_hash: hash, claims })
    const single = (await callMutation(author, 'operations.run', { operation: 'check', request })) as {
      ok: boolean
      body: string
    }
    expect(single.ok).toBe(!isBad(row))
    if (!single.ok) {
      expect(refused_because).toContain('weight')
      continue
    }
    const { rules } = JSON.parse(single.body) as { rules: { assertions: { name: string; check: string }[] }[] }
    const given = rules.flatMap(({ assertions }) => assertions.map(({ name, check: answer }) => [name, answer]))
    expect(answers).toEqual(Object.fromEntries(given))
  }
  const table = author.waitForEvent('download')
  await check.batch.getByRole('button', { name: 'CSV' }).click()
  const csv = readFileSync(await (await table).path(), 'utf8')
  expect(csv.startsWith('note,paid,weight,grade,is_paid,light,good,refused_because\r\n')).toBe(true)
  expect(csv).toContain('"id 0, ""quoted""\nand broken",yes,12.50 kg,low,TRUE,TRUE,FALSE,\r\n')
})

test('JSON Lines keep their digits, and pasted rows are accepted', { tag: NIGHTLY }, async ({ reviewer, author }) => {
  const name = newName()
  await new CheckPage(author).openNew(name, 'version 1.3;\ndeclare n as numeric;\nassert small { n < 2 };\n')
  const check = new CheckPage(reviewer)
  await check.open(name, '?part=batch')
  await reviewer.getByText('Paste rows instead').click()
  await reviewer.getByLabel('Format').selectOption('JSON Lines')
  await reviewer.getByLabel('Rows').fill('{"n": 1.50}\n\n{"n": 12345678901234567890.10}\n{"m": 1}\n{')
  await reviewer.getByRole('button', { name: 'Use these rows' }).click()
  await expect(check.batch).toContainText('Such rows are refused: m')
  await reviewer.getByRole('button', { name: 'Check 4 rows' }).click()
  await expect(reviewer.getByTestId('batch-progress')).toContainText('4 of 4 rows, 2 refused')
  await reviewer.getByRole('button', { name: 'Details of row 2', exact: true }).click()
  await expect(reviewer.getByTestId('row-details')).toContainText('12345678901234567890.10')
  await reviewer.getByRole('button', { name: 'Open in the form' }).click()
  await expect(check.claim('n').getByRole('textbox')).toHaveValue('12345678901234567890.10')
})

test.describe('interrupted', () => {
  test.use({ allowedErrors: [/ERR_FAILED|ERR_ABORTED/] })

  test('a cancelled batch keeps its checked rows', { tag: NIGHTLY }, async ({ author }) => {
    const check = new CheckPage(author)
    await check.openNew(newName(), SOURCE)
    await check.show('A whole file')
    // Later charges wait until the batch was cancelled. Which part is charged first is not fixed.
    let charges = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await author.route('**/api/trpc/batch.charge*', async (route) => {
      if (++charges > 1) await held
      await route.continue().catch(() => undefined)
    })
    await author.getByLabel('A CSV or JSON Lines file').setInputFiles(file('rows.csv', csvOf(ROWS)))
    await author.getByRole('button', { name: 'Check 5,000 rows' }).click()
    const progress = author.getByTestId('batch-progress')
    await expect(progress).toContainText(/^(?!0 |5,000 )[\d,]+ of 5,000 rows/)
    const checked = await progress.innerText()
    await author.getByRole('button', { name: 'Cancel' }).click()
    await expect(author.getByText('Cancelled. The results so far remain.')).toBeVisible()
    release()
    await expect(progress).toContainText(checked)
    await expect(check.batch.locator('[data-row]').filter({ hasText: 'TRUE' }).first()).toBeVisible()
  })

  test('a connection that breaks once loses nothing', { tag: NIGHTLY }, async ({ author }) => {
    const check = new CheckPage(author)
    await check.openNew(newName(), SOURCE)
    await check.show('A whole file')
    let charges = 0
    await author.route('**/api/trpc/batch.charge*', (route) => (++charges === 2 ? route.abort() : route.continue()))
    await author.getByLabel('A CSV or JSON Lines file').setInputFiles(file('rows.csv', csvOf(500)))
    await author.getByRole('button', { name: 'Check 500 rows' }).click()
    await expect(author.getByTestId('batch-progress')).toContainText('500 of 500 rows, 5 refused')
  })
})

for (const theme of ['light', 'dark'] as const)
  test(`a batch on a telephone, ${theme}`, { tag: NIGHTLY }, async ({ author }) => {
    await author.emulateMedia({ colorScheme: theme })
    await author.setViewportSize({ width: 390, height: 844 })
    const check = new CheckPage(author)
    await check.openNew(newName(), SOURCE)
    await check.show('A whole file')
    await expectNoViolations(author, 'the choice of a file')
    await author.getByLabel('A CSV or JSON Lines file').setInputFiles(file('rows.csv', csvOf(300)))
    await author.getByRole('button', { name: 'Check 300 rows' }).click()
    await expect(author.getByTestId('batch-progress')).toContainText('300 of 300 rows')
    await expect(check.batch.locator('[data-row="1"]')).toBeVisible()
    await expectNoViolations(author, 'the answers of a batch')
    const wide = await author.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
