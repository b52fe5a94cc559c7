/**
 * A worker that can be killed. It prints `took <id>`, and `done <id>` only for ids that end with 5; the others never
 * finish.
 * Arguments: the bus (see openByText) and its concurrency.
 */
import { openByText } from './buses-under-test'

const [address = '', concurrency = '1'] = process.argv.slice(2)
const writeLine = (line: string) => process.stdout.write(`${line}\n`)

openByText(address).work({
  concurrency: Number(concurrency),
  handle: async ({ id }) => {
    writeLine(`took ${id}`)
    if (!id.endsWith('5')) await new Promise(() => undefined)
    writeLine(`done ${id}`)
  },
  exhausted: async ({ id }) => {
    writeLine(`exhausted ${id}`)
  },
})
