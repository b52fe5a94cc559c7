import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { documented, filesOf } from './product-files'
import { deployment, get } from './testing/deployment'

const headers = { 'x-service-credential': deployment.credential, 'content-type': 'application/json' }

describe('ASVS 5.0 V5 file handling', () => {
  it('5.1.1 the page Security names each way that a file can come in', () => {
    const files = documented('### Files')
    for (const word of ['CSV', 'JSON Lines', 'test cases', 'backup', 'body_bytes', 'unpacked', 'refused'])
      expect(files).toContain(word)
  })

  it('5.2.1 a batch beyond the budget is refused, whether its length is stated or not', async () => {
    const large = Buffer.alloc(DEFAULT_BUDGETS.body_bytes + 1, 0x20)
    for (const body of [large, new Blob([large]).stream()]) {
      const answer = await fetch(`${deployment.listensAt}/v1/compile`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit)
      expect(answer.status).toBe(413)
    }
  })

  it('5.2.3 a compressed body is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20))
    const packed = gzipSync(JSON.stringify({ source: 'declare a as boolean;\nassert x { a };\n' }))
    for (const body of [bomb, packed]) {
      const answer = await fetch(`${deployment.listensAt}/v1/compile`, {
        method: 'POST',
        headers: { ...headers, 'content-encoding': 'gzip' },
        body,
      })
      expect(answer.status).toBe(415)
    }
    // Only the operator's restore unpacks.
    expect(
      filesOf(/gunzip|createUnzip|inflate|brotliDecompress/i, /^server\//).every((file) =>
        file.startsWith('server/database/backup/'),
      ),
    ).toBe(true)
  })

  it('5.3.2 no path leads out of the published files', async () => {
    const paths = [
      ...['/docs/../package.json', '/docs/%2e%2e/%2e%2e/package.json', '/docs/..%2f..%2fpackage.json'],
      ...[
        '/examples/..%2f..%2fpackage.json',
        '/examples/%2e%2e%5c%2e%2e%5cpackage.json',
        '/_next/static/..%2f..%2f..%2fpackage.json',
      ],
      ...[
        '/docs/%00package.json',
        '/docs/errors/..%2f..%2f..%2f.env',
        '/package.json',
        '/.env',
        '/prisma/schema.prisma',
      ],
    ]
    for (const path of paths) {
      const text = await (await get(path)).text()
      expect(text, path).not.toMatch(/"dependencies"|AUTH_SECRET=|datasource db/)
    }
    // Transports and services open no files.
    expect(filesOf(/from 'node:fs/, /^server\/(http|services)\//)).toEqual([])
  })
})
