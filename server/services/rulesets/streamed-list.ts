/**
 * Payloads with a list that may be too long to be held.
 *
 * Promises: the bytes are those of the whole payload written at once. The first piece is read before the answer begins, so
 * that what fails at first is refused; a list of one piece is answered whole.
 */
import type { Success } from '../service'

/**
 * @param around the payload before the entries of the list and after them
 * @param pieces entries, each canonical JSON
 */
export async function streamedList(
  around: { readonly before: string; readonly after: string },
  pieces: AsyncGenerator<readonly string[]>,
): Promise<Success> {
  const first = await pieces.next()
  const entries: readonly string[] = first.done === true ? [] : first.value
  const begun = around.before + entries.join(',')
  const second = await pieces.next()
  if (second.done === true) return { body: begun + around.after }
  return { body: begun, rest: restOf(second.value, pieces, { separate: entries.length > 0, after: around.after }) }
}

async function* restOf(
  second: readonly string[],
  pieces: AsyncGenerator<readonly string[]>,
  { separate, after }: { readonly separate: boolean; readonly after: string },
): AsyncGenerator<string> {
  let separator = separate ? ',' : ''
  const textOf = (entries: readonly string[]) => {
    if (entries.length === 0) return ''
    const text = separator + entries.join(',')
    separator = ','
    return text
  }
  yield textOf(second)
  for await (const entries of pieces) yield textOf(entries)
  yield after
}

/** The whole payload, for what cannot send it piece by piece. */
export async function wholeBody({ body, rest }: Success): Promise<string> {
  if (rest === undefined) return body
  const texts = [body]
  for await (const text of rest) texts.push(text)
  return texts.join('')
}
