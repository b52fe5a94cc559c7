import { expect, it } from 'vitest'
import { readWebhooks } from './webhooks'

it('reads hosts with and without ports, and names each that is wrong', () => {
  const read = (text: string) => readWebhooks({ WEBHOOK_INTERNAL_HOSTS: text })
  expect(readWebhooks({})).toEqual({ ok: true, settings: { webhookHosts: [] } })
  expect(read('Hooks.Internal:8443, localhost, [::1]:9000,10.1.2.3')).toEqual({
    ok: true,
    settings: {
      webhookHosts: [
        { host: 'hooks.internal', port: 8443 },
        { host: 'localhost', port: null },
        { host: '::1', port: 9000 },
        { host: '10.1.2.3', port: null },
      ],
    },
  })
  for (const wrong of ['https://hooks.internal', 'a b', 'a:99999', 'a:0', 'user@a'])
    expect(read(wrong), wrong).toMatchObject({ ok: false, problems: [{ variable: 'WEBHOOK_INTERNAL_HOSTS' }] })
})
