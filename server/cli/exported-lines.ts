/**
 * Reads the lines of an exported log piece by piece, so that a file of any size fits. Only a line feed ends a line,
 * because an entry may contain every other line separator; a carriage return before it is removed.
 */
import { open } from 'node:fs/promises'
import { CommandRefusal } from './command/operator-command'

/** Limit of one line, far above the size of an entry or key set. */
const MAX_CHARACTERS = 64_000_000

/** @throws CommandRefusal if the file cannot be read or does not consist of lines */
export async function* exportedLines(file: string): AsyncIterable<string> {
  const cannot = (error: unknown) =>
    new CommandRefusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  const handle = await open(file).catch((error: unknown) => {
    throw cannot(error)
  })
  const texts = handle.createReadStream({ encoding: 'utf8' })[Symbol.asyncIterator]() as AsyncIterator<string>
  try {
    for (let begun = ''; ; ) {
      const { value, done } = await texts.next().catch((error: unknown) => {
        throw cannot(error)
      })
      if (done === true) {
        if (begun !== '') yield withoutReturn(begun)
        return
      }
      const [first = '', ...rest] = value.split('\n')
      begun += first
      if (begun.length > MAX_CHARACTERS)
        throw new CommandRefusal(
          `${file} has a line of more than ${MAX_CHARACTERS} characters, so it is not an exported log.`,
        )
      for (const next of rest) {
        yield withoutReturn(begun)
        begun = next
      }
    }
  } finally {
    await texts.return?.()
    await handle.close()
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
