/**
 * Checks that wait for their entries, as text: a line for each check, with tabs between its parts. The garbage
 * collector does not look into it while they wait. Canonical JSON has neither line ends nor tabs.
 */
import { readAnswerLetters, readAnswers, readHashes } from '../../api/check-bytes'
import { readAs } from '../../api/lenient-arguments'
import { checkRequest } from '../../api/schemas/check'
import { VERSIONS } from '../../api/terms/versions'
import type { CheckFacts } from '../../attestation/checks/check-statement'
import type { StatementForm } from '../../attestation/checks/short-statement'
import type { ClaimsInput } from '../calls/call-context'
import { type LoggedClaims, type RedactionRule, redactedText } from './redact-claims'

export interface MadeCheck {
  readonly claims: ClaimsInput
  /** The payload of /v1/check, or the facts of another decision. */
  readonly answer: { readonly from: 'payload'; readonly body: string } | (CheckAnswerFacts & { readonly from: 'facts' })
}

export type CheckAnswerFacts = Pick<CheckFacts, 'rulesetHash' | 'unitLibraryHash' | 'answers' | 'call'>

/** The parts of a line. */
export interface CheckRecord {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Index of a form and the first letters of the answers, or the facts of a whole statement. */
  readonly answered: { readonly form: number; readonly letters: string } | CheckAnswerFacts
  /** Texts of the claims as they are stored; in between, each claim that is replaced by its hash. */
  readonly claims: readonly string[]
}

/** Parts of a claim that is replaced by its hash, and of the text after it. */
export const HASHED_PARTS = 3
const WHOLE = '-'
const MAX_FORMS = 500
/** Room for a batch of a few entries, which is usual if answers wait. */
const FIRST_BYTES = 8_192

/** Lines of one batch. */
export class CheckRecords {
  private bytes = Buffer.alloc(FIRST_BYTES)
  private end = 0
  count = 0
  readonly forms: StatementForm[] = []
  /** Places in `forms` by the text of their hashes. */
  private readonly places = new Map<string, number>()

  constructor(private readonly publicUrl: string) {}

  get isFull(): boolean {
    return this.forms.length >= MAX_FORMS
  }

  add(id: string, at: number, { claims, answer }: MadeCheck, rule: RedactionRule): void {
    const kept = redactedText(readClaims(claims), rule)
    if (answer.from === 'payload')
      this.append(`${id}\t${at}\t${this.placeOf(answer.body)}\t${readAnswerLetters(answer.body)}\t${kept}\n`)
    else {
      const { rulesetHash, unitLibraryHash, answers, call } = answer
      const facts = JSON.stringify({ rulesetHash, unitLibraryHash, answers, call })
      this.append(`${id}\t${at}\t${WHOLE}\t${facts}\t${kept}\n`)
    }
    this.count++
  }

  /** UTF-8, to be read by {@link readRecords}. */
  lines(): Uint8Array {
    return this.bytes.subarray(0, this.end)
  }

  /** Removes the lines at these places. */
  drop(places: ReadonlySet<number>): void {
    const kept = this.bytes
      .toString('utf8', 0, this.end)
      .split('\n')
      .slice(0, -1)
      .filter((_, place) => !places.has(place))
    this.end = 0
    this.count = kept.length
    for (const line of kept) this.append(`${line}\n`)
  }

  private placeOf(body: string): number {
    const { rulesetHash, unitLibraryHash, text } = readHashes(body)
    const known = this.places.get(text)
    if (known !== undefined) return known
    const assertions = readAnswers(body).answers.map(([assertion]) => assertion)
    const engineVersion = VERSIONS.engine_version
    this.forms.push({ publicUrl: this.publicUrl, engineVersion, rulesetHash, unitLibraryHash, assertions })
    this.places.set(text, this.forms.length - 1)
    return this.forms.length - 1
  }

  private append(line: string): void {
    // A UTF-16 unit has at most three bytes.
    const needed = this.end + 3 * line.length
    if (needed > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, 4 * this.bytes.length))
      larger.set(this.bytes.subarray(0, this.end))
      this.bytes = larger
    }
    this.end += this.bytes.write(line, this.end, 'utf8')
  }
}

/** One at a time, so that each is gone before the garbage collector moves it. @param lines of {@link CheckRecords} */
export function* readRecords(lines: Uint8Array): Generator<CheckRecord> {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8')
  for (let from = 0, end = text.indexOf('\n'); end >= 0; from = end + 1, end = text.indexOf('\n', from)) {
    const [id, at, form, answers, ...claims] = text.slice(from, end).split('\t')
    const answered =
      form === WHOLE ? (JSON.parse(answers!) as CheckAnswerFacts) : { form: Number(form), letters: answers! }
    yield { id: id!, at: Number(at), answered, claims }
  }
}

function readClaims(claims: ClaimsInput): LoggedClaims {
  if (claims.from === 'value') return claims.value as LoggedClaims
  const { body, reading } = claims
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  return readAs(reading, checkRequest, text, true).claims as LoggedClaims
}
