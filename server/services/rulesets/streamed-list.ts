import type { Success } from '../calls/call-context'

/**
 * Sends a payload whose list may be too long for memory. The first piece is read before the answer begins, so that
 * early failures are refused.
 * @param around the payload before and after the list's entries
 * @param pieces entries, each canonical JSON
 */
export async function streamList(
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

/** The whole payload, for a transport that cannot stream it. */
export async function readWholeBody({ body, rest }: Success): Promise<string> {
  if (rest === undefined) return body
  const texts = [body]
  for await (const text of rest) texts.push(text)
  return texts.join('')
}
