/** Words after the `@` before the caret; null if nobody is being mentioned there. */
export function mentionAt(text: string, caret: number): { readonly from: number; readonly words: string } | null {
  const from = text.lastIndexOf('@', caret - 1)
  if (from === -1 || (from > 0 && /[\p{L}\p{N}_-]/u.test(text[from - 1]!))) return null
  const words = text.slice(from + 1, caret)
  return words.length <= MAX_WORDS_CHARS && !/[\n@]/.test(words) ? { from, words } : null
}

const MAX_WORDS_CHARS = 60

interface Named {
  readonly name: string
  readonly email: string
}

/** The name, or the e-mail address if another member has the same name. */
export function mentionText({ name, email }: Named, members: readonly Named[]): string {
  return members.filter((member) => member.name === name).length > 1 ? email : name
}
