import { expectNoViolations } from './pages/looks'
import { saveRuleset } from './pages/page-calls'
import { expect, test } from './pages/people'
import { RulesetPage } from './pages/ruleset-page'

const library = (limit: number) => `version 1.4;
library {
  condition is_large(x) = x > ${limit} "USD";
};
`
const RULES = `version 1.4;
declare amount as numeric "USD";
assert small { Not(is_large(amount)) };
`

let count = 0

test('a library is inserted, updated after a look at what changes, and listed with its users', async ({ author }) => {
  const name = `house ${process.pid}/amounts ${++count}`
  const user = `gifts ${process.pid} ${count}`
  await saveRuleset(author, name, library(5))

  await author.goto('/rulesets/new')
  const ruleset = new RulesetPage(author)
  await ruleset.ready()
  await ruleset.write(RULES)
  await author.getByRole('button', { name: 'Libraries' }).click()
  const insert = author.getByRole('dialog', { name: 'Insert from a library' })
  await insert.getByLabel('Library').selectOption({ label: `${name}: is_large` })
  await expect(insert.getByTestId('library-lines')).toHaveText('  condition is_large(x) = x > 5 "USD";\n')
  await expectNoViolations(author, 'the dialog that inserts')
  await insert.getByRole('button', { name: 'Insert' }).click()
  await expect(ruleset.editor).toContainText(`use "${name}" sha256:`)
  await ruleset.show('Review')
  await expect(author.getByTestId('review')).toContainText(`From the library ${name} (sha256 `)
  await ruleset.save({ name: user })
  await ruleset.expectSaved()
  await expect(author.getByText('A newer revision of')).toHaveCount(0)

  await saveRuleset(author, name, library(4))
  await ruleset.open(user)
  await expect(author.getByText(`A newer revision of ${name} is available`)).toBeVisible()
  await author.getByRole('button', { name: 'Show what changes' }).click()
  const update = author.getByRole('dialog', { name: `The current revision of ${name}` })
  await expect(update.getByTestId('meaning-changes')).toContainText('Stricter')
  await expectNoViolations(author, 'the dialog that updates')
  await update.getByRole('button', { name: 'Use the current revision' }).click()
  await expect(ruleset.saveState).toHaveText('Unsaved changes')
  await expect(author.getByText('A newer revision of')).toHaveCount(0)

  await author.goto('/libraries')
  await author.getByRole('link', { name, exact: true }).click()
  await expect(author.getByRole('table').first()).toContainText('Older lines')
  await expect(author.getByRole('heading', { level: 1 })).toHaveText(name)
  await ruleset.open(user)
  await ruleset.save()
  await ruleset.expectSaved()
  await author.goto(`/libraries?${new URLSearchParams({ name })}`)
  await expect(author.getByRole('table').first()).toContainText('Current lines')
  await expectNoViolations(author, 'the page of a library')
})
