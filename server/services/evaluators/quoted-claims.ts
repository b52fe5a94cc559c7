/**
 * Passages that a model quotes for the values that it read. The product looks each one up: a value whose quote is in no
 * text of the frame is not used.
 */
import type { FrameContent } from '../../api/schemas/frame'
import type { LosslessJson } from '../../language/numeric/lossless-json'
import { isObject } from '../models/find-object'
import type { ClaimDictionary } from './claim-check'
import type { ClaimEvidence, Quote } from './evaluation'

export interface QuotedClaims {
  /** Values that no quote supports are null, which is unknown. */
  readonly claims: ClaimDictionary
  readonly evidence: ClaimEvidence
}

/** A longer passage is not evidence for one value. */
export const MAX_QUOTE_CHARACTERS = 500

/** Returns null unless the value has the members `claims` and `quotes`. */
export function readQuotedClaims(value: LosslessJson, frame: FrameContent): QuotedClaims | null {
  const { claims, quotes } = isObject(value) ? value : {}
  if (claims === undefined || quotes === undefined || !isObject(claims) || !isObject(quotes)) return null
  const texts = textsOf(frame)
  const used: Record<string, LosslessJson> = {}
  const found: Record<string, Quote> = {}
  const unquoted: string[] = []
  for (const [claim, read] of Object.entries(claims)) {
    const quote = isUnknown(read) ? null : findQuote(Object.hasOwn(quotes, claim) ? quotes[claim] : null, texts)
    if (quote !== null) found[claim] = quote
    const isUsed = quote !== null || isUnknown(read)
    used[claim] = isUsed ? read : null
    if (!isUsed) unquoted.push(claim)
  }
  return { claims: used, evidence: { quotes: found, unquoted } }
}

function isUnknown(value: LosslessJson): boolean {
  return value === null || value === 'unknown'
}

interface SearchedText extends Pick<Quote, 'in' | 'document'> {
  readonly text: string
  readonly plain: PlainText
}

function textsOf({ C, Q, A }: FrameContent): readonly SearchedText[] {
  const text = (member: Quote['in'], document: number | null, given: string): SearchedText => ({
    ...{ in: member, document, text: given },
    plain: plainTextOf(given),
  })
  return [
    ...C.map((given, index) => text('C', index, given)),
    ...(Q === null ? [] : [text('Q', null, Q)]),
    ...(A === null ? [] : [text('A', null, A)]),
  ]
}

function findQuote(given: LosslessJson | undefined, texts: readonly SearchedText[]): Quote | null {
  if (typeof given !== 'string' || given.length > MAX_QUOTE_CHARACTERS) return null
  const wanted = plainTextOf(given).text.trim()
  if (wanted === '') return null
  for (const { text, plain, ...place } of texts) {
    const at = plain.text.indexOf(wanted)
    if (at < 0) continue
    const [start, end] = [plain.places[at]!, plain.places[at + wanted.length - 1]! + 1]
    return { ...place, start, end, text: text.slice(start, end) }
  }
  return null
}

interface PlainText {
  readonly text: string
  /** The position of each of its characters in the given text. */
  readonly places: readonly number[]
}

const STRAIGHT: Readonly<Record<string, string>> = { '“': '"', '”': '"', '„': '"', '‘': "'", '’': "'" }

/** Models copy white space and curly quotation marks differently, so each run of white space is one space. */
function plainTextOf(text: string): PlainText {
  let plain = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const isSpace = /\s/.test(sign)
    if (isSpace && plain.endsWith(' ')) continue
    plain += isSpace ? ' ' : (STRAIGHT[sign] ?? sign)
    places.push(at)
  }
  return { text: plain, places }
}
