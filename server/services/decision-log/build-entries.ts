/** Entries of a decision log from the records of checks, in any thread. */
import { hash } from 'node:crypto'
import { VERSIONS } from '../../api/terms/versions'
import {
  CHECK_ANSWERS,
  type CheckFacts,
  checkStatement,
  joinStatement,
  type StatementParts,
  statementParts,
} from '../../attestation/checks/check-statement'
import {
  DIGEST_FROM,
  formIdOf,
  packAnswers,
  type StatementForm,
  shortStatement,
  writeForm,
} from '../../attestation/checks/short-statement'
import {
  type DecisionBatch,
  DecisionColumns,
  type DecisionHead,
  grownHead,
  type NewForm,
} from '../../database/signing/decision-batch'
import { type LosslessJson, readJson } from '../../language/numeric/lossless-json'
import { type CheckRecord, HASHED_PARTS, readRecords } from './check-record'
import { HASH_MEMBER, isSingle, valueForm, valuesAt } from './claim-values'
import { ENTRY_KEY_BYTES, markOf, SALT_BYTES, sealClaims } from './sealed-claims'

/** Survives structured cloning. */
export interface EntriesToBuild {
  readonly namespaceId: string
  readonly publicUrl: string
  /** Key of the hashes of claims. */
  readonly claimKey: Uint8Array
  /** The lines of {@link CheckRecords}. */
  readonly lines: Uint8Array
  readonly forms: readonly StatementForm[]
  /** {@link ENTRY_RANDOM_BYTES} for each record. */
  readonly random: Uint8Array
  /** The head of the log, as it was known last. */
  readonly head: DecisionHead | null
}

export interface BuiltEntries {
  readonly batch: DecisionBatch
  /** The head with these entries after `head`. */
  readonly grown: DecisionHead | null
}

export const ENTRY_RANDOM_BYTES = ENTRY_KEY_BYTES + SALT_BYTES

export function buildEntries(given: EntriesToBuild): BuiltEntries {
  const { namespaceId, publicUrl, claimKey, forms, random, head } = given
  const opened = forms.map((form) => new OpenForm(form, namespaceId))
  const randomBytes = Buffer.from(random.buffer, random.byteOffset, random.byteLength)
  const columns = new DecisionColumns(random.length / ENTRY_RANDOM_BYTES)
  let from = 0
  let time = { at: Number.NaN, text: '' }
  for (const record of readRecords(given.lines)) {
    const { id, at, answered } = record
    if (time.at !== at) time = { at, text: new Date(at).toISOString() }
    const key = randomBytes.subarray(from, from + ENTRY_KEY_BYTES)
    const salt = randomBytes.subarray(from + ENTRY_KEY_BYTES, from + ENTRY_RANDOM_BYTES)
    from += ENTRY_RANDOM_BYTES
    const { text, marks } = withHashes(record, claimKey)
    const { sha256, sealed } = sealClaims(text, id, key, salt)
    const facts = { checkId: id, at: time.text, claimsSha256: sha256 }
    const entry = { id, at, key, sealed, marks }
    if ('form' in answered) {
      const form = opened[answered.form]!
      const { short, leaf } = form.answersOf(answered.letters)
      short.write(sha256, DIGEST_FROM, 'hex')
      columns.add({ ...entry, rulesetHash: form.rulesetHash, body: short, leaf: leaf.of(facts) })
    } else {
      const statement = checkStatement({
        ...{ ...answered, ...facts, publicUrl, namespaceId },
        engineVersion: VERSIONS.engine_version,
      })
      const rulesetHash = Buffer.from(answered.rulesetHash)
      columns.add({
        ...entry,
        rulesetHash,
        body: Buffer.from(statement),
        leaf: leafText(Buffer.from(`\0${statement}`)),
      })
    }
  }
  const batch = columns.batch(opened.map(({ stored }) => stored))
  return { batch, grown: head && grownHead(head, batch) }
}

