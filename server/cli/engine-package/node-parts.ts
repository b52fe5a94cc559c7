/**
 * The parts of Node.js that the engine uses, for the package that also runs in browsers. The bundler puts them in the
 * place of Node's own (server/cli/release/pack-engine.ts).
 */

const encoder = new TextEncoder()
/** Keeps a byte order mark, as Node does. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

class Bytes {
  constructor(private readonly bytes: Uint8Array) {}

  /** @param encoding only UTF-8 */
  toString(encoding: 'utf8'): string {
    if (encoding !== 'utf8') throw new Error(`bytes are not read as ${encoding}`)
    return decoder.decode(this.bytes)
  }
}

/** For the global of this name. */
export const Buffer = {
  /** The length in UTF-8; a lone surrogate counts as the replacement character, as in Node. */
  byteLength: (text: string): number => encoder.encode(text).length,
  /** A view; nothing is copied. */
  from: (buffer: ArrayBufferLike, offset: number, length: number) => new Bytes(new Uint8Array(buffer, offset, length)),
}

/** For `isIP` of `node:net`, which only the settings of a server use. */
export function isIP(): never {
  throw new Error('the package reads no settings')
}
