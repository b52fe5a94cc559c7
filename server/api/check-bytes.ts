/**
 * Writes check results as canonical JSON (RFC 8785), with the same bytes as `canonicalJson`; a test compares the two.
 * This is the hot path of /v1/check, so text that does not depend on the claims is rendered once per ruleset.
 */
import { canonicalJson, type Json } from './canonical-json'
import { VERSIONS } from './terms/versions'

/** The fixed parts of an assertion. */
export interface AssertionFrame {
  readonly name: string
  readonly policy: string
  readonly source: string
  /** The author's comment above it, or null. */
  readonly note: string | null
  /** The clauses of policies that it cites. */
  readonly citations: readonly { readonly document: string; readonly clause: string; readonly words?: string }[]
  /** Indexes of the definitions that it refers to. */
  readonly definitions: readonly number[]
}

export interface DefinitionFinding {
  readonly name: string
  /** The exact value; null if the claims do not determine it. */
  readonly value: string | null
  readonly unit: string | null
}

export interface ReportFinding {
  readonly name: string
  readonly unit: string | null
  readonly value: string | null
  readonly dependsOn?: readonly string[]
  readonly possible?:
    | {
        readonly from: EndFinding | null
        readonly to: EndFinding | null
        readonly values?: readonly string[] | undefined
      }
    | { readonly members: readonly string[] }
    | null
  /** Why `possible` is null. */
  readonly undecided?: string
  readonly orNoValue?: string
  readonly noValue?: string
}

type EndFinding = { readonly value: string; readonly included: boolean }

type Check = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

export interface AssertionFinding {
  readonly check: Check
  readonly reasonUnknown: string | null
  readonly counterexample: string | null
  readonly unbridged: readonly { readonly from: string; readonly to: string }[]
}

/** The answers of a payload, read from its bytes. */
export interface CheckAnswers {
  readonly rulesetHash: string
  readonly unitLibraryHash: string | null
  readonly answers: readonly (readonly [assertion: string, answer: Check])[]
}

/** An assertion's result as in the contract, without its note and definitions. */
export interface CheckedAssertion {
  readonly rule: string
  readonly assertion: string
  readonly check: Check
  readonly counterexample?: string
  readonly reason_unknown?: string
  readonly source: string
  readonly unbridged_units?: readonly { readonly from: string; readonly to: string }[]
  readonly unknown_policy: string
}

export interface QuantityFinding {
  readonly claim: string
  readonly submitted: string
  readonly bound: string
  readonly measured_in: string | null
  readonly conversion?: {
    readonly from: string
    readonly to: string
    readonly by: 'engine'
    readonly status: string
    readonly factor?: number
  }
}

export interface ClaimsFinding {
  readonly bound: readonly string[]
  readonly unbound: readonly string[]
  readonly quantities: readonly QuantityFinding[]
}

interface Frame {
  /** The text after the answer, if the result has no optional field. */
  readonly plainTail: string
  /** Empty if the assertion cites nothing. */
  readonly citations: string
  readonly name: string
  readonly source: string
  readonly policyTail: string
  readonly definitions: readonly number[]
}

const MIDDLE = ',"ok":true'
const RULES = ',"rules":['
const NO_REPORTS: readonly ReportFinding[] = []
const HEAD = '{"assertions":[{"check":"'

export class CheckBytes {
  private readonly frames: readonly Frame[]
  private readonly tail: string

  constructor(
    rulesetHash: string,
    unitLibraryHash: string | null,
    private readonly assertions: readonly AssertionFrame[],
  ) {
    this.frames = assertions.map(({ name, policy, source, note, citations, definitions }) => {
      const quoted = JSON.stringify(name)
      const policyTail = `,"unknown_policy":${JSON.stringify(policy)}}],"rule":${quoted}}`
      const quotedSource = `,"source":${JSON.stringify(source)}`
      const named = `,"name":${quoted}${note === null ? '' : `,"note":${JSON.stringify(note)}`}`
      const cited =
        citations.length === 0 ? '' : `,"citations":${canonicalJson(citations.map((each) => ({ ...each })))}`
      return {
        citations: cited,
        name: named,
        source: quotedSource,
        policyTail,
        plainTail: `"${cited}${named}${quotedSource}${policyTail}`,
        definitions,
      }
    })
    this.tail = `],"ruleset_hash":"${rulesetHash}","unit_library_hash":${JSON.stringify(unitLibraryHash)},"versions":${canonicalJson(VERSIONS)}}`
  }

