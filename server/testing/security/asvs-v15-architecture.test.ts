import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { demandOwnIssuer } from '../../http/session/provider-handler'
import { boundedFetch } from '../../services/models/endpoint'
import { documented, linesOf, ROOT } from './product-files'
import { answerOf, call, deployment, get } from './testing/deployment'

describe('ASVS 5.0 V15 secure coding and architecture', () => {
  it('15.1.1 the page Security says within how many days a package is replaced', () => {
    const rules = documented('## Packages')
    for (const time of ['7 days', '30 days', '90 days']) expect(rules).toContain(time)
    expect(rules).toContain('package-lock.json')
  })

  it('15.1.2 every package comes from one registry and has a hash', () => {
    const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>
    }
    const listed = Object.entries(lock.packages).filter(([location]) => location.startsWith('node_modules/'))
    expect(listed.length).toBeGreaterThan(300)
    // Bundled packages are covered by the hash of their package.
    const hashes = listed.map(([, { integrity }]) => integrity).filter((hash) => hash !== undefined)
    for (const hash of hashes) expect(hash).toMatch(/^sha(512|256|384)-/)
    expect(hashes.length).toBeGreaterThan(listed.length * 0.95)
    const hosts = new Set(
      listed.flatMap(([, { resolved }]) => (resolved === undefined ? [] : [new URL(resolved).host])),
    )
    expect(hosts.size).toBeLessThanOrEqual(1)
  })

  it('15.1.3 the page Security names costly operations and their limits', () => {
    const costly = documented('### Costly work')
    for (const word of [
      'solver',
      'SOLVER_WAIT_MS',
      'MODEL_CONCURRENCY',
      'MODEL_TIMEOUT_MS',
      'waiting_frames',
      'Passwords',
    ])
      expect(costly).toContain(word)
  })

  it('15.3.1 lists and accounts have only the intended members', async () => {
    const [member = {}] = (await answerOf(await call(deployment.administrator.cookie, 'members.list'))) as object[]
    const named = ['personId', 'name', 'email', 'roles', 'since', 'disabled']
    expect(Object.keys(member)).toEqual(expect.arrayContaining(named))
    const own = (await answerOf(await call(deployment.author.cookie, 'account.describe'))) as object
    for (const shown of [member, own])
      expect(Object.keys(shown).filter((name) => /hash|secret|token|salt|counter|sessionsFrom/i.test(name))).toEqual([])
  })

  it('15.3.2 a redirect of an outside system is not followed', async () => {
    const hits: string[] = []
    const server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.writeHead(302, { location: '/inside' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(boundedFetch(1_000)(`${address}/model`)).rejects.toThrow()
    await expect(demandOwnIssuer(address)).rejects.toThrow()
    server.close()
    expect(hits).toEqual(['/model', '/.well-known/openid-configuration'])
    const following = linesOf(/redirect: '(follow|manual)'/, /^server\/(services|http|messaging|database)\//)
    expect(following).toEqual([])
  })

  it('15.3.3 a member that a request may not set is refused', async () => {
    const { cookie } = deployment.administrator
    const more: readonly [string, object][] = [
      ['members.rename', { personId: '00000000-0000-4000-8000-000000000009', name: 'Ada', email: 'other@example.org' }],
      [
        'members.rename',
        { personId: '00000000-0000-4000-8000-000000000009', name: 'Ada', id: 'x', roles: ['administrator'] },
      ],
      ['members.invite', { roles: ['author'], email: null, invitedBy: 'Another' }],
      ['credentials.issue', { label: 'x', tier: 'standard', expiresAt: null, grade: 'full' }],
    ]
    for (const [procedure, input] of more) expect((await call(cookie, procedure, input)).status, procedure).toBe(400)
    const loose = linesOf(/\.input\(\s*z\.(object|looseObject|any|unknown)\(/, /^server\/http\/trpc\//)
    expect(loose).toEqual([])
  })

  it('15.3.5 types and comparisons are strict', () => {
    const { compilerOptions } = JSON.parse(readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: Record<string, unknown>
    }
    expect(compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true })
    expect(
      linesOf(
        /[^=!'"]==[^=]\s*[^n'"]|[^!'"]!=[^=]\s*[^n'"]/,
        /^server\/(services|http|database|messaging|bootstrap|config)\//,
      ).filter((line) => !/[=!]= null/.test(line)),
    ).toEqual([])
    expect(linesOf(/: any\b|as any\b|@ts-ignore|@ts-nocheck/)).toEqual([])
  })

  it('15.3.7 a parameter or a key that comes twice is refused', async () => {
    const headers = { 'x-service-credential': deployment.credential, 'content-type': 'application/json' }
    expect((await get('/v1/units/bridge?from=m&from=km&to=m', headers)).status).toBe(400)
    const body = '{"source":"declare a as boolean;\\nassert x { a };\\n","source":"x"}'
    expect((await fetch(`${deployment.listensAt}/v1/compile`, { method: 'POST', headers, body })).status).toBe(400)
  })
})
