import type { Page } from '@playwright/test'
import { VISITS } from './every-page'
import type { HostileWorld, People } from './hostile-world'
import { expect } from './watched-test'

/** Waits until the page is complete. */
export async function openAndExamine(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('#main'), address).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), address).toHaveCount(0)
  await expectNothingRan(page, address)
}

/** Opens every page that shows the world. @param visitor is not signed in */
export async function showHostileWorld(world: HostileWorld, people: People, visitor: Page): Promise<void> {
  const { author, reviewer, administrator } = people
  for (const each of [author, reviewer, administrator, visitor])
    each.on('dialog', (dialog) => {
      throw new Error(`a dialog opened: ${dialog.message()}`)
    })
  for (const pattern of Object.keys(VISITS)) {
    // The documentation shows no text that people write.
    if (pattern.startsWith('/docs')) continue
    const isAdministration = /^\/(settings|audit)/.test(pattern)
    await openAndExamine(isAdministration ? administrator : author, addressOf(pattern, world))
  }
  await openAndExamine(author, `/guardrails/${world.person}`)
  await openAndExamine(visitor, world.invitation)
  for (const queue of ['/reviews', '/reviews?state=answered']) {
    await openAndExamine(reviewer, queue)
    await reviewer.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    await expect(reviewer.getByRole('article')).toBeVisible()
    await expectNothingRan(reviewer, `${queue}, opened`)
  }
}

function addressOf(pattern: string, { hash, recordId, rules, person, application, name }: HostileWorld): string {
  const chain = { rules, person, application, projectId: '' }
  const address = VISITS[pattern]?.({ hash, recordId, chain, document: name }) ?? pattern
  return address.replace(/^\/rulesets\/receipts/, `/rulesets/${name}`)
}

export async function expectNothingRan(page: Page, where: string): Promise<void> {
  const traces = await page.evaluate(() => ({
    ran: (window as unknown as { ran?: number }).ran ?? null,
    injected: [...document.querySelectorAll('[data-injected]')].map((element) => element.outerHTML),
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => /^on/i.test(name)),
    ),
    addresses: [...document.querySelectorAll('[href], [src], [action], [formaction]')]
      .flatMap((element) => ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''))
      .filter((address) => /^\s*(javascript|vbscript|data:text\/html)/i.test(address)),
  }))
  expect(traces, where).toEqual({ ran: null, injected: [], handlers: [], addresses: [] })
}
