/** Messages that no bus could carry are the caller's bug, told before anything is sent. */

const SUBJECT = /^[^\s.*>\0]+(\.[^\s.*>\0]+)*$/
const MAX_ID_BYTES = 256
const MAX_SUBJECT_BYTES = 1_024

/** @throws RangeError that names what is wrong with a payload */
export function checkPayload(id: string, payload: string): void {
  if (payload.includes('\0') || !payload.isWellFormed())
    throw new RangeError(`The payload of ${id} is no JSON: it holds a NUL or half a character.`)
}

/** @throws RangeError that names what is wrong with an id or a subject */
export function checkNames(messages: readonly { readonly id: string; readonly subject: string }[]): void {
  for (const { id, subject } of messages) {
    if (!/^[\x21-\x7e]+$/.test(id) || id.length > MAX_ID_BYTES)
      throw new RangeError(`A message id is 1 to ${MAX_ID_BYTES} printable ASCII characters: ${JSON.stringify(id)}`)
    if (!SUBJECT.test(subject) || !subject.isWellFormed() || Buffer.byteLength(subject) > MAX_SUBJECT_BYTES)
      throw new RangeError(`No subject of the bus: ${JSON.stringify(subject)}`)
  }
}
