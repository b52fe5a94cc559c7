/**
 * What holds for every page of the product, found in the file tree: nothing that axe knows of is wrong with it and
 * nothing is cut off, in both themes, wide and narrow, and it asks no other host (watched-test.ts). A page that is added
 * is visited here, or the first test fails.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expectNoViolations } from './pages/expect-no-violations'
import { saveRuleset, sign } from './pages/page-calls'
import { expect, PASSWORD, test } from './pages/people'
import { type Chain, makeChain } from './pages/target-calls'
import { RECEIPTS } from './rulesets'

interface World {
  readonly hash: string
  readonly recordId: string
  readonly chain: Chain
}

const NAME = 'receipts'
const by = (address: string) => () => address

/** Every page but those whose own journeys need more than an address, and say so. */
const VISITS: Readonly<Record<string, (world: World) => string>> = {
  '/': by('/'),
  '/applications': by('/applications'),
  '/applications/[id]': ({ chain }) => `/applications/${chain.application}`,
  '/approve/[hash]': ({ hash }) => `/approve/${hash}`,
  '/approve/[hash]/receipts/[recordId]': ({ hash, recordId }) => `/approve/${hash}/receipts/${recordId}`,
  '/audit': by('/audit'),
  '/authorize/problem': by('/authorize/problem?reason=expired'),
  '/docs': by('/docs'),
  '/docs/[...slug]': by('/docs/language'),
  '/docs/api-reference': by('/docs/api-reference'),
  '/guardrails': by('/guardrails'),
  '/guardrails/[id]': ({ chain }) => `/guardrails/${chain.rules}`,
  '/playground': by('/playground'),
  '/reviews': by('/reviews'),
  '/rulesets/[name]': by(`/rulesets/${NAME}`),
  '/rulesets/[name]/check': by(`/rulesets/${NAME}/check`),
  '/rulesets/[name]/history': by(`/rulesets/${NAME}/history`),
  '/rulesets/new': by('/rulesets/new'),
  '/settings': by('/settings'),
  '/settings/account': by('/settings/account'),
  '/settings/credentials': by('/settings/credentials'),
  '/settings/members': by('/settings/members'),
  '/settings/namespace': by('/settings/namespace'),
  '/settings/service-accounts': by('/settings/service-accounts'),
  '/sign-in': by('/sign-in'),
  '/sign-out': by('/sign-out'),
  '/signed-in': by('/signed-in'),
  '/units': by('/units'),
  '/vocabulary': by('/vocabulary'),
}

/** Pages that are no address to look at: one-time links, whose journeys look at them in the same way, and a way through. */
const LOOKED_AT_ELSEWHERE: Readonly<Record<string, string>> = {
  '/authorize/[uid]': 'consent.spec.ts',
  '/setup/[token]': 'sign-in.spec.ts',
  '/sign-in/again': 'it leads on to the provider',
  '/invite/[token]': 'sign-in.spec.ts',
  '/password/[token]': 'sign-in.spec.ts',
}

test('every page of the product is looked at', () => {
  const found = pagesIn(path.resolve(import.meta.dirname, '../app'))
  expect(found.sort()).toEqual([...Object.keys(VISITS), ...Object.keys(LOOKED_AT_ELSEWHERE)].sort())
})

let world: World | null = null
test.beforeEach(async ({ author, reviewer }) => {
  if (world !== null) return
  await author.goto('/')
  await reviewer.goto('/')
  const hash = await saveRuleset(author, NAME, RECEIPTS)
  const chain = await makeChain(author, 'Everywhere', hash)
  world = { hash, recordId: await sign(reviewer, hash, PASSWORD), chain }
})

/** Each theme and width by somebody else; what a page tells those whom it is not for is looked at on the way. */
const LOOKS = [
  ['light', 1280, 'author'],
  ['light', 390, 'reviewer'],
  ['dark', 1280, 'administrator'],
  ['dark', 390, 'author'],
] as const

for (const [theme, width, role] of LOOKS)
  test(`for the ${role} in the ${theme} theme at ${width} pixels`, async ({ team, signedInPage }) => {
    test.setTimeout(300_000)
    const page = await signedInPage(team[role])
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    if (world === null) throw new Error('there is no world')
    for (const [pattern, addressIn] of Object.entries(VISITS)) {
      await page.goto(addressIn(world))
      await expect(page.locator('#main'), pattern).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Loading' }), pattern).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 }), pattern).toHaveCount(1)
      await expectNoViolations(page, pattern)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, `${pattern} is cut off`).toBeLessThanOrEqual(0)
    }
  })

/** Address patterns of the pages under a folder of the router; folders in brackets are groups and no part of it. */
function pagesIn(folder: string, address = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return entry.name === 'page.tsx' ? [address || '/'] : []
    const under = entry.name.startsWith('(') ? address : `${address}/${entry.name}`
    return pagesIn(path.join(folder, entry.name), under)
  })
}
