/** Covers only the product's part, not the proxy's. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEFAULT_CIPHERS, DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { demandOwnIssuer } from '../../http/session/provider-handler'
import { boundedFetch } from '../../services/models/endpoint'
import { linesOf, sources } from './product-files'

describe('ASVS 5.0 V12 secure communication', () => {
  it('12.1.1 Node.js speaks TLS 1.2 and 1.3, and no source changes that', () => {
    expect([DEFAULT_MIN_VERSION, DEFAULT_MAX_VERSION]).toEqual(['TLSv1.2', 'TLSv1.3'])
    expect(linesOf(/minVersion|maxVersion|secureProtocol|--tls-min/)).toEqual([])
  })

  it('12.1.2 the suites are those of Node.js, strongest first, without weak ones', () => {
    const suites = DEFAULT_CIPHERS.split(':')
    expect(suites[0]).toMatch(/^TLS_AES_256_GCM/)
    const offered = suites.filter((suite) => !suite.startsWith('!'))
    expect(offered.filter((suite) => /RC4|3DES|DES-|NULL|EXPORT|MD5|PSK/.test(suite))).toEqual([])
    expect(linesOf(/\bciphers:|honorCipherOrder/)).toEqual([])
  })

  it('12.3.2 a server whose certificate no authority signed is not called', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
    const file = (name: string) => path.join(folder, name)
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject]
    execFileSync('openssl', [...made, '-keyout', file('key'), '-out', file('certificate')], { stdio: 'pipe' })
    let calls = 0
    const options = { key: readFileSync(file('key')), cert: readFileSync(file('certificate')) }
    const server = createServer(options, (_, response) => {
      calls += 1
      response.end('{}')
    })
    try {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = `https://localhost:${(server.address() as AddressInfo).port}`
      await expect(boundedFetch(1_000)(address)).rejects.toThrow()
      await expect(demandOwnIssuer(address)).rejects.toThrow()
      expect(calls).toBe(0)
      expect(linesOf(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([])
      expect(sources.length).toBeGreaterThan(500)
    } finally {
      server.close()
      rmSync(folder, { recursive: true })
    }
  })
})