  /** Returns the assertions of {@link render} as objects. @param findings one per assertion, in order */
  checkedAssertions(findings: readonly AssertionFinding[]): CheckedAssertion[] {
    return findings.map((finding, i) => toCheckedAssertion(this.assertions[i]!, finding))
  }

  /**
   * @param findings one per assertion, in order
   * @param definitions by index; those that an assertion refers to are present
   */
  render(
    claims: ClaimsFinding,
    findings: readonly AssertionFinding[],
    definitions: readonly (DefinitionFinding | undefined)[],
    reports: readonly ReportFinding[] = NO_REPORTS,
  ): string {
    const defined = definitions.map((finding) => (finding === undefined ? '' : renderDefinition(finding)))
    let text = '{"claims":{"bound":'
    text += renderNames(claims.bound)
    // Read once: the getter computes them.
    const { quantities } = claims
    if (quantities.length > 0) {
      text += ',"quantities":['
      for (let i = 0; i < quantities.length; i++) text += (i === 0 ? '' : ',') + renderQuantity(quantities[i]!)
      text += ']'
    }
    text += `,"unbound":${renderNames(claims.unbound)}}${MIDDLE}`
    if (reports.length > 0) text += `,"reports":[${reports.map(renderReport).join(',')}]`
    text += RULES
    for (let i = 0; i < findings.length; i++) {
      const finding = findings[i]!
      const frame = this.frames[i]!
      if (i > 0) text += ','
      text += HEAD + finding.check
      if (
        finding.reasonUnknown === null &&
        finding.counterexample === null &&
        finding.unbridged.length === 0 &&
        frame.definitions.length === 0
      )
        text += frame.plainTail
      else text += renderDetails(frame, finding, defined)
    }
    return text + this.tail
  }
}

function renderDetails(frame: Frame, finding: AssertionFinding, defined: readonly string[]): string {
  let text = `"${frame.citations}`
  if (finding.counterexample !== null) text += `,"counterexample":${quoteText(finding.counterexample)}`
  if (frame.definitions.length > 0)
    text += `,"definitions":[${frame.definitions.map((place) => defined[place]).join(',')}]`
  text += frame.name
  if (finding.reasonUnknown !== null) text += `,"reason_unknown":${JSON.stringify(finding.reasonUnknown)}`
  text += frame.source
  if (finding.unbridged.length > 0) text += `,"unbridged_units":${canonicalJson(finding.unbridged as readonly Json[])}`
  return text + frame.policyTail
}

/** The members are in canonical order. */
function toCheckedAssertion({ name, policy, source }: AssertionFrame, finding: AssertionFinding): CheckedAssertion {
  const { counterexample, reasonUnknown, unbridged } = finding
  const head = { rule: name, assertion: name, check: finding.check }
  if (counterexample === null && reasonUnknown === null && unbridged.length === 0)
    return { ...head, source, unknown_policy: policy }
  return {
    ...head,
    ...(counterexample !== null && { counterexample }),
    ...(reasonUnknown !== null && { reason_unknown: reasonUnknown }),
    source,
    ...(unbridged.length > 0 && { unbridged_units: unbridged.map(({ from, to }) => ({ from, to })) }),
    unknown_policy: policy,
  }
}

/** Claim names are ASCII letters, digits and `_`, so they need no escaping. */
function renderNames(claims: readonly string[]): string {
  return claims.length === 0 ? '[]' : `["${claims.join('","')}"]`
}

