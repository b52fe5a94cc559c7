/** {@link unpackText} reverses {@link packText} and limits the size. */
const MAX_BYTES = 4_000_000

export async function packText(text: string): Promise<string> {
  return base64Url(await pipeThrough(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)))
}

/** @throws if the text is damaged or too large when unpacked */
export async function unpackText(packed: string): Promise<string> {
  const unpacked = await pipeThrough(new DecompressionStream('deflate-raw'), decodeBase64Url(packed))
  return new TextDecoder('utf-8', { fatal: true }).decode(unpacked)
}

async function pipeThrough(
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
    if (size > MAX_BYTES) throw new RangeError('the link unfolds to too much')
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

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
