/**
 * Journeys of signed-in people. In a spec:
 *
 *     import { expect, test } from './pages/people'
 *     test('an author saves', async ({ author, reviewer }) => {
 *       await author.goto('/')     // in its own browser context, signed in
 *     })
 *
 * `administrator`, `author` and `reviewer` are pages of three people with one role each, in a namespace made for the
 * worker. `signedInPage(member)` opens another page of a person, and `makeTeam()` makes another namespace. Every page
 * is watched as in watched-test.ts, with the same `test.use({ allowedErrors: [...] })`.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { contextOf, type Member, makeTeam, type Team } from './team'
import { expect, test as watched, watchPage } from './watched-test'

export { PASSWORD } from './team'

interface WorkerFixtures {
  readonly team: Team
}

interface Fixtures {
  readonly signedInPage: (member: Member) => Promise<Page>
  readonly administrator: Page
  readonly author: Page
  readonly reviewer: Page
}

export const test = watched.extend<Fixtures, WorkerFixtures>({
  team: [newTeam, { scope: 'worker', timeout: 120_000 }],
  signedInPage: async ({ browser, baseURL, allowedErrors }, use) => {
    const opened: { readonly context: BrowserContext; readonly complaints: readonly string[] }[] = []
    await use(async (member) => {
      const context = await contextOf(browser, baseURL ?? '', member)
      const page = await context.newPage()
      opened.push({ context, complaints: await watchPage(page, { baseURL, allowedErrors }) })
      return page
    })
    for (const { context } of opened) await context.close()
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([])
  },
  administrator: async ({ team, signedInPage }, use) => use(await signedInPage(team.administrator)),
  author: async ({ team, signedInPage }, use) => use(await signedInPage(team.author)),
  reviewer: async ({ team, signedInPage }, use) => use(await signedInPage(team.reviewer)),
})

/** For files that count everything in their namespace. */
export const testOfOwnTeam = test.extend<object, WorkerFixtures>({
  team: [newTeam, { scope: 'worker', timeout: 120_000 }],
})

/** Worker fixtures do not get the base address. Playwright reads fixture names from the braces. */
async function newTeam({ browserName: _ }: { readonly browserName: string }, use: (team: Team) => Promise<void>) {
  await use(await makeTeam())
}

export { expect, makeTeam }
