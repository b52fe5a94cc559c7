import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documented, filesOf, linesOf, ROOT } from './product-files'
import { answerOf, call, deployment, get, newAddress, signIn } from './testing/deployment'

const { administrator } = deployment

interface AuditPage {
  readonly rows: readonly { readonly at: string; readonly kind: string; readonly actor: string | null }[]
}

async function auditPage(): Promise<AuditPage> {
  const input = encodeURIComponent('{}')
  return (await answerOf(await call(administrator.cookie, `audit.list?input=${input}`))) as AuditPage
}

function processLog(): readonly string[] {
  return readFileSync(deployment.logFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

describe('ASVS 5.0 V16 security logging and error handling', () => {
  it('16.1.1 the page Security lists every log', () => {
    const logs = documented('## Logs')
    for (const column of ['Events', 'Form', 'Place', 'Who reads', 'Retention']) expect(logs).toContain(column)
    for (const name of ['of the process', 'of a namespace', 'of security events', 'of PostgreSQL'])
      expect(logs).toContain(name)
  })

  it('16.2.1 an entry of a namespace says when, who and what', async () => {
    const { rows: entries } = await auditPage()
    expect(entries.length).toBeGreaterThan(3)
    for (const entry of entries) expect(JSON.stringify(entry)).toMatch(/"kind":"\w+"/)
    const invited = entries.find(({ kind }) => kind === 'invitation_issued')
    expect(invited?.actor).toContain(administrator.name)
  })

  it('16.2.2 times in logs are in UTC', async () => {
    for (const { at } of (await auditPage()).rows) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    for (const line of processLog().filter((each) => each.startsWith('{')))
      expect(Math.abs((JSON.parse(line) as { time: number }).time - Date.now())).toBeLessThan(3_600_000)
  })

  it('16.2.3 the process logs only to standard error', () => {
    expect(linesOf(/\bpino\(/).filter((line) => !line.includes('pino.destination(2)'))).toEqual([])
    expect(
      filesOf(/appendFile|createWriteStream|syslog|winston/, /^server\/(?!cli\/)/).filter(
        (file) => !file.startsWith('server/database/backup/'),
      ),
    ).toEqual([])
  })

  it('16.2.4 each line of the process is one JSON object', () => {
    const lines = processLog()
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
  })

  it('16.2.5 neither passwords nor sessions nor credentials are in the log', async () => {
    await signIn({ email: administrator.email, password: `wrong ${administrator.password}` })
    await get('/v1/rulesets', { 'x-service-credential': `${deployment.credential}x` })
    await call(administrator.cookie, 'members.rename', { personId: '00000000-0000-4000-8000-000000000009', name: 7 })
    const log = processLog().join('\n')
    for (const secret of [administrator.password, deployment.credential, administrator.cookie.split('=')[1]!])
      expect(log).not.toContain(secret)
  })

  it('16.3.1 a sign-in that succeeds and one that fails are events, with the person, the means and the place', async () => {
    expect((await signIn({ ...deployment.author, password: 'not the password of anybody' })).status).toBe(401)
    expect((await signIn(deployment.author)).status).toBe(200)
    const input = encodeURIComponent(JSON.stringify({ after: null, limit: 200 }))
    const events = await (await call(administrator.cookie, `audit.securityEvents?input=${input}`)).text()
    for (const word of ['signed_in', 'sign_in_failed', deployment.author.name, 'password', '10.'])
      expect(events).toContain(word)
    expect(events).not.toContain('not the password of anybody')
  })

  it('16.4.1 a caller’s text cannot begin a line of a log', async () => {
    const forged = '\r\n{"level":60,"msg":"forged"}\r\n'
    await get(`/v1/${encodeURIComponent(forged)}`)
    await call('', 'session.signIn', { email: `a${forged}@example.org`, password: forged })
    await get('/mcp', { ...newAddress(), 'user-agent': 'forged', authorization: 'Bearer forged' })
    await call(administrator.cookie, 'members.invite', { roles: ['author'], email: `x${forged}@example.org` })
    for (const line of processLog()) expect((JSON.parse(line) as { msg: string }).msg).not.toBe('forged')
  })

  it('16.5.1 a refusal names no file, statement or place of the source', async () => {
    const headers = { 'content-type': 'application/json', 'x-service-credential': deployment.credential }
    const post = (path: string, body: string) => fetch(deployment.listensAt + path, { method: 'POST', headers, body })
    const answers = await Promise.all([
      post('/v1/compile', '{'),
      post('/v1/check', '{"source": 7}'),
      post('/api/trpc/session.signIn', '{"email":{"$ne":1}}'),
      post('/oauth/token', 'x'),
      post('/mcp', '[]'),
      post('/api/v1/projects', '{}'),
      get('/api/trpc/no.such.call'),
    ])
    for (const answer of answers) {
      expect(answer.status, answer.url).toBeGreaterThanOrEqual(400)
      const text = await answer.text()
      if (answer.headers.get('content-type')?.includes('html') === true) continue
      expect(text, answer.url).not.toMatch(/\bat .*\.(ts|js|mjs):\d+|node_modules|prisma|SELECT |stack/i)
      expect(text, answer.url).not.toContain(ROOT)
    }
  })
})
