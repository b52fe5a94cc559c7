/** A frame as it is filled in on a page, and as it is sent. */

export interface FrameDraft {
  readonly documents: readonly string[]
  readonly question: string
  readonly answer: string
}

export const EMPTY_FRAME: FrameDraft = { documents: [''], question: '', answer: '' }

/** As the client API takes it: an entry that is empty was not given. */
export function frameToSend({ documents, question, answer }: FrameDraft) {
  return {
    C: documents.filter((text) => text.trim() !== ''),
    Q: question.trim() === '' ? null : question,
    A: answer.trim() === '' ? null : answer,
    P: [],
    E: null,
    Error: null,
  }
}
