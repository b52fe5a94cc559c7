/** This file imports no schema, because pages load it early. */
export const ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS'] as const
export type Answer = (typeof ANSWERS)[number]

/** `TFU` stands for the answers of three assertions to one dictionary. */
export const ANSWER_LETTERS: Readonly<Record<Answer, string>> = { TRUE: 'T', FALSE: 'F', UNKNOWN: 'U', AMBIGUOUS: 'A' }

/** Replaces every answer of a refused dictionary. */
export const NO_ANSWER = '-'

/** Returns null for {@link NO_ANSWER}. */
export function answerOf(letter: string): Answer | null {
  return ANSWERS.find((answer) => ANSWER_LETTERS[answer] === letter) ?? null
}
