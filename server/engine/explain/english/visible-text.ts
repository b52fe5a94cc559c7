/** Escapes author's characters that are invisible, or that break or reorder the line. */

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
const ODD_SPACE = /(?! )\p{Zs}/gu
/** At an end or after a space. */
const LOST_SPACE = /^ | $|(?<= ) /g
const WORD = /\p{L}[\p{L}\p{M}]*/gu
const LATIN = /\p{Script=Latin}/u
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

export function visibleLine(text: string): string {
  return text.replace(/\t/g, ' ').replace(UNSEEN, escapeCharacter).replace(ODD_SPACE, escapeCharacter)
}

/** Uses JSON's escapes, also for overlooked spaces and for look-alike letters in Latin words. Injective. */
export function quoteVisible(text: string): string {
  if (/^[\w-]*$/.test(text)) return `"${text}"`
  const shown = text
    .replace(/[\\"]/g, (mark) => `\\${mark}`)
    .replace(UNSEEN, escapeCharacter)
    .replace(ODD_SPACE, escapeCharacter)
    .replace(LOST_SPACE, escapeCharacter)
    .replace(WORD, (word) => (LATIN.test(word) ? word.replace(LOOK_ALIKE, escapeCharacter) : word))
  return `"${shown}"`
}
