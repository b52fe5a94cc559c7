/**
 * Answers as single letters, for lists of very many: `TFU` are three assertions of one dictionary.
 */
export const ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS'] as const
export type Answer = (typeof ANSWERS)[number]

export const LETTERS: Readonly<Record<Answer, string>> = { TRUE: 'T', FALSE: 'F', UNKNOWN: 'U', AMBIGUOUS: 'A' }

/** In place of every answer of a dictionary that was refused. */
export const NO_ANSWER = '-'

/** Null for {@link NO_ANSWER}. */
export function answerOf(letter: string): Answer | null {
  return ANSWERS.find((answer) => LETTERS[answer] === letter) ?? null
}
