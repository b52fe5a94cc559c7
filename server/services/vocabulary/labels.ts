/**
 * Labels never change a result. A topic is matched and then dropped: never stored, never logged. If the account has
 * labelling off, nothing is stored, counted or answered.
 */
import type { z } from 'zod'
import { canonicalJson } from '../../api/canonical-json'
import type { labelRequest } from '../../api/schemas/fields'
import type { Label, LabelledName, LabelVerbs, StoredLabel } from '../../database/rulesets/labels'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { type ProposalDependencies, proposeTopic } from './proposals'
import { normalizeTopic } from './topic'
import type { Vocabulary } from './vocabulary'

export type LabelRequest = NonNullable<z.output<typeof labelRequest>>

export interface LabelDependencies {
  readonly store: Pick<LabelVerbs, 'findLabel' | 'putLabel'>
  readonly vocabulary: Vocabulary
  readonly proposals: ProposalDependencies
  readonly now: () => Date
}

const NO_LABEL_JSON = 'null'

export class Labels {
  constructor(private readonly dependencies: LabelDependencies) {}

  /**
   * Returns the label's canonical JSON. A request without a label changes nothing. The caller checks the permission.
   */
  async assign(caller: Caller, hash: string, request: LabelRequest | null | undefined): Promise<string> {
    if (request === null || request === undefined) return this.find(caller, hash)
    const { namespaceId, account } = caller
    if (namespaceId === null || !account.labelingAllowed) return NO_LABEL_JSON
    const label = await this.labelOf(caller, request)
    return labelJson(
      await this.dependencies.store.putLabel({
        namespaceId,
        hash,
        label,
        at: this.dependencies.now(),
        actor: caller.label,
      }),
    )
  }

  /** Returns canonical JSON. */
  async find(caller: Caller, hash: string): Promise<string> {
    const { namespaceId, account } = caller
    if (namespaceId === null || !account.labelingAllowed) return NO_LABEL_JSON
    const label = await this.dependencies.store.findLabel(namespaceId, hash)
    return label === null ? NO_LABEL_JSON : labelJson(label)
  }

  /** `declined` overrides every other member. */
  private async labelOf(caller: Caller, { domain, topic, confidence, declined }: LabelRequest): Promise<Label> {
    const { version, find } = await this.dependencies.vocabulary.current()
    if (declined === true)
      return { vocabularyVersion: version, levelOne: null, levelTwo: null, confidence: null, declined: true }
    if (domain === undefined) throw new Error('a label with neither a domain nor declined passed its schema')
    const requested = { levelOne: domain, confidence: confidence ?? null, declined: false }
    if (topic === undefined) return { ...requested, vocabularyVersion: version, levelTwo: null }
    const matched = find(domain, normalizeTopic(topic))
    if (matched !== null) return { ...requested, vocabularyVersion: version, levelTwo: matched }
    const published = await proposeTopic(this.dependencies.proposals, caller, domain, topic)
    if (published === null) return { ...requested, vocabularyVersion: version, levelTwo: null }
    // This call published it, or another process just did.
    const renewed = await this.dependencies.vocabulary.renewed()
    return { ...requested, vocabularyVersion: renewed.version, levelTwo: published }
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

/** Labelled names with their current bytes; empty with labelling off. */
export interface LabelledNames {
  /** @throws Refusal CREDENTIAL_SCOPE */
  list(caller: Caller): Promise<readonly LabelledName[]>
}

export function createLabelledNames({
  store,
}: {
  readonly store: Pick<LabelVerbs, 'listLabelledNames'>
}): LabelledNames {
  return {
    list: async (caller) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      return caller.account.labelingAllowed ? store.listLabelledNames(namespaceId) : []
    },
  }
}
