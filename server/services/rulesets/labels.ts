/**
 * Application-domain labels of rulesets (contract, "Label").
 *
 * Promises: inert: nothing else reads a label. The topic is matched against the published terms of its domain and then
 * dropped: never stored, never logged. With labelling switched off for the account nothing is stored, counted or told.
 * Trusts the request to have passed its schema.
 */
import type { z } from 'zod'
import { canonicalJson } from '../../api/canonical-json'
import type { labelRequest } from '../../api/schemas/fields'
import type { Label, LabelVerbs, StoredLabel } from '../../database/rulesets/labels'
import type { Caller } from '../access/caller'
import { type ProposalParts, proposeTopic } from './proposals'
import { normalForm } from './topic'
import type { Vocabulary } from './vocabulary'

export type LabelRequest = NonNullable<z.output<typeof labelRequest>>

export interface LabelParts {
  readonly store: Pick<LabelVerbs, 'findLabel' | 'putLabel'>
  readonly vocabulary: Vocabulary
  readonly proposals: ProposalParts
  readonly now: () => Date
}

/** Canonical JSON where a ruleset carries none. */
const NONE = 'null'

export class Labels {
  constructor(private readonly parts: LabelParts) {}

  /**
   * Labels a stored ruleset of the caller's namespace and answers the canonical JSON of the label it carries now. A
   * request without a label leaves it as it is. Trusts that the caller may change what the namespace keeps.
   */
  async keep(caller: Caller, hash: string, request: LabelRequest | null | undefined): Promise<string> {
    if (request === null || request === undefined) return this.find(caller, hash)
    const { namespaceId, account } = caller
    if (namespaceId === null || !account.labelingAllowed) return NONE
    const label = await this.labelOf(caller, request)
    return labelJson(
      await this.parts.store.putLabel({ namespaceId, hash, label, at: this.parts.now(), actor: caller.label }),
    )
  }

  /** The canonical JSON of the label that the ruleset carries; `null` where it carries none or labelling is off. */
  async find(caller: Caller, hash: string): Promise<string> {
    const { namespaceId, account } = caller
    if (namespaceId === null || !account.labelingAllowed) return NONE
    const found = await this.parts.store.findLabel(namespaceId, hash)
    return found === null ? NONE : labelJson(found)
  }

  /** Declining wins over everything that is said beside it. */
  private async labelOf(caller: Caller, { domain, topic, confidence, declined }: LabelRequest): Promise<Label> {
    const { version, find } = await this.parts.vocabulary.current()
    if (declined === true)
      return { vocabularyVersion: version, levelOne: null, levelTwo: null, confidence: null, declined: true }
    if (domain === undefined) throw new Error('a label with neither a domain nor declined passed its schema')
    const said = { levelOne: domain, confidence: confidence ?? null, declined: false }
    if (topic === undefined) return { ...said, vocabularyVersion: version, levelTwo: null }
    const matched = find(domain, normalForm(topic))
    if (matched !== null) return { ...said, vocabularyVersion: version, levelTwo: matched }
    const published = await proposeTopic(this.parts.proposals, caller, domain, topic)
    if (published === null) return { ...said, vocabularyVersion: version, levelTwo: null }
    // Published by this very call, or by another process a moment ago.
    const renewed = await this.parts.vocabulary.renewed()
    return { ...said, vocabularyVersion: renewed.version, levelTwo: published }
  }
}

function labelJson({ vocabularyVersion, levelOne, levelTwo, confidence, declined, updatedAt }: StoredLabel): string {
  return canonicalJson({
    vocabulary_version: vocabularyVersion,
    level_one: levelOne,
    level_two: levelTwo,
    confidence,
    declined,
    updated_at: updatedAt.toISOString(),
  })
}
