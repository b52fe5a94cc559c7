/** Meanings of a signature, in words. */
import type { ReviewRow } from './sheet'

type Meaning = ReviewRow['meaning']

interface MeaningWords {
  /** Shown in the choice and on a receipt. */
  readonly title: string
  /** Ends the sentence "Ada …". */
  readonly done: string
  readonly tone: 'good' | 'plain' | 'warning' | 'bad'
  /** One sentence below the choice. */
  readonly explained: string
}

export const MEANING_WORDS: Readonly<Record<Meaning, MeaningWords>> = {
  approved: {
    title: 'Approve',
    done: 'approved it',
    tone: 'good',
    explained:
      'You have read the review text and agree that the ruleset may be used as it is. This counts as an approval.',
  },
  reviewed: {
    title: 'Reviewed',
    done: 'reviewed it',
    tone: 'plain',
    explained: 'You have read the review text and neither approve nor object. This does not count as an approval.',
  },
  changes_requested: {
    title: 'Request changes',
    done: 'requested changes',
    tone: 'warning',
    explained:
      'You have read the review text, and the ruleset should not be used as it is. Say in the note what must change.',
  },
  withdrawn: {
    title: 'Withdraw',
    done: 'withdrew an approval',
    tone: 'bad',
    explained: 'An earlier approval no longer counts. It stays on record with your reason.',
  },
}

/** Meanings in the signing panel, in order. */
export const CHOSEN_MEANINGS = ['approved', 'reviewed', 'changes_requested'] as const
export type ChosenMeaning = (typeof CHOSEN_MEANINGS)[number]

export const METHOD_WORDS: Readonly<Record<ReviewRow['method'], string>> = {
  password: 'password',
  passkey: 'passkey',
  oidc: 'a fresh sign-in',
}
