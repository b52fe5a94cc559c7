/** A hostile document could have millions, and a page shows no more. */
const MAX_SENTENCES = 500

/**
 * Returns the sentences of a signed comparison that say what changed; empty if both have the same meaning. The document
 * may come from another release, so it is read without its schema.
 */
export function comparisonSentences(document: string): string[] {
  const comparison = membersOf(parsed(document))
  if (typeof comparison.not_compared === 'string') return [comparison.not_compared]
  if (comparison.same_meaning === true) return []
  const changes = [...listOf(comparison.assertions), ...listOf(comparison.changes)]
  const sentences = changes.filter(({ verdict }) => verdict !== 'same').map(({ sentence }) => sentence)
  const different = [...new Set(sentences.filter((sentence) => typeof sentence === 'string'))]
  const left = different.length - MAX_SENTENCES
  return left > 0 ? [...different.slice(0, MAX_SENTENCES), `And ${left} more, which are in the file.`] : different
}

type Members = Readonly<Record<string, unknown>>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : []
}
