/**
 * One side of a comparison: the source, the review, and what each claim and assertion is.
 *
 * Promises: read from the payload of compile, so a page compares what /v1 tells; numbers keep the text they have there. An
 * assertion has the definitions to which it refers, so that it differs where one of them does.
 */
import { Refusal } from '../../api/refusal'
import type { ReviewDocument } from '../../engine/explain/review-document'
import { JsonNumber, type LosslessJson, readJson } from '../../language/numeric/lossless-json'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import type { ComparedRevision, Described, Fact } from './history'
import { UsedDefinitions } from './used-definitions'

export async function comparedRevision(
  engine: Pick<EngineDispatch, 'compile' | 'review'>,
  text: RulesetText,
  library: LibraryText,
): Promise<ComparedRevision> {
  const { hash, source } = text
  try {
    const { manifest = '{}' } = await engine.compile(text, library)
    const { document } = await engine.review(text, library)
    return { hash, source, compiled: { review: document, ...describedIn(manifest, document) }, problem: null }
  } catch (error) {
    // What was stored may no longer compile, under another unit library or release; its text can still be compared.
    if (error instanceof Refusal && error.code !== 'ENGINE_BUSY')
      return { hash, source, compiled: null, problem: error.message }
    throw error
  }
}

function describedIn(
  manifest: string,
  review: ReviewDocument,
): { claims: readonly Described[]; assertions: readonly Described[] } {
  const read = readJson(manifest)
  const members = 'value' in read ? objectOf(read.value) : {}
  const definitions = new UsedDefinitions(review)
  return {
    claims: listOf(members.claims).map((claim) => ({ name: textOf(claim.claim), facts: claimFacts(claim) })),
    assertions: listOf(members.rules)
      .flatMap(({ assertions }) => listOf(assertions))
      .map((assertion) => ({
        name: textOf(assertion.name),
        facts: facts([
          ['unknown policy', textOf(assertion.unknown_policy)],
          ['condition', textOf(assertion.source)],
          ['definitions', definitions.of(textOf(assertion.name))],
        ]),
      })),
  }
}

function claimFacts(claim: Members): readonly Fact[] {
  const { min, max } = objectOf(claim.range)
  const members = Array.isArray(claim.vocabulary) ? claim.vocabulary.map(textOf).map((member) => `“${member}”`) : []
  return facts([
    ['type', textOf(claim.data_type) + (claim.ordered === true ? ', in order' : '')],
    ['members', members.join(', ')],
    ['unit', textOf(claim.unit)],
    ['range', min === undefined ? '' : `${textOf(min)} to ${textOf(max)}`],
    ['question', textOf(claim.question)],
    ['context', textOf(claim.context)],
  ])
}

function facts(told: readonly (readonly [Fact['about'], string])[]): readonly Fact[] {
  return told.flatMap(([about, text]) => (text === '' ? [] : [{ about, text }]))
}

type Members = { readonly [member: string]: LosslessJson | undefined }

function listOf(value: LosslessJson | undefined): readonly Members[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

function objectOf(value: LosslessJson | undefined): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
    ? value
    : {}
}

function textOf(value: LosslessJson | undefined): string {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' ? value : ''
}
