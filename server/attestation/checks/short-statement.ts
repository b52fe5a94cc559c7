/**
 * Statements as a decision log stores them. Checks by one ruleset differ only in id, time, claims and answers. The rest
 * is the form of their statements, which is stored once and named by its digest. Together, form and short statement
 * give exactly the bytes of the statement.
 */
import { primitives } from '#primitives'
import { canonicalJson, type Json } from '../../api/canonical-json'
import { hexText, utf8Bytes } from '../byte-texts'
import { CHECK_ANSWERS, type CheckAnswer, type CheckFacts, checkStatement } from './check-statement'

export interface StatementForm
  extends Pick<CheckFacts, 'publicUrl' | 'engineVersion' | 'rulesetHash' | 'unitLibraryHash'> {
  /** In the order of their answers. */
  readonly assertions: readonly string[]
}

/** Canonical JSON. */
export function writeForm(form: StatementForm): string {
  const { publicUrl, engineVersion, rulesetHash, unitLibraryHash, assertions } = form
  return canonicalJson({ publicUrl, engineVersion, rulesetHash, unitLibraryHash, assertions: [...assertions] })
}

export const FORM_ID_BYTES = 16

/** @param text of {@link writeForm} */
export function formIdOf(text: string): Uint8Array {
  return primitives.sha256(utf8Bytes(text)).subarray(0, FORM_ID_BYTES)
}

/** Returns null if the text is not the one of the id. */
export function readForm(text: string, id: Uint8Array): StatementForm | null {
  if (hexText(formIdOf(text)) !== hexText(id)) return null
  return JSON.parse(text) as Json as unknown as StatementForm
}

/** A statement of JSON begins with another byte. */
const SHORT = 1
const DIGEST_BYTES = 32
export const DIGEST_FROM = 1 + FORM_ID_BYTES
const ANSWERS_FROM = DIGEST_FROM + DIGEST_BYTES
const ANSWERS_PER_BYTE = 4
const LETTERS = CHECK_ANSWERS.map((answer) => answer[0]).join('')

/** The bytes of a short statement after the digest of its claims. @param letters the first of each answer */
export function packAnswers(letters: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(letters.length / ANSWERS_PER_BYTE))
  for (let nth = 0; nth < letters.length; nth++) {
    const code = LETTERS.indexOf(letters[nth]!)
    if (code < 0) throw new RangeError(`no answer begins with ${letters[nth]}`)
    bytes[nth >> 2]! |= code << (2 * (nth & 3))
  }
  return bytes
}

/** Writes zeros for the digest of its claims, which is at {@link DIGEST_FROM}. @param answers of {@link packAnswers} */
export function shortStatement(formId: Uint8Array, answers: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(ANSWERS_FROM + answers.length)
  bytes[0] = SHORT
  bytes.set(formId, 1)
  bytes.set(answers, ANSWERS_FROM)
  return bytes
}

/** Null for a statement that is stored whole. */
export function formIdIn(stored: Uint8Array): Uint8Array | null {
  return stored[0] === SHORT && stored.length >= ANSWERS_FROM ? stored.subarray(1, DIGEST_FROM) : null
}

/** Returns the statement, or null if the bytes do not fit the form. */
export function wholeStatement(
  stored: Uint8Array,
  form: StatementForm,
  check: Pick<CheckFacts, 'checkId' | 'namespaceId' | 'at'>,
): Uint8Array | null {
  const { assertions, ...common } = form
  const packed = stored.subarray(ANSWERS_FROM)
  if (packed.length !== Math.ceil(assertions.length / ANSWERS_PER_BYTE)) return null
  // Two stored forms of one statement would be a change that nobody notices.
  const unused = assertions.length & 3
  if (unused > 0 && packed.at(-1)! >> (2 * unused) !== 0) return null
  const answers = assertions.map((assertion, nth): readonly [string, CheckAnswer] => [
    assertion,
    CHECK_ANSWERS[(packed[nth >> 2]! >> (2 * (nth & 3))) & 3]!,
  ])
  const claimsSha256 = hexText(stored.subarray(DIGEST_FROM, ANSWERS_FROM))
  return utf8Bytes(checkStatement({ ...common, ...check, claimsSha256, answers, call: null }))
}
