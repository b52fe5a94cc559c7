/**
 * A worker that can be killed: says `took <id>` when a message is handed to it and `done <id>` when it has handled it, which
 * it does at once with those whose id ends with 5, and never with the others.
 *
 * Arguments: the bus (see openByText), and how many messages at one time.
 */
import { openByText } from './buses-under-test'

const [address = '', concurrency = '1'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

openByText(address).work({
  concurrency: Number(concurrency),
  handle: async ({ id }) => {
    say(`took ${id}`)
    if (!id.endsWith('5')) await new Promise(() => undefined)
    say(`done ${id}`)
  },
  exhausted: async ({ id }) => {
    say(`exhausted ${id}`)
  },
})
