/**
 * A worker that can be killed: says `took <id>` when a message is handed to it and `done <id>` when it has handled it.
 *
 * Arguments: the bus (see openByText), how many messages at one time, and how long each takes in milliseconds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openByText } from './buses-under-test'

const [address = '', concurrency = '1', takesMs = '0'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

openByText(address).work({
  concurrency: Number(concurrency),
  handle: async ({ id }) => {
    say(`took ${id}`)
    await sleep(Number(takesMs))
    say(`done ${id}`)
  },
  exhausted: async ({ id }) => {
    say(`exhausted ${id}`)
  },
})
