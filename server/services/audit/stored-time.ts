/**
 * A time that a Date cannot hold becomes words that no signed text contains. The row then differs, and verification
 * continues.
 */
export function formatStoredTime(at: Date): string {
  return Number.isNaN(at.getTime()) ? 'no time that a log has' : at.toISOString()
}
