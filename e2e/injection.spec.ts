/**
 * Opens every page that shows texts which would run as scripts. The policy would stop a script; the fixtures also fail
 * if one is tried.
 */

import { makeHostileWorld, PAYLOADS, REFUSED } from './pages/hostile-world'
import { NIGHTLY } from './pages/looks'
import { expect, makeTeam, testOfOwnTeam as test } from './pages/people'
import { expectNothingRan, openAndExamine, showHostileWorld } from './pages/show-hostile-world'
import { SmallAgent } from './pages/small-agent'

// Names in a query or a fragment do not exist; the browser reports the status.
test.use({ allowedErrors: [/status of (400|403|404)/] })

test('a text in any field is shown and never runs', async ({ author, reviewer, administrator, page, baseURL }) => {
  test.setTimeout(300_000)
  const people = { author, reviewer, administrator }
  const world = await makeHostileWorld(people, PAYLOADS)
  expect(world.refused.toSorted()).toEqual(REFUSED.toSorted())
  await showHostileWorld(world, people, page)
  const agent = await SmallAgent.start(baseURL ?? '', PAYLOADS.slice(0, 3).join(' ').slice(0, 120))
  await openAndExamine(page, agent.question)
  await agent.stop()
})

test('a text in an address is never interpreted', { tag: NIGHTLY }, async ({ author, page }) => {
  test.setTimeout(300_000)
  const text = encodeURIComponent(PAYLOADS.join(' '))
  const each = (names: readonly string[]) => names.map((name) => `${name}=${text}`).join('&')
  for (const address of [
    `/?${each(['q', 'state', 'sort'])}`,
    `/units?${each(['from', 'to', 'q'])}`,
    `/vocabulary?${each(['q'])}#${text}`,
    `/libraries?${each(['name'])}`,
    `/reviews?${each(['state', 'task'])}`,
    `/rulesets/new?${each(['example'])}`,
    `/rulesets/${text.slice(0, 200).replace(/%.?$/, '')}`,
    `/playground?${each(['example'])}#draft=${text}`,
    `/docs/language#${text}`,
  ])
    await openAndExamine(author, address)
  for (const address of [
    `/sign-in?next=${encodeURIComponent('javascript:window.ran=1')}&${each(['problem'])}`,
    `/sign-in?next=${encodeURIComponent('//evil.example/')}`,
    `/signed-in?${each(['next'])}#${text}`,
    `/authorize/problem?${each(['reason'])}`,
    `/invite/${text.slice(0, 60)}`,
    `/${text.slice(0, 90)}`,
  ])
    await openAndExamine(page, address)
})

test('claims of a link, and the name and cells of a file, are shown as text', { tag: NIGHTLY }, async ({
  author,
  reviewer,
  administrator,
}) => {
  test.setTimeout(300_000)
  // Project names are unique, so the text differs from that of the first journey.
  const world = await makeHostileWorld({ author, reviewer, administrator }, PAYLOADS.slice(3, 6))
  const claims = JSON.stringify({ grade: PAYLOADS[0], amount: PAYLOADS[1], has_receipt: PAYLOADS[2] })
  const address = `/rulesets/${world.name}/check`
  await openAndExamine(author, `${address}#claims=${encodeURIComponent(claims)}`)
  await author.getByRole('navigation', { name: 'Ways to check' }).getByRole('button', { name: 'A whole file' }).click()
  const cells = PAYLOADS.map((payload) => `"${payload.replaceAll('"', '""')}"`)
  const csv = ['has_receipt,amount,grade,extra', ...cells.map((cell) => `${cell},${cell},${cell},${cell}`)].join('\r\n')
  await author.getByLabel('A CSV or JSON Lines file').setInputFiles({
    name: '<img data-injected src=x onerror=window.ran=1>.csv',
    mimeType: 'text/html',
    buffer: Buffer.from(csv),
  })
  await author.getByRole('button', { name: /^Check \d+ rows$/ }).click()
  await expect(author.getByTestId('batch-progress')).toContainText(`${PAYLOADS.length} of ${PAYLOADS.length}`)
  await expectNothingRan(author, 'the rows of a file')
})

for (const [index, payload] of PAYLOADS.entries())
  test(`text ${index + 1} by itself never runs in any field`, { tag: NIGHTLY }, async ({ signedInPage, page }) => {
    test.setTimeout(300_000)
    const team = await makeTeam()
    const people = {
      author: await signedInPage(team.author),
      reviewer: await signedInPage(team.reviewer),
      administrator: await signedInPage(team.administrator),
    }
    await showHostileWorld(await makeHostileWorld(people, [payload]), people, page)
  })
