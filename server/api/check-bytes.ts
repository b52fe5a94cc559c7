/**
 * The bytes of a check result.
 *
 * Promises: what {@link CheckBytes.render} gives is the canonical JSON (RFC 8785) of the contract's check result, the
 * same bytes that `canonicalJson` gives of the same object (a test holds the two together). All that does not depend
 * on the claims is rendered once a ruleset, because this is the hot path of /v1/check.
 */
import { canonicalJson, type Json } from './canonical-json'
import { VERSIONS } from './versions'

/** What is fixed about one assertion. */
export interface AssertionFrame {
  readonly name: string
  readonly policy: string
  readonly source: string
  /** The author's comment above it; null where there is none. */
  readonly note: string | null
  /** Definitions that it refers to, by their place among all. */
  readonly definitions: readonly number[]
}

/** The value of a definition under the claims of a check. */
export interface DefinitionFinding {
  readonly name: string
  /** Exact; null where it is not determined. */
  readonly value: string | null
  readonly unit: string | null
}

type Check = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

/** What a check found about one assertion. */
export interface AssertionFinding {
  readonly check: Check
  readonly reasonUnknown: string | null
  readonly counterexample: string | null
  readonly unbridged: readonly { readonly from: string; readonly to: string }[]
}

/** An assertion's result as the contract has it, without its note and its definitions, for those who need no bytes. */
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
  /** From after the answer to the end of the rule, for an answer with no further field. */
  readonly plainTail: string
  /** The name and the note. */
  readonly name: string
  readonly source: string
  readonly policyTail: string
  readonly definitions: readonly number[]
}

const MIDDLE = ',"ok":true,"rules":['
const HEAD = '{"assertions":[{"check":"'

export class CheckBytes {
  private readonly frames: readonly Frame[]
  private readonly tail: string

  constructor(
    rulesetHash: string,
    unitLibraryHash: string | null,
    private readonly assertions: readonly AssertionFrame[],
  ) {
    this.frames = assertions.map(({ name, policy, source, note, definitions }) => {
      const quoted = JSON.stringify(name)
      const policyTail = `,"unknown_policy":${JSON.stringify(policy)}}],"rule":${quoted}}`
      const quotedSource = `,"source":${JSON.stringify(source)}`
      const named = `,"name":${quoted}${note === null ? '' : `,"note":${JSON.stringify(note)}`}`
      return {
        name: named,
        source: quotedSource,
        policyTail,
        plainTail: `"${named}${quotedSource}${policyTail}`,
        definitions,
      }
    })
    this.tail = `],"ruleset_hash":"${rulesetHash}","unit_library_hash":${JSON.stringify(unitLibraryHash)},"versions":${canonicalJson(VERSIONS)}}`
  }

  /** The assertions of {@link render} as objects, without rendering the bytes. @param findings one per assertion, in order */
  checkedAssertions(findings: readonly AssertionFinding[]): CheckedAssertion[] {
    return findings.map((finding, i) => checked(this.assertions[i]!, finding))
  }

  /**
   * @param findings one per assertion, in order
   * @param definitions by place, all to which an assertion refers
   */
  render(
    claims: ClaimsFinding,
    findings: readonly AssertionFinding[],
    definitions: readonly (DefinitionFinding | undefined)[],
  ): string {
    const defined = definitions.map((finding) => (finding === undefined ? '' : definition(finding)))
    let text = '{"claims":{"bound":'
    text += names(claims.bound)
    // Asked for once: the binding makes them then.
    const { quantities } = claims
    if (quantities.length > 0) {
      text += ',"quantities":['
      for (let i = 0; i < quantities.length; i++) text += (i === 0 ? '' : ',') + quantity(quantities[i]!)
      text += ']'
    }
    text += `,"unbound":${names(claims.unbound)}}${MIDDLE}`
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
      else text += details(frame, finding, defined)
    }
    return text + this.tail
  }
}

function details(frame: Frame, finding: AssertionFinding, defined: readonly string[]): string {
  let text = '"'
  if (finding.counterexample !== null) text += `,"counterexample":${quoted(finding.counterexample)}`
  if (frame.definitions.length > 0)
    text += `,"definitions":[${frame.definitions.map((place) => defined[place]).join(',')}]`
  text += frame.name
  if (finding.reasonUnknown !== null) text += `,"reason_unknown":${JSON.stringify(finding.reasonUnknown)}`
  text += frame.source
  if (finding.unbridged.length > 0) text += `,"unbridged_units":${canonicalJson(finding.unbridged as readonly Json[])}`
  return text + frame.policyTail
}

/** Members in the order of canonical JSON. */
function checked({ name, policy, source }: AssertionFrame, finding: AssertionFinding): CheckedAssertion {
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
function names(claims: readonly string[]): string {
  return claims.length === 0 ? '[]' : `["${claims.join('","')}"]`
}

function definition({ name, unit, value }: DefinitionFinding): string {
  return `{"name":"${name}","unit":${unit === null ? 'null' : quoted(unit)},"value":${value === null ? 'null' : quoted(value)}}`
}

function quantity(entry: QuantityFinding): string {
  const conversion = entry.conversion === undefined ? '' : `,"conversion":${canonicalJson({ ...entry.conversion })}`
  const unit = entry.measured_in === null ? 'null' : quoted(entry.measured_in)
  return `{"bound":${quoted(entry.bound)},"claim":"${entry.claim}"${conversion},"measured_in":${unit},"submitted":${quoted(entry.submitted)}}`
}

/** A JSON string. Short plain ones, which nearly all are, need no escape and no call into the runtime. */
function quoted(text: string): string {
  if (text.length > 40) return JSON.stringify(text)
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 32 || c > 126 || c === 34 || c === 92) return JSON.stringify(text)
  }
  return `"${text}"`
}
