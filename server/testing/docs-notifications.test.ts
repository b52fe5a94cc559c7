import { expect, it } from 'vitest'
import { signedHeaders, webhookSecret } from '../services/notifications/webhooks/compose-body'
import { docsBlocks, docsText } from './docs-blocks'

type IsGenuine = (secret: string, headers: Readonly<Record<string, string>>, body: string) => boolean

it('the page on notifications verifies what webhooks send, word for word', async () => {
  const [block] = docsBlocks(docsText('notifications.md')).filter(({ kind }) => kind === 'js')
  const url = `data:text/javascript,${encodeURIComponent(block!.text)}`
  const { isGenuine } = (await import(/* @vite-ignore */ url)) as { readonly isGenuine: IsGenuine }
  const secret = webhookSecret('a secret of these tests, long enough', 'webhook', 1)
  const now = Math.floor(Date.now() / 1_000)
  const body = '{"type":"test","text":"“é”"}'
  const headers = signedHeaders(secret, 'event', now, body)
  expect(isGenuine(secret, headers, body)).toBe(true)
  expect(isGenuine(secret, headers, `${body} `)).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-id': 'other' }, body)).toBe(false)
  expect(isGenuine(secret, signedHeaders(secret, 'event', now - 600, body), body)).toBe(false)
  expect(isGenuine(webhookSecret('a secret of these tests, long enough', 'webhook', 2), headers, body)).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }, body)).toBe(
    true,
  )
})
