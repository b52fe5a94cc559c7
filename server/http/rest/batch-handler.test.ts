import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BATCH_PART_BYTES, BATCH_PATH } from '../../api/schemas/check'
import { type PeopleServer, sharedPeopleServer } from '../../testing/people-server'

const UNKNOWN = 'ab'.repeat(32)

let server: PeopleServer
beforeAll(async () => {
  server = await sharedPeopleServer()
})
afterAll(() => server?.stop())

interface Sent {
  readonly method?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

async function send({ method = 'POST', query = `ruleset_hash=${UNKNOWN}`, headers = {}, body = '{}' }: Sent) {
  const answer = await fetch(`${server.url}${BATCH_PATH}?${query}`, {
    method,
    headers: { cookie: server.administrator, origin: server.url, ...headers },
    ...(method === 'POST' && { body }),
  })
  const { ok, error } = (await answer.json()) as { ok: boolean; error: { code: string; docs: string } }
  expect(ok).toBe(false)
  expect(error.docs).toContain('/docs/errors/')
  return [answer.status, error.code]
}

it.each<[string, Sent, number, string]>([
  ['another method', { method: 'GET' }, 405, 'BAD_REQUEST'],
  ['no session', { headers: { cookie: '' } }, 401, 'CREDENTIAL_REQUIRED'],
  [
    'a session that this server did not seal',
    { headers: { cookie: 'touchstone.session=made-up' } },
    401,
    'CREDENTIAL_REQUIRED',
  ],
  ['a page of another origin', { headers: { origin: 'https://elsewhere.example' } }, 401, 'CREDENTIAL_REQUIRED'],
  ['no hash', { query: '' }, 400, 'BAD_REQUEST'],
  ['a hash that is none', { query: 'ruleset_hash=ABC' }, 400, 'BAD_REQUEST'],
  ['a member that it does not know', { query: `ruleset_hash=${UNKNOWN}&name=x` }, 400, 'BAD_REQUEST'],
  ['a hash without a saved ruleset', {}, 404, 'RULESET_NOT_FOUND'],
  ['a body above the bound', { body: ' '.repeat(BATCH_PART_BYTES + 1) }, 413, 'BUDGET_EXCEEDED'],
])('refuses %s', async (_, sent, status, code) => {
  expect(await send(sent)).toEqual([status, code])
})

it('reports no bug when a page disconnects in the middle of its body', async () => {
  const { hostname, port } = new URL(server.url)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        [
          ...[`POST ${BATCH_PATH}?ruleset_hash=${UNKNOWN} HTTP/1.1`, `host: ${hostname}:${port}`],
          ...[`cookie: ${server.administrator}`, `origin: ${server.url}`, 'content-length: 100', '', '{"half":'],
        ].join('\r\n'),
        () => socket.destroy(),
      )
    })
    socket.on('close', () => resolve())
  })
  expect(await send({})).toEqual([404, 'RULESET_NOT_FOUND'])
  expect(server.log()).not.toContain('"level":50')
})
