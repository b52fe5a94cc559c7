/** Opens every page that shows a hostile world, and looks at each. */
import type { Page } from '@playwright/test'
import { VISITS } from './every-page'
import { expectNothingRan } from './expect-nothing-ran'
import type { HostileWorld, People } from './hostile-world'
import { expect } from './people'

/** Opens a page and waits until it is whole. */
export async function look(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('#main'), address).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), address).toHaveCount(0)
  await expectNothingRan(page, address)
}

/** @param visitor of nobody who signed in */
export async function showHostileWorld(world: HostileWorld, people: People, visitor: Page): Promise<void> {
  const { author, reviewer, administrator } = people
  for (const each of [author, reviewer, administrator, visitor])
    each.on('dialog', (dialog) => {
      throw new Error(`a dialog opened: ${dialog.message()}`)
    })
  for (const pattern of Object.keys(VISITS)) {
    // The documentation holds nothing that people write.
    if (pattern.startsWith('/docs')) continue
    const isAdministration = /^\/(settings|audit)/.test(pattern)
    await look(isAdministration ? administrator : author, addressOf(pattern, world))
  }
  await look(author, `/guardrails/${world.person}`)
  await look(visitor, world.invitation)
  for (const queue of ['/reviews', '/reviews?state=answered']) {
    await look(reviewer, queue)
    await reviewer.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    await expect(reviewer.getByRole('article')).toBeVisible()
    await expectNothingRan(reviewer, `${queue}, opened`)
  }
}

function addressOf(pattern: string, { hash, recordId, rules, person, application, name }: HostileWorld): string {
  const chain = { rules, person, application, projectId: '' }
  const address = VISITS[pattern]?.({ hash, recordId, chain }) ?? pattern
  return address.replace(/^\/rulesets\/receipts/, `/rulesets/${name}`)
}
