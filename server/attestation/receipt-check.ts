/** The checks of a receipt. The command prints these words, and the page /verify explains each of them. */
export const RECEIPT_CHECKS = [
  'the file is a receipt',
  'the keys are those of the deployment',
  'the statement is signed',
  'the statement to be read is the one that is signed',
  'the source is the one that was signed for',
  'the review text is the one that was signed for',
  'the receipt holds no other comparison',
  'there was no comparison to show',
  'the comparison is the one that was shown',
  'it compares this source with the approved one',
  'the comparison, computed again, is the same',
  'the signer’s passkey signed the statement',
  'the claims are those that were checked',
  'the log records this signature',
  'the checkpoint is signed',
  'the entry is in the log of the checkpoint',
  'enough witnesses cosigned the checkpoint',
] as const
export type ReceiptCheckTitle = (typeof RECEIPT_CHECKS)[number]

export interface ReceiptCheck {
  readonly what: ReceiptCheckTitle
  /** Null if it could not be checked. */
  readonly holds: boolean | null
  /** Empty if there is nothing to add. */
  readonly detail: string
}

export function makeCheck(what: ReceiptCheckTitle, holds: boolean | null, detail: string): ReceiptCheck {
  return { what, holds, detail }
}
