/** Written policies: clauses, uploads, coverage, and a first rule for an author who does not know the language. */
import { crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../pages/looks'
import { callQuery, saveRuleset } from '../pages/page-calls'
import { expect, makeTeam, test } from '../pages/people'
import { BLOCKS, CLAUSES, POLICY } from './policy'

const LABELS = CLAUSES.map(([label]) => label)

const RULES = `version 1.4;
// @unit cost USD
declare cost as numeric;
// @cite meal TE-07 1.1
assert meal { cost <= 60 "USD" };
// @cite hotel TE-07 2.3
assert hotel { cost <= 210 "USD" };
assert positive { cost > 0 "USD" };
`

async function openForm(page: Page): Promise<void> {
  await page.goto('/documents')
  await expect(page.getByRole('heading', { name: 'Add a document' })).toBeVisible()
}

async function shownLabels(page: Page): Promise<string[]> {
  const items = await page.getByTestId(/^clause /).all()
  const ids = await Promise.all(items.map((item) => item.getAttribute('data-testid')))
  return ids.map((id) => (id ?? '').slice('clause '.length))
}

test('a policy is pasted, divided, marked, compared and revised', async ({ signedInPage }) => {
  const author = await signedInPage((await makeTeam()).author)
  await openForm(author)
  await author.getByLabel('Label', { exact: true }).fill('TE-07')
  await author.getByLabel('Title').fill('Travel and expenses')
  await author.getByLabel('Text of the policy').fill(POLICY)
  await author.getByRole('button', { name: 'Add the document' }).click()
  await expect(author.getByRole('heading', { name: 'TE-07: Travel and expenses' })).toBeVisible()
  expect((await shownLabels(author)).filter((label) => label.includes('.'))).toEqual(LABELS)
  await expectNoViolations(author, 'a document')

  const hotel = author.getByTestId('clause 2.3')
  await hotel.getByRole('button', { name: 'Edit clause 2.3' }).click()
  await hotel.getByLabel('Split before these words').fill('Suites are')
  await hotel.getByRole('button', { name: 'Split' }).click()
  const second = author.getByTestId('clause 2.3/2')
  await expect(second).toContainText('Suites are not refunded.')
  await second.getByRole('button', { name: 'Edit clause 2.3/2' }).click()
  await second.getByRole('button', { name: 'Join with the clause before' }).click()
  await expect(second).toHaveCount(0)
  await expect(hotel).toContainText('Suites are not refunded.')

  const guests = author.getByTestId('clause 1.3')
  await guests.getByRole('button', { name: 'Edit clause 1.3' }).click()
  await guests.getByLabel('This clause is').selectOption('not checkable')
  await guests.getByLabel('Reason').fill('Nobody counts guests.')
  await guests.getByRole('button', { name: 'Mark it' }).click()
  await expect(guests).toContainText('Not checkable: Nobody counts guests.')

  await saveRuleset(author, 'travel', RULES)
  await author.getByLabel('Compare with the ruleset').fill('travel')
  await author.getByRole('button', { name: 'Show the coverage' }).click()
  await expect(
    author.getByText('2 of 12 clauses covered, 1 not checkable, 9 open; 1 rule cites no clause'),
  ).toBeVisible()
  await expect(author.getByText('hotel has 210 USD, which clause 2.3 does not have.')).toBeVisible()
  await expect(author.getByTestId('clause 1.1')).toContainText('Cited by meal')
  await expect(author.getByTestId('clause 3.2')).toContainText('Open')

  await author.getByRole('button', { name: 'Add a revision' }).click()
  await author.getByLabel('Or a file').setInputFiles({
    name: 'policy.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(POLICY.replace('USD 60', 'USD 70')),
  })
  await author.getByRole('button', { name: 'Add the revision' }).click()
  await expect(author.getByText(/^Revision 2,/)).toBeVisible()
  await expect(author.getByTestId('clause 1.1')).toContainText('Changed')
  await expect(author.getByTestId('clause 1.3')).toContainText('Not checkable: Nobody counts guests.')
  await expect(author.getByText(/meal cites clause 1\.1, which changed since the ruleset was saved/)).toBeVisible()
})

test('the same policy is read from a Word file', async ({ author }) => {
  await openForm(author)
  await author.getByLabel('Label', { exact: true }).fill('WORD-1')
  await author.getByLabel('Or a file').setInputFiles({
    name: 'policy.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: wordFile(BLOCKS),
  })
  await author.getByRole('button', { name: 'Add the document' }).click()
  await expect(author.getByRole('heading', { level: 1 })).toContainText('WORD-1')
  await expect(author.getByTestId('clause 4.3')).toBeVisible()
  expect((await shownLabels(author)).filter((label) => label.includes('.'))).toEqual(LABELS)
  const opened = (await callQuery(author, 'documents.open', { label: 'WORD-1', revision: null })) as { text: string }
  expect(opened.text).toBe(POLICY)
})

test('the signer reads the clauses below their rules', async ({ signedInPage }) => {
  const team = await makeTeam()
  const author = await signedInPage(team.author)
  await openForm(author)
  await author.getByLabel('Label', { exact: true }).fill('TE-07')
  await author.getByLabel('Text of the policy').fill(POLICY)
  await author.getByRole('button', { name: 'Add the document' }).click()
  await expect(author.getByTestId('clause 1.1')).toBeVisible()
  const hash = await saveRuleset(author, 'travel', RULES)
  const reviewer = await signedInPage(team.reviewer)
  await reviewer.goto(`/approve/${hash}`)
  await expect(reviewer.getByTestId('clauses-meal')).toContainText('A meal costs at most USD 60 a day.')
  const headings = await reviewer.getByTestId('review').getByRole('heading', { level: 3 }).allTextContents()
  const last = headings.indexOf('Rules without a clause')
  expect(headings[last + 1]).toContain('positive')
  expect(last).toBeGreaterThan(headings.findIndex((heading) => heading.includes('hotel')))
  await expectNoViolations(reviewer, 'clauses below the rules')
  await reviewer.goto(`/approve/${hash}/pack`)
  await expect(reviewer.getByRole('heading', { name: 'The clauses that the rules cite' })).toBeVisible()
  await expect(reviewer.getByTestId('clauses-hotel')).toContainText('A hotel costs at most USD 200 a night.')
  await expectNoViolations(reviewer, 'a pack with clauses')
})

/** A Word document with these paragraphs: an archive with one file, which is not compressed. */
function wordFile(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('')
  const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const content = Buffer.from(`<w:document ${namespace}><w:body>${body}</w:body></w:document>`)
  const name = Buffer.from('word/document.xml')
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt32LE(crc32(content), 10)
  facts.writeUInt32LE(content.length, 14)
  facts.writeUInt32LE(content.length, 18)
  facts.writeUInt16LE(name.length, 22)
  const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, content])
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, Buffer.alloc(14), name])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(file.length, 12)
  return Buffer.concat([file, entry, Buffer.from('PK\u0005\u0006'), end])
}