function renderDefinition({ name, unit, value }: DefinitionFinding): string {
  return `{"name":"${name}","unit":${unit === null ? 'null' : quoteText(unit)},"value":${value === null ? 'null' : quoteText(value)}}`
}

function renderReport(finding: ReportFinding): string {
  const { name, unit, value, dependsOn, possible, undecided, orNoValue, noValue } = finding
  return canonicalJson({
    ...{ name, unit, value },
    ...(possible === undefined ? {} : { possible }),
    ...(undecided === undefined ? {} : { reason_undecided: undecided }),
    ...(orNoValue === undefined ? {} : { or_no_value: orNoValue }),
    ...(dependsOn === undefined ? {} : { depends_on: dependsOn }),
    ...(noValue === undefined ? {} : { no_value: noValue }),
  })
}

function renderQuantity(entry: QuantityFinding): string {
  const conversion = entry.conversion === undefined ? '' : `,"conversion":${canonicalJson({ ...entry.conversion })}`
  const unit = entry.measured_in === null ? 'null' : quoteText(entry.measured_in)
  return `{"bound":${quoteText(entry.bound)},"claim":"${entry.claim}"${conversion},"measured_in":${unit},"submitted":${quoteText(entry.submitted)}}`
}

/** Avoids a call into the runtime for short plain strings, which are nearly all. */
function quoteText(text: string): string {
  if (text.length > 40) return JSON.stringify(text)
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 32 || c > 126 || c === 34 || c === 92) return JSON.stringify(text)
  }
  return `"${text}"`
}

interface CheckedBytes {
  readonly rules: readonly {
    readonly rule: string
    readonly assertions: readonly (Omit<CheckedAssertion, 'rule' | 'assertion'> & {
      readonly name: string
      readonly note?: unknown
      readonly definitions?: unknown
    })[]
  }[]
}

/** @param bytes our own, which follow the contract */
export function parseCheckedAssertions(bytes: string): CheckedAssertion[] {
  const { rules } = JSON.parse(bytes) as CheckedBytes
  return rules.flatMap(({ rule, assertions }) =>
    assertions.map(({ name, note: _note, definitions: _definitions, ...result }) => ({
      rule,
      assertion: name,
      ...result,
    })),
  )
}

const RULE_END = '],"rule":"'
const HASHES = '],"ruleset_hash":"'

/**
 * Reads the answers of a payload that {@link CheckBytes.render} wrote. It looks for texts between members, which no
 * string of a payload contains, because its quotation marks are escaped there.
 */
export function readAnswers(body: string): CheckAnswers {
  const answers: (readonly [string, Check])[] = []
  for (let at = body.indexOf(HEAD); at >= 0; at = body.indexOf(HEAD, at)) {
    at += HEAD.length
    const answer = body.slice(at, body.indexOf('"', at)) as Check
    at = body.indexOf(RULE_END, at) + RULE_END.length
    answers.push([body.slice(at, body.indexOf('"', at)), answer])
  }
  const { rulesetHash, unitLibraryHash } = readHashes(body)
  return { rulesetHash, unitLibraryHash, answers }
}

/** The hashes of a payload that {@link CheckBytes.render} wrote. `text` contains both and nothing else that varies. */
export function readHashes(body: string): Omit<CheckAnswers, 'answers'> & { readonly text: string } {
  const from = body.lastIndexOf(HASHES) + HASHES.length
  const library = from + 64 + '","unit_library_hash":'.length
  const isStandard = body.startsWith('null', library)
  return {
    rulesetHash: body.slice(from, from + 64),
    unitLibraryHash: isStandard ? null : body.slice(library + 1, library + 65),
    text: body.slice(from, library + (isStandard ? 4 : 65)),
  }
}

/** Returns the first letter of each answer of a payload that {@link CheckBytes.render} wrote, in the order of its rules. */
export function readAnswerLetters(body: string): string {
  let letters = ''
  for (let at = body.indexOf(HEAD); at >= 0; at = body.indexOf(HEAD, at)) {
    at += HEAD.length
    letters += body[at]
  }
  return letters
}
