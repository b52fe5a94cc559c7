/** The consent page of a real server, in a browser without scripts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startPublicServer } from '../../testing/running-server'
import { AgentClient, type Question, REDIRECT } from './testing/agent-client'
import { ConsentBrowser } from './testing/consent-browser'

let server: RunningServer
let credential: string
let agent: AgentClient
beforeAll(async () => {
  server = await startPublicServer({
    EVALUATION_CALLS_PER_DAY: '1234',
    EVALUATION_CALLS_TOTAL: '5678',
    EVALUATION_TTL_DAYS: '3',
  })
  credential = await server.issueCredential({ label: 'the <office> key' })
  agent = await AgentClient.register(server)
})
afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

/** The text of a page without markup. */
function wordsOf({ text }: { readonly text: string }): string {
  return text
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const use = ({ browser, page }: Question, token: string) =>
  browser.submit(page, { answer: 'use_credential', credential: token })

describe('the question', () => {
  it('says who asks, and where the answer goes', async () => {
    const named = await AgentClient.register(server, {
      client_name: 'Ledger\u202e\u0007 Bot <b>',
      client_uri: 'https://ledger.example/about',
      redirect_uris: ['https://ledger.example:8443/back'],
    })
    const { page } = await named.ask({ redirect_uri: 'https://ledger.example:8443/back' })
    const words = wordsOf(page)
    expect(page.url.pathname).toMatch(/^\/authorize\/[\w-]+$/)
    expect(words).toContain('Let “Ledger Bot <b>” act for you?')
    expect(words).toContain('with ledger.example as its website')
    expect(words).toContain('Your answer goes to ledger.example:8443.')
    expect(words).not.toContain('this computer')
    expect(page.text).not.toContain('<b>')
  })

  it('shows what a full credential allows, under its label, before anything is allowed', async () => {
    const words = wordsOf(await use(await agent.ask(), credential))
    expect(words).toContain('With your credential “the <office> key” the agent could')
    expect(words).toContain('record approvals, marked as recorded by an agent')
    expect(words).not.toContain('at most')
  })

  it('shows the caps of an evaluation credential and that it cannot save', async () => {
    const issued = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
    const evaluation = ((await issued.json()) as { credential: string }).credential
    const words = wordsOf(await use(await agent.ask(), evaluation))
    expect(words).toContain('could not save rulesets under a name or record approvals')
    expect(words).toContain('limited to 1,234 a day and 5,678 in all')
    expect(words).toMatch(/It expires on \w+ \d+, \d{4}/)
  })

  it('never shows the credential again or puts it into an address', async () => {
    const question = await agent.ask()
    const decision = await use(question, credential)
    expect(decision.text.includes(credential)).toBe(false)
    expect(decision.url.href.includes(credential)).toBe(false)
    const wrong = await use(await agent.ask(), `${credential}x`)
    expect(wrong.text.includes(credential)).toBe(false)
  })

  it('cannot be framed and is not cached', async () => {
    const { browser, page } = await agent.ask()
    const answer = await browser.post(page.url, { answer: 'other_credential' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store'])
    const shown = await fetch(page.url)
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(shown.headers.get('cache-control')).toContain('no-store')
  })
})

describe('a wrong credential', () => {
  it.each([
    ['unknown', 'ts_live_unknown', 'This credential is unknown here'],
    ['empty', '  ', 'Paste a credential first'],
  ])('that is %s is reported on the page, and another try is possible', async (_, token, problem) => {
    const question = await agent.ask()
    const again = await use(question, token)
    expect(again.url.href).toBe(question.page.url.href)
    expect(again.text).toMatch(/role="alert"/)
    expect(wordsOf(again)).toContain(problem)
    expect((await agent.allow(question, credential)).code).not.toBe('')
  })

  it('can be replaced before the decision', async () => {
    const question = await agent.ask()
    const decision = await use(question, credential)
    const first = await question.browser.submit(decision, { answer: 'other_credential' })
    expect(first.text).toContain('name="credential"')
    const skipped = await question.browser.submit(first, { answer: 'allow' })
    expect(wordsOf(skipped)).toContain('Paste a credential first')
  })
})

describe('the answer', () => {
  it('returns a denial as access_denied with the state', async () => {
    const question = await agent.ask()
    const { url } = await question.browser.submit(question.page, { answer: 'deny' })
    expect(url.href.startsWith(REDIRECT)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a state',
      iss: server.url,
    })
  })

  it('is final', async () => {
    const question = await agent.ask()
    const decision = await use(question, credential)
    const headers = { origin: server.url }
    expect((await question.browser.post(decision.url, { answer: 'deny' }, headers)).status).toBe(303)
    const { url } = await question.browser.submit(decision, { answer: 'allow' })
    expect(url.searchParams.get('error')).toBe('access_denied')
    const late = await question.browser.open(question.page.url)
    expect(late.url.pathname + late.url.search).toBe('/authorize/problem?reason=expired')
    expect(wordsOf(late)).toContain('This question is no longer open')
  })

  it('is asked for every time, even in the same browser for the same client', async () => {
    const question = await agent.ask()
    await agent.allow(question, credential)
    const { page } = await agent.ask()
    expect(page.text).toContain('name="credential"')
  })
})

describe('another person', () => {
  it('cannot answer from another browser or origin', async () => {
    const question = await agent.ask()
    const stranger = new ConsentBrowser(server.url)
    expect((await stranger.open(question.page.url)).url.search).toBe('?reason=expired')
    const answer = await stranger.post(question.page.url, { answer: 'deny' })
    expect(answer.headers.get('location')).toBe(`${server.url}/authorize/problem?reason=expired`)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
      const forged = await question.browser.post(question.page.url, { answer: 'use_credential', credential }, headers)
      expect(forged.status).toBe(403)
    }
    expect((await question.browser.open(question.page.url)).text).toContain('name="credential"')
  })

  it('cannot send an invalid form', async () => {
    const { browser, page } = await agent.ask()
    expect((await browser.post(page.url, { answer: 'maybe' })).status).toBe(400)
    expect((await browser.post(page.url, { answer: 'use_credential', credential: 'x'.repeat(201) })).status).toBe(400)
    expect((await browser.post(page.url, { answer: 'deny', more: 'x'.repeat(5_000) })).status).toBe(413)
  })

  it('cannot try credentials without limit', async () => {
    const question = await agent.ask()
    const tries = Array.from({ length: 70 }, () =>
      question.browser.post(question.page.url, { answer: 'use_credential', credential: 'ts_live_unknown' }),
    )
    await Promise.all(tries)
    const last = await use(question, credential)
    expect(wordsOf(last)).toMatch(/Too many credentials were tried from here\. Wait \d+ seconds\./)
  })
})
