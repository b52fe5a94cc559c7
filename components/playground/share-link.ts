/**
 * A draft as the fragment of a link: compressed, never sent to any server.
 *
 * Promises: what {@link shareFragment} makes, {@link sharedDraft} reads back; anything else reads as null.
 */
import { type Draft, parseDraft } from './draft'

const MARK = '#draft='
/** A hostile fragment must not unfold without end. */
const MOST_BYTES = 4_000_000

export async function shareFragment(draft: Draft): Promise<string> {
  const packed = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(draft)))
  return MARK + base64Url(packed)
}

export async function sharedDraft(fragment: string): Promise<Draft | null> {
  if (!fragment.startsWith(MARK)) return null
  try {
    const packed = bytes(fragment.slice(MARK.length))
    const text = await through(new DecompressionStream('deflate-raw'), packed)
    return parseDraft(new TextDecoder().decode(text))
  } catch {
    // Cut short on its way, or no link of ours: the caller says so.
    return null
  }
}

export function isShared(fragment: string): boolean {
  return fragment.startsWith(MARK)
}

async function through(
  stream: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  input: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter()
  const written = writer.write(input).then(() => writer.close())
  const reader = stream.readable.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(async (error: unknown) => {
      await written.catch(() => {})
      throw error
    })
    if (done) break
    size += value.length
    if (size > MOST_BYTES) throw new RangeError('the link unfolds to too much')
    chunks.push(value)
  }
  await written
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function base64Url(data: Uint8Array): string {
  let binary = ''
  for (const byte of data) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
