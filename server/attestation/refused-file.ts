/** Says in words why a file is not a receipt. */

export const MAX_RECEIPT_BYTES = 20_000_000

export function tooLarge(bytes: number): string | null {
  return bytes <= MAX_RECEIPT_BYTES
    ? null
    : `it has ${(bytes / 1_000_000).toFixed(1)} MB, and a receipt has at most ${MAX_RECEIPT_BYTES / 1_000_000} MB`
}

/** @param text is known not to be a receipt */
export function refusedFile(text: string): string {
  if (text.trim() === '') return 'it is empty'
  if (text.startsWith('%PDF')) return 'it is a PDF; the receipt is the JSON file that was downloaded with it'
  if (text.includes('\0')) return 'it is not a text: it contains a zero byte'
  try {
    return refusedJson(JSON.parse(text))
  } catch {
    return isExport(text)
      ? 'it is the export of a log; verify it with `npm run verify -- export`'
      : 'it is not JSON, so it is not a receipt, or it was damaged on its way'
  }
}

const KNOWN_FORMAT = /^touchstone-(receipt\/[12]|check-receipt\/1)$/
const ANY_FORMAT = /^touchstone-(check-)?receipt\/\d{1,6}$/

function refusedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return 'it is JSON, but no receipt: a receipt is an object'
  const { format, keys, payload } = value as Readonly<Record<string, unknown>>
  if (typeof format === 'string' && KNOWN_FORMAT.test(format))
    return 'it calls itself a receipt, but a part is missing, has another form, or its statement is not about a review or a check'
  if (typeof format === 'string' && ANY_FORMAT.test(format))
    return `its format ${format} is not known here; a newer release may know it`
  if (format === undefined && Array.isArray(keys))
    return 'it is a list of keys and not a receipt; give it as the published keys'
  if (format === undefined && typeof payload === 'string')
    return 'it is a signed envelope without the rest of the receipt'
  return 'it is JSON, but not a receipt of Touchstone: it has no `format` that begins with touchstone-receipt'
}

function isExport(text: string): boolean {
  return /^\{"actor":[^\n]*\}\r?\n/.test(text)
}
