import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver'
import { postToWebhook, type WebhookNetwork } from './post-to-webhook'
import { isPublicAddress, webhookAddressProblem } from './public-address'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function receiver(...given: Parameters<typeof startWebhookReceiver>): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver(...given)
  closers.push(started.close)
  return started
}

const LOCAL = [{ host: '127.0.0.1', port: null }]
const network = (given: Partial<WebhookNetwork> = {}): WebhookNetwork => ({
  hosts: LOCAL,
  timeoutMs: 2_000,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  ...given,
})

describe('addresses of webhooks', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1', '::', '::1', '::ffff:127.0.0.1'],
    ...['::ffff:8.8.8.8', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['2001:db8::1', '2001::1', 'not an address', ''],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    ...['http://example.org/hook', 'ftp://example.org', 'javascript:alert(1)', '//example.org', 'example.org', ''],
    ...['https://user:secret@example.org/', 'https://user@example.org/', 'https://example.org/#part', 'https://'],
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://017700000001/'],
    ...[
      'https://[::1]/',
      'https://[::ffff:7f00:1]/',
      'https://localhost/',
      'https://localhost./',
      'https://LOCALHOST/',
    ],
    ...['https://printer.local/', 'https://metadata.google.internal/', 'https://169.254.169.254/latest/meta-data'],
    ...['https://intranet/', `https://example.org/${'x'.repeat(2_000)}`],
  ])('refuses %s', (url) => {
    expect(webhookAddressProblem(url, [])).not.toBeNull()
  })

  it('accepts public addresses, and internal hosts only as the operator lists them', () => {
    expect(webhookAddressProblem('https://hooks.example.org/a?b=c', [])).toBeNull()
    const hosts = [{ host: 'hooks', port: 8443 }, ...LOCAL]
    expect(webhookAddressProblem('https://hooks:8443/', hosts)).toBeNull()
    expect(webhookAddressProblem('https://hooks/', hosts)).not.toBeNull()
    expect(webhookAddressProblem('http://hooks:8443/', hosts)).not.toBeNull()
    expect(webhookAddressProblem('http://127.0.0.1:9000/', hosts)).toBeNull()
  })
})

describe('postToWebhook', () => {
  it('checks the addresses that the connection uses, so a name that changes reaches nothing', async () => {
    const target = await receiver()
    const url = `https://hooks.example.org:${target.port}/`
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['fd00:ec2::254']]) {
      let lookups = 0
      const resolve = async () => {
        lookups++
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      }
      const answer = await postToWebhook(network({ resolve }), url, '{}', {})
      expect(answer).toMatchObject({ status: null, problem: expect.stringContaining('private network') })
      expect(lookups).toBe(1)
    }
    expect(target.received).toEqual([])
  })

  it('does not follow a redirect', async () => {
    const inside = await receiver()
    const target = await receiver(
      (response) => void response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    )
    expect(await postToWebhook(network(), target.url, '{}', {})).toMatchObject({ status: 307 })
    expect(inside.received).toEqual([])
  })

  it('ends an exchange without an answer, and one whose answer never ends', async () => {
    const silent = await receiver(() => {})
    expect(await postToWebhook(network({ timeoutMs: 300 }), silent.url, '{}', {})).toEqual({
      ...{ status: null, answer: null, retryAfterMs: null },
      problem: 'The receiver did not answer in time.',
    })
    const dripping = await receiver((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    })
    const begin = Date.now()
    expect(await postToWebhook(network({ timeoutMs: 30_000 }), dripping.url, '{}', {})).toMatchObject({ status: 200 })
    expect(Date.now() - begin).toBeLessThan(15_000)
  })

  it('reads little of an answer of ten gigabytes', async () => {
    let sent = 0
    const part = Buffer.alloc(65_536, 'x')
    const target = await receiver((response) => {
      response.writeHead(200, { 'content-length': String(10 * 1_024 ** 3) })
      const write = () => {
        while (!response.destroyed && response.write(part)) sent += part.length
      }
      response.on('drain', write)
      write()
    })
    const answer = await postToWebhook(network(), target.url, '{}', {})
    expect(answer).toMatchObject({ status: 200, answer: 'x'.repeat(200) })
    expect(sent).toBeLessThan(64 * 1_024 ** 2)
  })

  it('reports what an administrator can act on, without texts of libraries', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const refused = await postToWebhook(network(), `http://127.0.0.1:${port}/`, '{}', {})
    expect(refused.problem).toBe('The receiver refused the connection.')
    const dropping = await receiver((response) => void response.destroy())
    expect((await postToWebhook(network(), dropping.url, '{}', {})).problem).toBe('The receiver ended the connection.')
    const plain = await receiver()
    const tls = await postToWebhook(network(), plain.url.replace('http:', 'https:'), '{}', {})
    expect(tls.problem).toMatch(/^The (connection failed|receiver)/)
    const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    const resolve = () => Promise.reject(unknown)
    const absent = await postToWebhook(network({ resolve }), 'https://absent.example.org/', '{}', {})
    expect(absent.problem).toBe('The host has no address.')
  })

  it('honours Retry-After up to an hour', async () => {
    const target = await receiver((response) => void response.writeHead(429, { 'retry-after': '999999' }).end())
    expect(await postToWebhook(network(), target.url, '{}', {})).toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
  })
})
