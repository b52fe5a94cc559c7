import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnvironment } from '../../config/settings'
import { documented, filesOf, ROOT } from './product-files'
import { deployment, get } from './testing/deployment'

function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(deployment.listensAt)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('ASVS 5.0 V13 configuration', () => {
  it('13.1.1 the page Security names every connection that the server makes', () => {
    const connections = documented('## Connections')
    for (const word of ['database', 'BUS_URL', 'OIDC_ISSUER', 'IDP_ISSUER', 'MODEL_BASE_URL', 'HOST', 'PORT'])
      expect(connections).toContain(word)
  })

  it('13.2.3 no secret has a default or a value in the example', () => {
    const parsed = parseEnvironment({})
    expect(parsed).toMatchObject({
      ok: true,
      settings: { authSecret: null, databaseUrl: null, provider: null, model: null },
    })
    const example = readFileSync(path.join(ROOT, '.env.example'), 'utf8')
    for (const line of example.split('\n'))
      if (/SECRET|PASSWORD|API_KEY|SIGNING_KEY/.test(line.split('=')[0] ?? '')) expect(line).toMatch(/^#/)
    const compose = readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8')
    for (const name of ['POSTGRES_PASSWORD', 'POSTGRES_SERVER_PASSWORD', 'NATS_PASSWORD', 'AUTH_SECRET'])
      expect(compose).toContain(`\${${name}:?`)
  })

  it('13.2.4 connections go out only from listed files, each to a configured address', () => {
    expect(
      filesOf(/from 'node:(https?|net|tls|dgram|dns)(\/promises)?'/, /^server\/(?!cli\/)/).filter(
        (file) => !filesOf(/import type .* from 'node:(http|net)'/).includes(file),
      ),
    ).toEqual(expect.not.arrayContaining(['server/services/models/model.ts']))
    expect(
      filesOf(/new pg\.(Client|Pool)\(|new Client\(|new Pool\(/, /^server\/(messaging|services|http|bootstrap)\//),
    ).toEqual(['server/messaging/database/open-connections.ts', 'server/services/guards/lookups/sql-lookup.ts'])
    expect(
      filesOf(/\bconnect\(\{[^}]*servers|from '@nats-io\/transport-node'/, /^server\//).every((file) =>
        file.startsWith('server/messaging/nats'),
      ),
    ).toBe(true)
  })

  it('13.2.5 the server fetches no picture and no file for a caller', async () => {
    for (const url of [
      'https://evil.example/x.png',
      `${deployment.listensAt}/icon.svg`,
      '//evil.example/x',
      'file:///etc/passwd',
    ])
      expect((await get(`/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`)).status, url).toBe(400)
  })

  it('13.4.1 no file of version control is served', async () => {
    for (const path of ['/.git/config', '/.git/HEAD', '/.gitignore', '/.svn/entries', '/docs/.git/config', '/.github'])
      expect((await get(path)).status, path).toBe(404)
  })

  it('13.4.2 a production server reveals no internals and has no development route', async () => {
    const page = await get('/nowhere')
    expect(page.headers.get('x-powered-by')).toBeNull()
    expect(page.headers.get('server')).toBeNull()
    for (const path of [
      '/_next/webpack-hmr',
      '/__nextjs_original-stack-frames',
      '/__nextjs_source-map',
      '/debug',
      '/metrics',
    ])
      expect((await get(path)).status, path).toBe(404)
    const upgrade = 'GET /_next/webpack-hmr HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(await raw(upgrade)).toMatch(/^HTTP\/1\.1 404/)
  })

  it('13.4.3 a folder is not a page', async () => {
    for (const path of ['/docs/errors/', '/examples/', '/examples', '/_next/', '/_next/static/', '/fonts/']) {
      const answer = await get(path)
      expect(answer.status === 404 || (answer.status >= 300 && answer.status < 400), path).toBe(true)
      expect(await answer.text(), path).not.toMatch(/Index of|\.json"/)
    }
  })

  it('13.4.4 TRACE is refused and repeats nothing', async () => {
    for (const path of ['/', '/docs', '/sign-in', '/v1/rulesets', '/api/v1/projects', '/mcp', '/oauth/token']) {
      const answer = await raw(`TRACE ${path} HTTP/1.1\r\nHost: a\r\nX-Secret: repeated\r\nConnection: close\r\n\r\n`)
      expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d/)
      expect(answer, path).not.toContain('repeated')
    }
  })

  it('13.4.5 only the public addresses work without a session or a credential', async () => {
    const open = [
      '/health',
      '/ready',
      '/version',
      '/openapi.json',
      '/docs',
      '/docs/security',
      '/playground',
      '/verify',
      '/sign-in',
    ]
    for (const path of open) expect((await get(path)).status, path).toBe(200)
    for (const path of ['/', '/vocabulary', '/audit', '/settings', '/units', '/guardrails', '/reviews'])
      expect((await get(path)).headers.get('location'), path).toMatch(/^\/sign-in/)
    for (const path of [
      '/v1/rulesets',
      '/v1/account',
      '/v1/flags',
      '/v1/units',
      '/api/v1/projects',
      '/api/trpc/audit.list',
      '/mcp',
    ])
      expect([400, 401, 405], path).toContain((await get(path)).status)
    const health = await (await get('/health')).text()
    expect(health).not.toMatch(/postgres(ql)?:\/\/|password|\/home|\/tmp|secret/i)
  })
})
