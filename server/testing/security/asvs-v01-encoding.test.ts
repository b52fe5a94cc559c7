import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { filesOf, linesOf } from './product-files'
import { answerOf, call, deployment, get, newAddress } from './testing/deployment'

const SOURCE = 'declare a as boolean;\nassert x { a };\n'
const MARKUP = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>'
const SQL = `'); DROP TABLE project; -- ' OR 1=1 --`
const headers = { 'x-service-credential': deployment.credential }
const { cookie } = deployment.administrator

const load = (encoded: string) => get(`/v1/rulesets/${encoded}`, headers)

/** Pages with a visitor's text in the address. */
const addressesWith = (text: string) =>
  ['/rulesets/', '/sign-in?next=/', '/authorize/problem?reason=', '/docs/', '/audit?actor='].map(
    (path) => path + encodeURIComponent(text),
  )

describe('ASVS 5.0 V1 encoding and sanitization', () => {
  beforeAll(async () => {
    const answer = await fetch(`${deployment.listensAt}/v1/rulesets`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ source: SOURCE, name: 'a b/c' }),
    })
    expect(answer.status).toBe(200)
    for (const text of [MARKUP, SQL])
      expect(
        (await call(deployment.author.cookie, 'targets.addProject', { name: `of ${text.length}`, description: text }))
          .status,
      ).toBe(200)
  })

  it('1.1.1 a path is decoded once: a text that was encoded twice is another name', async () => {
    expect((await load('a%20b%2Fc')).status).toBe(200)
    for (const other of ['a%2520b%252Fc', 'a%20b%252Fc', '%61%2520b%2Fc', 'a+b%2Fc'])
      expect([400, 404], other).toContain((await load(other)).status)
    expect([400, 404]).toContain((await load('%ff')).status)
  })

  it('1.1.2 a text is stored and answered unchanged', async () => {
    const input = encodeURIComponent(JSON.stringify({ cursor: null, limit: 50 }))
    const answer = await answerOf(await call(cookie, `targets.projects?input=${input}`))
    expect(JSON.stringify(answer)).toContain(JSON.stringify(MARKUP).slice(1, -1))
  })

  it('1.2.1 markup in an address is text in the page of that address', async () => {
    for (const path of addressesWith(MARKUP)) {
      const page = await get(path, { cookie })
      const text = await page.text()
      if (text !== '') expect(page.headers.get('content-type'), path).toMatch(/^text\/html; charset=utf-8/i)
      expect(text, path).not.toContain('<script>alert(1)')
      expect(text, path).not.toContain('<img src=x')
      expect(page.headers.get('location') ?? '', path).not.toContain('<')
    }
  })

  it('1.2.2 an address in a redirect is encoded, and cannot lead elsewhere', async () => {
    const sent = await get('/units?x=%0d%0aSet-Cookie:%20a=b&next=javascript:alert(1)')
    expect([302, 303, 307]).toContain(sent.status)
    const location = sent.headers.get('location') ?? ''
    expect(location).toMatch(/^\/sign-in\?next=%2Funits/)
    expect(location).not.toMatch(/[\r\n:]/)
    expect(sent.headers.getSetCookie().join()).not.toContain('a=b')
  })

  it('1.2.3 a visitor’s text cannot close the script with a page’s data', async () => {
    for (const path of addressesWith(MARKUP)) {
      const text = await (await get(path, { cookie })).text()
      const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body)
      expect(text.match(/<\/script>/g)?.length ?? 0, path).toBe(scripts.length)
      expect(scripts, path).not.toContain('alert(1)')
    }
  })

  it('1.2.4 statements use parameters, and a text with a statement stays a text', async () => {
    const input = encodeURIComponent(JSON.stringify({ actor: SQL }))
    expect(await answerOf(await call(cookie, `audit.list?input=${input}`))).toMatchObject({ rows: [], total: '0' })
    const projects = encodeURIComponent(JSON.stringify({ cursor: null, limit: 50 }))
    expect(await (await call(cookie, `targets.projects?input=${projects}`)).text()).toContain('DROP TABLE project')
    // These accept composed text. For logs and their evidence it contains only names of tables and columns in the source.
    const raw = filesOf(/\$(query|execute)RawUnsafe\(|Prisma\.raw\(/)
    expect(raw.filter((file) => !file.startsWith('server/database/log/'))).toEqual([
      'server/database/signing/log-entries.ts',
    ])
    // Statements that are composed are those of commands that make or move a database, of identifiers of its catalog.
    const composed = filesOf(/\.query\(\s*`[^`]*\$\{/, /^server\/(database|messaging|services|http)\//)
    const ofCatalog =
      /^server\/(database\/((roles|backup|embedded)\/|client\/catalogue\.ts$)|messaging\/database\/process-connection\.ts$)/
    expect(composed.filter((file) => !ofCatalog.test(file))).toEqual([])
  })

  it('1.2.5 commands start without a shell, only in the files of the embedded database and the server’s processes', () => {
    expect(linesOf(/shell: true|\bexecSync\(|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/)).toEqual([])
    const starters = filesOf(/import (?!type ).* from 'node:child_process'/, /^(server|app|components)\/(?!cli\/)/)
    expect(starters.filter((file) => !file.startsWith('server/database/embedded/'))).toEqual([
      'server/bootstrap/start-primary.ts',
    ])
    expect(linesOf(/\b(spawn|execFile|fork)\(/, /^server\/bootstrap\//)).toEqual([
      expect.stringContaining("return fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [], {"),
    ])
  })

  it('1.2.9 regular expressions are in the source or made of its constants', () => {
    for (const line of linesOf(/new RegExp\(/))
      expect(line).toMatch(/new RegExp\((`[^`$]*(\$\{[A-Z_]+\}[^`$]*)*\$?`|[A-Z_]+[,)])/)
  })

  it('1.3.2 no source turns text into code', () => {
    expect(linesOf(/\beval\(|new Function\(|\bvm\.|from 'node:vm'|setTimeout\(\s*['"`]/)).toEqual([])
  })

  it('1.3.6 an address that a client registers is never called', async () => {
    const hits: string[] = []
    const listener = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const own = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    const registered = await fetch(`${deployment.listensAt}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newAddress() },
      body: JSON.stringify({
        ...{ client_name: 'Caller', redirect_uris: [`${own}/back`], client_uri: `${own}/home` },
        ...{ jwks_uri: `${own}/keys`, logo_uri: `${own}/logo`, sector_identifier_uri: `${own}/sector` },
        ...{ request_uris: [`${own}/request`], policy_uri: `${own}/policy` },
      }),
    })
    expect(registered.status).toBe(201)
    const { client_id } = (await registered.json()) as { client_id: string }
    const query = new URLSearchParams({
      ...{ client_id, response_type: 'code', redirect_uri: `${own}/back`, request_uri: `${own}/request` },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    })
    await get(`/oauth/authorize?${query}`, newAddress())
    await new Promise((resolve) => listener.close(resolve))
    expect(hits).toEqual([])
    // Only these call out: the server to addresses of the configuration, and the package in a browser to its own files.
    expect(filesOf(/(?<![\w.'])fetch\(|\.fetch\(|http(s)?\.(get|request)\(/, /^server\//)).toEqual([
      'server/engine/solver/packaged-z3-files.ts',
      'server/http/mcp/mcp-handler.ts',
      'server/http/session/provider-handler.ts',
      'server/messaging/nats/nats-worker.ts',
      'server/services/audit/log-witnesses.ts',
      'server/services/guardrails/machine-accounts/outside-provider.ts',
      'server/services/models/endpoint.ts',
    ])
  })

  it('1.3.10 messages of the log are constants, and variable values are separate', () => {
    const calls = linesOf(/\blog\.(info|warn|error|debug|fatal|trace)\(/, /^server\//)
    expect(calls.length).toBeGreaterThan(20)
    for (const line of calls) expect(line).toMatch(/log\.\w+\((\{|event\b|entry\b|fields\b|[A-Z_]+\)|$)/)
  })
})
