/** A table that a department keeps in a sheet becomes part of a ruleset, and answers. */
import { CheckPage } from '../pages/check-page'
import { expectNoViolations } from '../pages/looks'
import { expect, makeTeam, test } from '../pages/people'
import { RulesetPage } from '../pages/ruleset-page'

/** As a spreadsheet puts it on the clipboard. */
const SHEET = 'zone\tspeed [km/h]\tfine [USD]\nschool\t> 30\t200\n-\t> 50\t100\n-\t-\t0\n'
const DMN = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="points">
  <decision id="d" name="Points">
    <decisionTable hitPolicy="FIRST">
      <input><inputExpression typeRef="number"><text>speed</text></inputExpression></input>
      <output name="points" typeRef="number"/>
      <rule><inputEntry><text>&gt; 50</text></inputEntry><outputEntry><text>2</text></outputEntry></rule>
      <rule><inputEntry><text></text></inputEntry><outputEntry><text>0</text></outputEntry></rule>
    </decisionTable>
  </decision>
</definitions>`

test('a pasted sheet and a DMN file become tables of a ruleset, which is saved and checked', async ({
  signedInPage,
}) => {
  const author = await signedInPage((await makeTeam()).author)
  const ruleset = new RulesetPage(author)
  await author.goto('/rulesets/new')
  await ruleset.ready()
  await ruleset.write('version 1.4;\n')

  await author.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = author.getByRole('dialog', { name: 'Import a table or a parameter' })
  const insert = dialog.getByRole('button', { name: 'Insert' })
  await expect(insert).toBeDisabled()
  await dialog.getByLabel('Cells or file contents').fill('zone\n')
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
  await expect(insert).toBeDisabled()
  await dialog.getByLabel('Cells or file contents').fill(SHEET)
  await expect(dialog.getByTestId('imported')).toContainText('table fine first (zone, speed) -> numeric "USD"')
  await expectNoViolations(author, 'the import of a table')
  await insert.click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => ruleset.draft()).toContain('table fine first')

  await author.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .getByLabel('A CSV, YAML or DMN file')
    .setInputFiles({ name: 'points.dmn', mimeType: 'application/xml', buffer: Buffer.from(DMN) })
  // The claim exists already, so the table has no declaration and takes its unit.
  await expect(dialog.getByTestId('imported')).not.toContainText('declare speed')
  await expect(dialog.getByTestId('imported')).toContainText('> 50 "km/h"')
  await insert.click()
  await ruleset.append('\nassert cheap { fine < 150 "USD" };\nassert no_points { Points == 0 };\n')
  await ruleset.save({ name: 'fines' })
  await ruleset.expectSaved()

  const check = new CheckPage(author)
  await check.open('fines')
  await check.claim('speed').getByRole('textbox').fill('40')
  await check.answer('zone', 'school')
  await check.expectResult('cheap', 'FALSE')
  await check.expectResult('no_points', 'TRUE')
})
