/** Bytes as texts and back, without Node's Buffer, because browsers verify receipts with this code. */

const encoder = new TextEncoder()
// A byte order mark is part of the bytes, so it must stay part of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Arguments of one call of `String.fromCharCode`. */
const CHUNK_BYTES = 8192

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text)
}

export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

export function base64Text(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))
  return btoa(binary)
}

export function base64UrlText(bytes: Uint8Array): string {
  return base64Text(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Returns null unless the text is the only one for its bytes (RFC 4648, 3.5). */
export function base64Bytes(text: string): Uint8Array | null {
  try {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
    return base64Text(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

/** Like {@link base64Bytes}, for unpadded base64url. */
export function base64UrlBytes(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return base64Bytes(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='))
}

/** Lowercase hexadecimal. */
export function hexText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