/** @param leaf a zero and the statement @returns the hash, a character a byte, which takes half of the time of bytes */
function leafText(leaf: Uint8Array): string {
  return hash('sha256', leaf, 'binary')
}

/** The leaf of statements with the same answers. Three texts of fixed length are written over those of the check before. */
class LeafOfAnswers {
  private readonly bytes: Buffer
  private readonly timeFrom: number
  private readonly digestFrom: number

  constructor(around: StatementParts) {
    const blank = { at: ' '.repeat(TIME_CHARS), claimsSha256: ' '.repeat(DIGEST_CHARS), checkId: ' '.repeat(ID_CHARS) }
    this.bytes = Buffer.from(`\0${joinStatement(around, blank)}`)
    this.timeFrom = 1 + Buffer.byteLength(around.beforeTime)
    this.digestFrom = this.timeFrom + TIME_CHARS + Buffer.byteLength(around.afterTime)
  }

  of({ at, claimsSha256, checkId }: Pick<CheckFacts, 'at' | 'claimsSha256' | 'checkId'>): string {
    const { bytes, timeFrom, digestFrom } = this
    bytes.write(at, timeFrom, 'latin1')
    bytes.write(claimsSha256, digestFrom, 'latin1')
    bytes.write(checkId, digestFrom + DIGEST_CHARS + BEFORE_ID_CHARS, 'latin1')
    return leafText(bytes)
  }
}

const [TIME_CHARS, DIGEST_CHARS, ID_CHARS] = ['2026-11-29T00:00:00.000Z'.length, 64, 36]
const BEFORE_ID_CHARS = '"},"name":"urn:uuid:'.length

interface FormAnswers {
  /** Gets the digest of each entry in turn. */
  readonly short: Buffer
  readonly leaf: LeafOfAnswers
}

class OpenForm {
  readonly stored: NewForm
  readonly rulesetHash: Uint8Array
  /** By the first letters of the answers. */
  private readonly answered = new Map<string, FormAnswers>()

  constructor(
    private readonly form: StatementForm,
    private readonly namespaceId: string,
  ) {
    const text = writeForm(form)
    this.stored = { id: formIdOf(text), text }
    this.rulesetHash = Buffer.from(form.rulesetHash)
  }

  answersOf(letters: string): FormAnswers {
    const known = this.answered.get(letters)
    if (known !== undefined) return known
    const { assertions, ...common } = this.form
    const answers = assertions.map((assertion, nth) => {
      const answer = CHECK_ANSWERS.find((each) => each[0] === letters[nth])
      if (answer === undefined) throw new Error(`the answer to ${assertion} was not recorded`)
      return [assertion, answer] as const
    })
    const around = statementParts({ ...common, namespaceId: this.namespaceId, answers, call: null })
    const leaf = new LeafOfAnswers(around)
    const made = { leaf, short: Buffer.from(shortStatement(this.stored.id, packAnswers(letters))) }
    this.answered.set(letters, made)
    return made
  }
}

/** @returns canonical JSON, the hashes in it, and those of the members of hashed records and lists */
function withHashes({ claims }: CheckRecord, claimKey: Uint8Array) {
  let [text = ''] = claims
  const marks = new Set<string>()
  for (let at = 1; at < claims.length; at += HASHED_PARTS) {
    const [path, value] = [JSON.parse(claims[at]!) as string, storedValue(claims[at + 1]!)]
    const mark = markOf(claimKey, path, valueForm(value))
    text += `{"${HASH_MEMBER}":"${mark}"}${claims[at + 2]!}`
    marks.add(mark)
    if (isSingle(value)) continue
    for (const inner of valuesAt(path, value))
      if (isSingle(inner.value) && inner.value !== null) marks.add(markOf(claimKey, inner.path, valueForm(inner.value)))
  }
  return { text, marks: marks.size === 0 ? null : [...marks].join(',') }
}

function storedValue(text: string): LosslessJson {
  const read = readJson(text)
  if ('problem' in read) throw new Error(`a claim was not recorded as JSON: ${read.problem.message}`)
  return read.value
}
