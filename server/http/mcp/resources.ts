/** The grammar guide, and rulesets of the caller's namespace by hash. */
import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { parseRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import { contentHash } from '../../api/schemas/fields'
import { GRAMMAR_GUIDE } from '../../language/service/grammar-guide'
import type { Caller } from '../../services/calls/caller'
import type { Service } from '../../services/create-service'

export const GUIDE_ADDRESS = 'touchstone://language/guide'
const RULESETS = 'touchstone://rulesets/'
const PLAIN_TEXT = 'text/plain'

const rulesetAddress = z.strictObject({ ruleset_hash: contentHash })

export const RESOURCES: readonly Resource[] = [
  {
    uri: GUIDE_ADDRESS,
    name: 'grammar-guide',
    title: 'How to write a ruleset',
    description: 'The whole grammar on one page, with a ruleset that compiles. Read it before you write source.',
    mimeType: PLAIN_TEXT,
    size: Buffer.byteLength(GRAMMAR_GUIDE),
  },
]

export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${RULESETS}{ruleset_hash}`,
    name: 'ruleset',
    title: 'Source of a ruleset',
    description: 'The normalised source that hashed to `ruleset_hash`, where it is stored in your namespace.',
    mimeType: PLAIN_TEXT,
  },
]

/** @throws Refusal RULESET_NOT_FOUND; BAD_REQUEST for an unknown address */
export async function readResource(service: Service, caller: Caller, uri: string): Promise<ReadResourceResult> {
  if (uri === GUIDE_ADDRESS) return plainText(uri, GRAMMAR_GUIDE)
  if (!uri.startsWith(RULESETS))
    throw new Refusal(
      'BAD_REQUEST',
      `There is no such resource. There are ${GUIDE_ADDRESS} and ${RULESETS}{ruleset_hash}.`,
    )
  const { ruleset_hash: hash } = parseRequest(rulesetAddress, { ruleset_hash: uri.slice(RULESETS.length) })
  return plainText(uri, await service.rulesetSource(caller, hash))
}

function plainText(uri: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType: PLAIN_TEXT, text }] }
}
