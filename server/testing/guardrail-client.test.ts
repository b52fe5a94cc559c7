/** Tests the example client against a real server with broken connections, missing answers and refusals. */
import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GuardrailClient, GuardrailError, GuardrailTimeout } from '../../public/clients/guardrail-client'
import { type GuardrailAccount, makeGuardrail, makeGuardrailAccount, makeReceiptGuardrail } from './guardrail-account'
import { type PeopleServer, sharedPeopleServer } from './people-server'

let server: PeopleServer
let account: GuardrailAccount
let receipts: string
let people: string
/** A relay between client and server that can cut all its connections. */
let line: { readonly url: string; cut(): number; close(): void }

beforeAll(async () => {
  server = await sharedPeopleServer()
  account = await makeGuardrailAccount(server)
  receipts = await makeReceiptGuardrail(server, account)
  people = await makeGuardrail(server, account, { name: 'People', type: 'human_review', configuration: {} })
  line = await openLine(Number(new URL(server.url).port))
})

afterAll(async () => {
  line?.close()
  await server?.stop()
  expect(server?.log()).toBe('')
})

async function openLine(port: number): Promise<typeof line> {
  const sockets = new Set<Socket>()
  const relay = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut: () => {
      const count = sockets.size
      for (const socket of sockets) socket.destroy()
      return count
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      relay.close()
    },
  }
}

function client(serviceToken = account.serviceToken): GuardrailClient {
  return new GuardrailClient({
    url: line.url,
    account: { username: account.username, serviceToken },
    topic: 'client.test',
  })
}

/** Answers the only frame that waits for a reviewer. */
async function answerInPerson(): Promise<void> {
  const list = async () =>
    (await server.call(
      server.administrator,
      `reviews.list?input=${encodeURIComponent(JSON.stringify({ state: 'waiting', cursor: null, limit: 10 }))}`,
    )) as { items: { id: string }[] }
  await expect.poll(async () => (await list()).items.length, { timeout: 30_000 }).toBe(1)
  const [task] = (await list()).items
  await server.call(server.administrator, 'reviews.answer', { id: task?.id, conclusion: 'NO', note: null })
}

it('many simultaneous frames get their answers over one stream', async () => {
  const own = client()
  const amounts = Array.from({ length: 40 }, (_, i) => i * 5)
  const answers = await Promise.all(
    amounts.map((amount) =>
      own.evaluate(receipts, { A: JSON.stringify({ amount: `${amount} USD`, has_receipt: false }) }),
    ),
  )
  expect(answers.map(({ E }) => E.conclusion)).toEqual(amounts.map((amount) => (amount > 75 ? 'NO' : 'YES')))
  own.close()
})

it('an answer arrives although the connection was cut meanwhile', async () => {
  const own = client()
  const answer = own.evaluate(people, { A: 'Pay it.' })
  await expect.poll(() => line.cut(), { timeout: 30_000 }).toBeGreaterThan(0)
  // The client reconnects and is cut again.
  await expect.poll(() => line.cut(), { timeout: 30_000 }).toBeGreaterThan(0)
  await answerInPerson()
  expect((await answer).E).toEqual({ conclusion: 'NO', confidence: 1 })
  own.close()
})

it('a late answer is reported as late, and arrives when the same frame is requested again', async () => {
  const own = client()
  const traceId = randomUUID()
  await expect(own.evaluate(people, { A: 'Pay this.' }, { traceId, timeoutMs: 3_000 })).rejects.toThrow(
    GuardrailTimeout,
  )
  await answerInPerson()
  expect((await own.evaluate(people, { A: 'Pay this.' }, { traceId })).E.conclusion).toBe('NO')
  own.close()
})

it('a failure of the guardrail and a refusal of the platform are errors with the reason', async () => {
  const own = client()
  await expect(own.evaluate(receipts, { A: null })).rejects.toThrow(GuardrailError)
  await expect(own.evaluate(randomUUID(), { A: 'x' })).rejects.toThrow(/^404 not_found: /)
  await expect(client('tst_service_of_no_one').evaluate(receipts, { A: 'x' })).rejects.toThrow(/^401 unauthorized: /)
  own.close()
})

it('closing the client rejects waiting calls', async () => {
  const own = client()
  const answer = own.evaluate(people, { A: 'Pay that.' })
  answer.catch(() => undefined)
  own.close()
  await expect(answer).rejects.toThrow('closed')
})
