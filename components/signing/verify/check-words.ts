import type { ReceiptCheckTitle } from '../../../server/attestation/receipt-check'

interface CheckWords {
  readonly title: string
  /** Says what the check proves, for a reader who does not know signatures. */
  readonly explained: string
}

export const CHECK_WORDS: Readonly<Record<ReceiptCheckTitle, CheckWords>> = {
  'the file is a receipt': {
    title: 'The file is a receipt',
    explained: 'It has the parts of a receipt in the form that this page knows.',
  },
  'the keys are those of the deployment': {
    title: 'The keys are the published ones',
    explained: 'The signatures are checked with the keys that you gave, and not only with those inside the receipt.',
  },
  'the statement is signed': {
    title: 'The statement is signed',
    explained: 'A key for statements signed exactly this statement. Nothing in it was changed afterwards.',
  },
  'the statement to be read is the one that is signed': {
    title: 'What you read is what was signed',
    explained: 'The readable copy of the statement has the same bytes as the signed one.',
  },
  'the source is the one that was signed for': {
    title: 'The policy is the one that was signed for',
    explained: 'The statement names the digest of exactly this policy source.',
  },
  'the review text is the one that was signed for': {
    title: 'The rules in words are those that the signer read',
    explained: 'The statement names the digest of exactly this review text.',
  },
  'the receipt holds no other comparison': {
    title: 'There is no comparison that the statement does not name',
    explained: 'A comparison that nobody signed could mislead.',
  },
  'there was no comparison to show': {
    title: 'There was nothing to compare with',
    explained: 'No revision was approved before, so the signer was shown no comparison.',
  },
  'the comparison is the one that was shown': {
    title: 'The comparison is the one that the signer saw',
    explained: 'The statement names the digest of exactly this comparison in meaning.',
  },
  'it compares this source with the approved one': {
    title: 'The comparison is about these two policies',
    explained: 'It names this policy and the one that was approved before.',
  },
  'the comparison, computed again, is the same': {
    title: 'The comparison, computed again, is the same',
    explained: 'The command repeats the comparison. This page only shows that the signer saw it.',
  },
  'the signer’s passkey signed the statement': {
    title: 'The signer’s own passkey signed the statement',
    explained: 'The signature comes from a device of the signer, which asked for a finger, a face or a PIN.',
  },
  'the claims are those that were checked': {
    title: 'The claims are those that were checked',
    explained: 'The statement names the digest of exactly these claims. A receipt can leave them out.',
  },
  'the log records this signature': {
    title: 'The log records this signature',
    explained: 'The entry in the receipt names this record and the digest of its signature.',
  },
  'the checkpoint is signed': {
    title: 'The state of the log is signed',
    explained: 'A key for checkpoints signed how long the log was and what it contained.',
  },
  'the entry is in the log of the checkpoint': {
    title: 'The entry is in the log at its place',
    explained: 'The entry leads to the signed state of the log, so it was part of it.',
  },
  'enough witnesses cosigned the checkpoint': {
    title: 'Enough witnesses cosigned the state of the log',
    explained: 'Only the command checks it, with the list of witnesses that you trust.',
  },
}
