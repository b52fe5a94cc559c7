import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { connect } from '@nats-io/transport-node'
import { expect, it } from 'vitest'

const SCRIPT = `
  import { startOwnNats } from './server/messaging/testing/own-nats'
  const server = await startOwnNats('a server that ends with its starter')
  console.log(server?.url ?? '')
`

it('ends with the process that started it, even if that is killed', { timeout: 60_000 }, async () => {
  const options = ['--import', 'tsx', '--input-type=module', '-e', SCRIPT]
  const starter = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: starter.stdout })
  const url = await new Promise<string>((resolve) => lines.once('line', resolve))
  if (url === '') return
  const connection = await connect({ servers: url, reconnect: false })
  starter.kill('SIGKILL')
  await connection.closed()
  await expect.poll(() => connects(url), { timeout: 10_000 }).toBe(false)
})

async function connects(url: string): Promise<boolean> {
  try {
    const connection = await connect({ servers: url, reconnect: false })
    await connection.close()
    return true
  } catch {
    return false
  }
}
