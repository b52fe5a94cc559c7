/**
 * Subjects of the bus (public/docs/bus.md). Different response topics always get different names, whatever characters
 * they have.
 */
export const FRAMES_SUBJECT = 'touchstone.frames'
export const RESPONSES_SUBJECT = 'touchstone.responses'
export const DEAD_LETTERS_SUBJECT = 'touchstone.dead-letters'

const PLAIN = /^[\w-]*$/

/** `touchstone.frames.<target id>` */
export function framesSubject(targetId: string): string {
  return `${FRAMES_SUBJECT}.${targetId}`
}

/** `touchstone.responses.<group's namespace id>.<topic>` */
export function responsesSubject(namespaceId: string, topic: string): string {
  return `${RESPONSES_SUBJECT}.${namespaceId}.${subjectToken(topic)}`
}

/**
 * Encodes a topic as one token. Letters, digits, `_` and `-` stay; any other byte becomes `=` and two hexadecimal
 * digits.
 */
export function subjectToken(topic: string): string {
  if (PLAIN.test(topic)) return topic
  let token = ''
  for (const byte of new TextEncoder().encode(topic)) {
    const character = String.fromCharCode(byte)
    token += /[\w-]/.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`
  }
  return token
}
