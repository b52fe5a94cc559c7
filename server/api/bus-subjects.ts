/**
 * Subjects of the bus, for our own processes and for services inside the stack (public/docs/bus.md).
 *
 * Promises: an injective name for every response topic, whatever characters it has; readable where it is plain.
 */
export const FRAMES = 'touchstone.frames'
export const RESPONSES = 'touchstone.responses'
export const DEAD_LETTERS = 'touchstone.dead-letters'

const PLAIN = /^[\w-]*$/

/** Where frames for a target are sent: `touchstone.frames.<target id>`. */
export function framesSubject(targetId: string): string {
  return `${FRAMES}.${targetId}`
}

/** Where answers are published: `touchstone.responses.<group's namespace id>.<topic>`. */
export function responsesSubject(namespaceId: string, topic: string): string {
  return `${RESPONSES}.${namespaceId}.${subjectToken(topic)}`
}

/** A topic as one token of a subject: letters, digits, `_` and `-` stand for themselves, any other byte is `=` and two hexadecimal digits. */
export function subjectToken(topic: string): string {
  if (PLAIN.test(topic)) return topic
  let token = ''
  for (const byte of new TextEncoder().encode(topic)) {
    const character = String.fromCharCode(byte)
    token += /[\w-]/.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`
  }
  return token
}
