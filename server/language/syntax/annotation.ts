/**
 * An annotation is a line comment whose text begins with `@` (public/docs/language.md, "Annotations"). This file reads
 * only its shape; the checker judges the claim and the text.
 */

import type { Span } from '../text/line-index'
import type { Comment, Identifier } from './syntax'

export interface Annotation extends Span {
  /** Without the `@`, as written. */
  readonly tag: string
  readonly tagSpan: Span
  /** The first word after the tag, if there is one. */
  readonly claim: Identifier | null
  /** The rest of the line, trimmed. */
  readonly text: string
  readonly textSpan: Span
}

const FORM = /^[^\S\r\n]*@([A-Za-z][A-Za-z0-9-]*)?(?:[^\S\r\n]+(\S+))?[^\S\r\n]*/

/** Returns null for an ordinary comment. */
export function readAnnotation(comment: Comment): Annotation | null {
  if (comment.kind !== 'line' || !isAnnotation(comment.text)) return null
  const match = FORM.exec(comment.text)
  if (match === null) return null
  const base = comment.start + 2
  const at = comment.text.indexOf('@')
  const tag = match[1] ?? ''
  const word = match[2]
  const tagStart = base + at
  const behind = at + 1 + tag.length
  const claimStart = word === undefined ? -1 : base + comment.text.indexOf(word, behind)
  const text = comment.text.slice(match[0].length).trimEnd()
  const textStart = base + match[0].length
  return {
    tag,
    tagSpan: { start: tagStart, end: tagStart + 1 + tag.length },
    claim: word === undefined ? null : { name: word, start: claimStart, end: claimStart + word.length },
    text,
    textSpan: { start: textStart, end: textStart + text.length },
    start: comment.start,
    end: comment.end,
  }
}

export function isAnnotation(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 64) return true
    if (c !== 32 && c !== 9) return false
  }
  return false
}
