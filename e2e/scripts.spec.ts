/** Each script of a page has the nonce of that response, and the page runs no other script. */
import type { APIResponse, Page } from '@playwright/test'
import { EXAMINED_ELSEWHERE, makeWorld, VISITS, type World } from './pages/every-page'
import { NIGHTLY } from './pages/looks'
import { adminLink, passwordLink } from './pages/operator-links'
import { callMutation } from './pages/page-calls'
import { expect, test } from './pages/people'
import { SmallAgent } from './pages/small-agent'

let world: World | null = null
test.beforeEach(async ({ author, reviewer }) => {
  world ??= await makeWorld(author, reviewer, 'Scripts')
})

/** The only nonce of a policy that forbids all other scripts. */
function nonceIn(answer: APIResponse): string {
  const policies = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'content-security-policy')
  expect(policies, answer.url()).toHaveLength(1)
  const policy = policies[0]?.value ?? ''
  expect(policy, answer.url()).toMatch(/object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
  const scripts = policy.split('; ').filter((directive) => directive.startsWith('script-src'))
  expect(scripts, answer.url()).toEqual([expect.stringMatching(/^script-src 'nonce-[\w+/]{22}==' 'strict-dynamic'$/)])
  return /'nonce-([^']+)'/.exec(scripts[0] ?? '')?.[1] ?? ''
}

/** Finds scripts, handlers and running addresses in the HTML as sent. */
async function judgeHtml(answer: APIResponse): Promise<string> {
  const html = await answer.text()
  expect(answer.headers()['content-type'], answer.url()).toBe('text/html; charset=utf-8')
  const nonce = nonceIn(answer)
  const tags = html.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, '$1').match(/<[a-z][^>]*>/gi) ?? []
  const scripts = tags.filter((tag) => /^<script\b/i.test(tag))
  expect(scripts.length, answer.url()).toBeGreaterThan(3)
  for (const script of scripts) expect(script, answer.url()).toContain(` nonce="${nonce}"`)
  // Attribute values are removed, because such words are only text in them.
  const bare = tags.map((tag) => tag.replaceAll(/="[^"]*"/g, '=""'))
  expect(bare.filter((tag) => /\son\w+=/i.test(tag))).toEqual([])
  expect(tags.filter((tag) => /=\s*"\s*javascript:/i.test(tag))).toEqual([])
  return nonce
}

/** Repeats this in the browser after the page's own scripts ran. */
async function judgePage(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address)
  await expect(page.locator('#main'), address).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), address).toHaveCount(0)
  const nonce = /'nonce-([^']+)'/.exec((await answer?.headerValue('content-security-policy')) ?? '')?.[1] ?? ''
  const scripts = await page.evaluate((expected) => {
    const elements = [...document.querySelectorAll('*')]
    const files = `${window.location.origin}/_next/static/`
    return {
      // A script with the nonce may load further files of this origin.
      foreignScripts: [...document.scripts]
        .filter(({ nonce: has, src, text }) => has !== expected && !(src.startsWith(files) && text === ''))
        .map((script) => script.outerHTML),
      handlers: elements.flatMap((element) =>
        element
          .getAttributeNames()
          .filter((name) => /^on/i.test(name) || /^\s*javascript:/i.test(element.getAttribute(name) ?? '')),
      ),
    }
  }, nonce)
  expect(scripts, address).toEqual({ foreignScripts: [], handlers: [] })
}

test('every route only sends scripts with the nonce of its response', async ({
  author,
  administrator,
  page,
  team,
  baseURL,
}) => {
  if (world === null) throw new Error('there is no world')
  const here = baseURL ?? ''
  const nonces = new Set<string>()
  const looked: string[] = []
  const judge = async (pattern: string, answer: APIResponse) => {
    nonces.add(await judgeHtml(answer))
    looked.push(pattern)
  }
  for (const [pattern, addressIn] of Object.entries(VISITS))
    await judge(pattern, await author.request.get(addressIn(world)))

  const { link } = (await callMutation(administrator, 'members.invite', { roles: ['author'], email: null })) as {
    link: string
  }
  const agent = await SmallAgent.start(here, 'Script reader')
  await judge('/authorize/[uid]', await page.request.get(agent.question))
  await agent.stop()
  await judge('/invite/[token]', await page.request.get(link))
  await judge('/setup/[token]', await page.request.get(adminLink(here)))
  await judge('/password/[token]', await page.request.get(passwordLink(here, team.author.email)))
  // Without a provider, it redirects back.
  await judge('/sign-in/again', await page.request.get('/sign-in/again'))
  // These pages are the same HTML whether the call or guard exists or not.
  for (const pattern of ['/calls/[id]', '/tool-guards/[id]'])
    await judge(pattern, await author.request.get(pattern.replace('[id]', '00000000-0000-4000-8000-000000000000')))
  expect(looked.toSorted()).toEqual([...Object.keys(VISITS), ...Object.keys(EXAMINED_ELSEWHERE)].toSorted())

  for (const nothing of [
    '/nothing',
    '/docs/nothing',
    '/invite/nothing',
    '/rulesets',
    '/%E0%A4%A',
    '/invite/%3Cimg%3',
    '/authorize/x',
  ])
    await judge(nothing, await author.request.get(nothing))
  expect(nonces.size).toBe(looked.length)
})

test('every started page has no other script, handler or running address', { tag: NIGHTLY }, async ({ author }) => {
  test.setTimeout(300_000)
  if (world === null) throw new Error('there is no world')
  for (const addressIn of Object.values(VISITS)) await judgePage(author, addressIn(world))
})

test('a script without the nonce does not run, and the browser says so', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await page.goto('/docs')
  const violated = await page.evaluate(async () => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    )
    const main = document.querySelector('#main')
    if (main === null) throw new Error('the page has no main')
    main.innerHTML = '<img src="data:," onerror="window.ran = 1"><a href="javascript:window.ran = 2">run</a>'
    main.querySelector('a')?.click()
    // Delayed, because a debugger's code may evaluate texts.
    setTimeout(() => {
      try {
        new Function('window.ran = 3')()
      } catch (error) {
        if (!(error instanceof EvalError)) throw error
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { violations, ran: (window as unknown as { ran?: number }).ran ?? null }
  })
  expect(violated.ran).toBeNull()
  expect(violated.violations.toSorted()).toEqual(['script-src', 'script-src-attr', 'script-src-elem'])
  await page.context().close()
})
