/** Checks of what people write in reviews. */
import { unfitRefusal } from '../../api/refusal'
import { NOTE_TEXT } from '../../api/schemas/approval'
import { MAX_MENTIONS, MAX_REVIEW_TEXT_CHARS } from '../../api/terms/review-terms'
import type { MemberRow } from '../../database/accounts/members'
import { demandCharacters } from '../library/store-refusal'

/** @throws Refusal BAD_REQUEST, BUDGET_EXCEEDED */
export function demandReviewText(field: string, text: string): void {
  demandCharacters(field, text, 'review_text_chars', MAX_REVIEW_TEXT_CHARS)
  if (NOTE_TEXT.test(text) && text.isWellFormed()) return
  throw unfitRefusal(field, 'text without control characters but tabs and line ends', 'a control character')
}

/** @throws Refusal BAD_REQUEST, BUDGET_EXCEEDED */
export function demandComment(text: string): void {
  if (text.trim() === '') throw unfitRefusal('text', 'a comment', 'nothing')
  demandReviewText('text', text)
}

/**
 * Members whom the text mentions: `@` and their name or e-mail address. The longest match counts, so that “@Ann Lee”
 * does not mention Ann. Members with the same name are all mentioned.
 * @throws Refusal BAD_REQUEST for more than {@link MAX_MENTIONS} people
 */
export function findMentions(text: string, members: readonly MemberRow[]): readonly string[] {
  const active = members.filter(({ disabledAt }) => disabledAt === null)
  const ids = new Map<string, string[]>()
  for (const { personId, name, email } of active)
    for (const word of [name, email])
      if (word.trim() !== '') ids.set(word.toLowerCase(), [...(ids.get(word.toLowerCase()) ?? []), personId])
  const words = [...ids.keys()].sort((one, other) => other.length - one.length)
  const lower = text.toLowerCase()
  const mentioned = new Set<string>()
  for (let at = lower.indexOf('@'); at !== -1; at = lower.indexOf('@', at + 1)) {
    // An address in the text is not a mention.
    if (at > 0 && IN_WORD.test(lower[at - 1]!)) continue
    const word = words.find(
      (each) => lower.startsWith(each, at + 1) && !IN_WORD.test(lower[at + 1 + each.length] ?? ' '),
    )
    for (const id of word === undefined ? [] : ids.get(word)!) mentioned.add(id)
  }
  if (mentioned.size > MAX_MENTIONS)
    throw unfitRefusal('text', `a comment that mentions at most ${MAX_MENTIONS} people`, `${mentioned.size} people`)
  return [...mentioned]
}

const IN_WORD = /[\p{L}\p{N}_-]/u
