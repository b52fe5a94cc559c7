/** The answers of assertions as single letters. Without the schemas of a batch: pages load it before they can be used. */
export const ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS'] as const
export type Answer = (typeof ANSWERS)[number]

/** `TFU` are the answers of three assertions about one dictionary. */
export const LETTERS: Readonly<Record<Answer, string>> = { TRUE: 'T', FALSE: 'F', UNKNOWN: 'U', AMBIGUOUS: 'A' }

/** In place of every answer of a dictionary that was refused. */
export const NO_ANSWER = '-'

/** Null for {@link NO_ANSWER}. */
export function answerOf(letter: string): Answer | null {
  return ANSWERS.find((answer) => LETTERS[answer] === letter) ?? null
}
