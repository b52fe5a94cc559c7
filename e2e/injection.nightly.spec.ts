/** The series behind injection.spec.ts: each text alone, in every field of a namespace of its own. */
import { makeHostileWorld, PAYLOADS } from './pages/hostile-world'
import { makeTeam, test } from './pages/people'
import { showHostileWorld } from './pages/show-hostile-world'

test.use({ allowedErrors: [/status of (400|403|404)/] })

for (const [index, payload] of PAYLOADS.entries())
  test(`text ${index + 1} alone never runs in any field`, async ({ browser, baseURL, signedInPage, page }) => {
    test.setTimeout(300_000)
    const team = await makeTeam(browser, baseURL ?? '')
    const people = {
      author: await signedInPage(team.author),
      reviewer: await signedInPage(team.reviewer),
      administrator: await signedInPage(team.administrator),
    }
    await showHostileWorld(await makeHostileWorld(people, [payload]), people, page)
  })
