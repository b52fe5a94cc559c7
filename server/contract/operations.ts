/**
 * Every operation of the service, once.
 *
 * Promises: routing, validation, the OpenAPI document and the tests all loop over this table; a new endpoint is one entry here
 * and one service function. Paths, statuses and codes are the contract's ("Endpoints").
 */
import type { z } from 'zod'
import type { ErrorCode } from './errors'
import { checkRequest, checkResult } from './schemas/check'
import { evaluationCredential, evaluationRequest } from './schemas/credential'
import { contentHash, jsonObject } from './schemas/fields'
import { promptPack, promptPackRequest } from './schemas/prompt-pack'
import { compiledRuleset, compileRequest } from './schemas/ruleset'
import { health, version } from './schemas/status'

/** Who may call: anybody; any credential; or any credential, never the operator's public health probes. */
export type Access = 'public' | 'credential'

export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Path template; `{name}` is one percent-decoded segment. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly description: string
  readonly parameters?: Readonly<Record<string, z.ZodType>>
  readonly body?: { readonly schema: z.ZodType; readonly required: boolean }
  readonly response: z.ZodType
  /** Codes beyond those that any operation can give ({@link UNIVERSAL_ERRORS}). */
  readonly errors: readonly ErrorCode[]
}

/** What any call can meet before its operation begins. */
export const UNIVERSAL_ERRORS: readonly ErrorCode[] = ['BAD_REQUEST', 'BUDGET_EXCEEDED', 'ENGINE_ERROR']

/** What any call with a credential can meet. */
export const CREDENTIAL_ERRORS: readonly ErrorCode[] = ['CREDENTIAL_REQUIRED', 'CREDENTIAL_INVALID', 'TIER_UNAVAILABLE']

export const OPERATIONS = {
  health: {
    id: 'health',
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Is the service up',
    description: 'Always 200 while the process lives; each part says `ready` or why it is not.',
    response: health,
    errors: [],
  },
  ready: {
    id: 'ready',
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary: 'Can the service take calls',
    description: 'The body of /health, with status 503 while a part is not ready.',
    response: health,
    errors: [],
  },
  version: {
    id: 'version',
    method: 'GET',
    path: '/version',
    access: 'public',
    summary: 'Versions of service, engine, language and wire',
    description: 'The `versions` object that every response carries, alone.',
    response: version,
    errors: [],
  },
  openapi: {
    id: 'openapi',
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This document',
    description: 'The machine-readable contract, made from the definitions that validate requests.',
    response: jsonObject,
    errors: [],
  },
  issueEvaluationCredential: {
    id: 'issueEvaluationCredential',
    method: 'POST',
    path: '/v1/credentials/evaluation',
    access: 'public',
    summary: 'Get an evaluation credential',
    description: 'No sign-up and no credential needed. The token is shown once; the service keeps only its hash.',
    body: { schema: evaluationRequest, required: false },
    response: evaluationCredential,
    errors: ['EVALUATION_LIMIT'],
  },
  compile: {
    id: 'compile',
    method: 'POST',
    path: '/v1/compile',
    access: 'credential',
    summary: 'Compile a ruleset',
    description:
      'Returns the content hash, the manifest of claims and assertions, the review text, the claim schema and the validation contract, and stores the source under its hash.',
    body: { schema: compileRequest, required: true },
    response: compiledRuleset,
    errors: ['COMPILE_FAILED', 'ENGINE_BUSY', 'EVALUATION_LIMIT', 'ENTITLEMENT_EXCEEDED'],
  },
  check: {
    id: 'check',
    method: 'POST',
    path: '/v1/check',
    access: 'credential',
    summary: 'Check a claim dictionary',
    description:
      'Every assertion gets its own answer: TRUE, FALSE, UNKNOWN or AMBIGUOUS; no combined verdict exists. Pure over its inputs: the same ruleset, dictionary and unit library give the same bytes.',
    body: { schema: checkRequest, required: true },
    response: checkResult,
    errors: [
      'RULESET_NOT_FOUND',
      'COMPILE_FAILED',
      'VALIDATION_REJECTED',
      'ENGINE_BUSY',
      'EVALUATION_LIMIT',
      'ENTITLEMENT_EXCEEDED',
    ],
  },
  getPromptPack: {
    id: 'getPromptPack',
    method: 'GET',
    path: '/v1/prompt-pack/{ruleset_hash}',
    access: 'credential',
    summary: 'Prompts that extract the claims, by hash',
    description: 'One prompt a claim for the caller’s own model; the service never calls a language model.',
    parameters: { ruleset_hash: contentHash },
    response: promptPack,
    errors: ['RULESET_NOT_FOUND', 'COMPILE_FAILED', 'ENGINE_BUSY', 'EVALUATION_LIMIT', 'ENTITLEMENT_EXCEEDED'],
  },
  makePromptPack: {
    id: 'makePromptPack',
    method: 'POST',
    path: '/v1/prompt-pack',
    access: 'credential',
    summary: 'Prompts that extract the claims, by hash or source',
    description: 'One of `ruleset_hash` and `source` is needed; both assert that they agree.',
    body: { schema: promptPackRequest, required: true },
    response: promptPack,
    errors: ['RULESET_NOT_FOUND', 'COMPILE_FAILED', 'ENGINE_BUSY', 'EVALUATION_LIMIT', 'ENTITLEMENT_EXCEEDED'],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof OPERATIONS

/** Every code that the operation can answer with. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const own = operation.access === 'credential' ? [...CREDENTIAL_ERRORS, ...operation.errors] : operation.errors
  return [...new Set([...UNIVERSAL_ERRORS, ...own])]
}
