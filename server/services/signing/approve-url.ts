/**
 * The page on which a person reads the review of a ruleset and signs it.
 * @param publicUrl address of this deployment as its users see it, without a final slash
 */
export function approveUrl(publicUrl: string, hash: string): string {
  return `${publicUrl}/approve/${hash}`
}
