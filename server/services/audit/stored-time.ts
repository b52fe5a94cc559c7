/**
 * A time of a row, as what verifies it compares it with a signed text.
 *
 * Promises: ISO 8601; for a time that the database holds and a Date cannot (infinity, a year beyond 9999), words that no
 * signed text contains. Such a row is then one that differs, and never the end of verifying.
 */
export function storedTime(at: Date): string {
  return Number.isNaN(at.getTime()) ? 'no time that a log has' : at.toISOString()
}
