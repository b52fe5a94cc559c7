/**
 * Text of the author, made safe to stand in a line that is ours.
 *
 * Promises: one line in, one line out; every character that a reader could not see, or that would reorder or break the
 * line, is spelt as an escape. Quoting is injective: two different strings never print alike.
 */

/** Controls, format and bidirectional marks, line and paragraph ends, surrogates, private and unassigned characters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Spaces other than the ordinary one. */
const ODD_SPACE = /(?! )\p{Zs}/gu
/** A space that a reader does not notice: at either end, or after another space. */
const LOST_SPACE = /^ | $|(?<= ) /g
const WORD = /\p{L}[\p{L}\p{M}]*/gu
const LATIN = /\p{Script=Latin}/u
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/** A question, context or note: as written but for what cannot be seen. */
export function visibleLine(text: string): string {
  return text.replace(/\t/g, ' ').replace(UNSEEN, escaped).replace(ODD_SPACE, escaped)
}

/**
 * A member or plain string between straight double quotes, with JSON's escapes. Spaces that a reader overlooks and
 * foreign letters inside a Latin word are escapes too: "approved" with a Cyrillic letter must look different.
 */
export function quoted(text: string): string {
  if (/^[\w-]*$/.test(text)) return `"${text}"`
  const shown = text
    .replace(/[\\"]/g, (mark) => `\\${mark}`)
    .replace(UNSEEN, escaped)
    .replace(ODD_SPACE, escaped)
    .replace(LOST_SPACE, escaped)
    .replace(WORD, (word) => (LATIN.test(word) ? word.replace(LOOK_ALIKE, escaped) : word))
  return `"${shown}"`
}
