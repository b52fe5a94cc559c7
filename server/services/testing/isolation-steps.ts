/**
 * Random requests of two parties, for the test that neither gets the other's data. Both use the same names, sources,
 * units and topics, and ask for each other's data. Values that depend on the run are references (`@hash/theirs/0`),
 * which {@link resolveReferences} resolves.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { OperationId } from '../../api/operations'
import { DOMAINS } from '../../api/schemas/fields'

export type PartyName = 'amber' | 'cobalt'
export const PARTIES: readonly PartyName[] = ['amber', 'cobalt']

/** Two credentials of a party are in one namespace, the third in another. */
export type CredentialWord = 'full' | 'read_only' | 'evaluation'

/** The logged check of each party. */
export const CHECK_IDS: Readonly<Record<PartyName, string>> = {
  amber: '0193776a-5d00-7000-8000-00000000000a',
  cobalt: '0193776a-5d00-7000-8000-00000000000c',
}

/** References are not resolved yet. */
export interface StepRequest {
  /** Members of the path, not percent-encoded. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type Step = {
  readonly party: PartyName
  /** Milliseconds since the previous step. */
  readonly pause: number
} & (
  | { readonly operation: OperationId; readonly credential: CredentialWord; readonly request: StepRequest }
  /** The operator's decision about the party's account. */
  | { readonly account: { readonly checksPerMonth?: number | null; readonly labelingAllowed?: boolean } }
)

const ownOrShared = fc.constantFrom('shared', 'mine')
/** Includes the other party's data. */
const anyOwner = fc.oneof({ weight: 4, arbitrary: ownOrShared }, { weight: 1, arbitrary: fc.constant('theirs') })
const referenceTo = (kind: string, of: fc.Arbitrary<string>) =>
  fc.tuple(of, fc.nat(1)).map(([owner, n]) => `@${kind}/${owner}/${n}`)
/** A hash in an earlier answer to a party, of a ruleset or unit library. */
const answeredHash = fc
  .tuple(fc.constantFrom('mine', 'theirs'), fc.nat(7))
  .map(([owner, n]) => `@answered/${owner}/${n}`)

const source = referenceTo('source', ownOrShared)
const hash = fc.oneof({ weight: 3, arbitrary: referenceTo('hash', anyOwner) }, { weight: 1, arbitrary: answeredHash })
const name = referenceTo('name', anyOwner)
const word = fc.constantFrom('@word', 'a word')
const documentLabel = referenceTo('document', anyOwner)
const documentText = referenceTo('policy', ownOrShared)
const optionally = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })

const label = fc.record(
  {
    domain: fc.constantFrom(...DOMAINS),
    topic: fc.constantFrom('@topic/shared', '@topic/mine'),
    confidence: fc.constantFrom('high', 'medium', 'low'),
    declined: fc.boolean(),
  },
  { requiredKeys: [] },
)
const claims = fc.record({
  a: fc.constantFrom(true, false, null, 'unknown'),
  w: fc.constantFrom('3 kg', '9000 g', 'unknown', '2 box'),
  p: fc.constantFrom('3 USD', '11 USD', '11 EUR', null),
})
const ruleset = fc.oneof(
  { weight: 2, arbitrary: fc.record({ source }) },
  { weight: 2, arbitrary: fc.record({ ruleset_hash: hash }) },
)
const units = fc.constantFrom('USD', 'EUR', 'GBP', 'kg', 'g', 'box')
const nothing = fc.constant<StepRequest>({})
const withBody = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<StepRequest> =>
  arbitrary.map((each) => ({ body: each }))

const REQUESTS: Readonly<Record<OperationId, fc.Arbitrary<StepRequest>>> = {
  health: nothing,
  ready: nothing,
  version: nothing,
  getGrammar: nothing,
  openapi: nothing,
  decideToolCall: withBody(fc.record({ guard: name, arguments: claims })),
  issueEvaluationCredential: withBody(fc.record({ client: word })),
  compile: withBody(fc.record({ source, parent_hash: optionally(hash), label: optionally(label) })),
  check: withBody(
    fc
      .tuple(ruleset, fc.record({ claims, unit_library_hash: optionally(answeredHash), label: optionally(label) }))
      .map(([which, rest]) => ({ ...which, ...rest })),
  ),
  getCheckReceipt: fc.constantFrom('mine', 'theirs').map((owner) => ({ parameters: { check_id: `@check/${owner}` } })),
  explainAnswers: withBody(
    fc
      .tuple(ruleset, fc.record({ claims, unit_library_hash: optionally(answeredHash) }))
      .map(([which, rest]) => ({ ...which, ...rest })),
  ),
  analyseRuleset: withBody(ruleset),
  compareRulesets: withBody(fc.record({ before: ruleset, after: ruleset })),
  measureCoverage: withBody(ruleset.map((which) => ({ ...which, cases: [] }))),
  getPromptPack: hash.map((each) => ({ parameters: { ruleset_hash: each } })),
  makePromptPack: withBody(ruleset),
  saveRuleset: withBody(fc.record({ name, source, parent_hash: optionally(hash), label: optionally(label) })),
  listRulesets: fc.oneof(
    nothing,
    name.map((after) => ({ query: { limit: '2', after } })),
  ),
  loadRuleset: fc.oneof(
    name.map((each) => ({ parameters: { name: each } })),
    fc.record({ each: name, after: hash }).map(({ each, after }) => ({
      parameters: { name: each },
      query: { limit: '2', after },
    })),
  ),
  recordApproval: withBody(
    fc.record({
      ruleset_hash: hash,
      approver: word,
      note: optionally(word),
      name: optionally(name),
      label: optionally(label),
    }),
  ),
  openReview: withBody(fc.record({ name, message: word })),
  listOpenReviews: fc.oneof(
    nothing,
    name.map((each) => ({ query: { name: each } })),
  ),
  commentOnRuleset: withBody(fc.record({ name, ruleset_hash: optionally(hash), text: word })),
  listDocuments: nothing,
  getPolicyDocument: documentLabel.map((label) => ({ parameters: { label } })),
  saveDocument: withBody(fc.record({ label: documentLabel, title: word, text: documentText })),
  listClauses: documentLabel.map((label) => ({ parameters: { label } })),
  reportFidelity: withBody(fc.tuple(ruleset, documentLabel).map(([which, document]) => ({ ...which, document }))),
  account: nothing,
  flags: nothing,
  listUnits: nothing,
  bridgeUnits: fc.record({ from_unit: units, to_unit: units }).map((query) => ({ query })),
  addConverter: withBody(
    fc.record({
      from_unit: units,
      to_unit: units,
      factor: fc.constantFrom(2, 0.5, 1.25),
      attribution: optionally(word),
    }),
  ),
  getVocabulary: nothing,
}

/** Changing operations are drawn more often. */
const CHANGES: readonly OperationId[] = ['compile', 'saveRuleset', 'recordApproval', 'addConverter', 'check']

const operation = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(REQUESTS) as OperationId[])) },
  { weight: 2, arbitrary: fc.constantFrom(...CHANGES) },
)
const credential = fc.oneof(
  { weight: 5, arbitrary: fc.constant<CredentialWord>('full') },
  { weight: 1, arbitrary: fc.constantFrom<CredentialWord>('read_only', 'evaluation') },
)
const DAY_MS = 86_400_000
const when = fc.record({
  party: fc.constantFrom(...PARTIES),
  // Within the second that a caller is remembered, beyond it, and into another day or month.
  pause: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(1, 500, 1_000) },
    { weight: 1, arbitrary: fc.constant(DAY_MS) },
  ),
})
const call = operation.chain((id) => fc.record({ operation: fc.constant(id), credential, request: REQUESTS[id] }))
const decision = fc.record({
  account: fc.record(
    { checksPerMonth: fc.constantFrom(null, 0, 2, 100), labelingAllowed: fc.boolean() },
    { requiredKeys: [] },
  ),
})

const asFull = (party: PartyName, operation: OperationId, request: StepRequest): Step => ({
  ...{ party, pause: 1, operation, credential: 'full', request },
})
const SAVED = { name: '@name/mine/0', source: '@source/mine/0' }

/** Gives each party some data first. */
const beginning = PARTIES.flatMap((party) => [
  asFull(party, 'saveRuleset', { body: SAVED }),
  asFull(party, 'saveRuleset', { body: { name: '@name/shared/0', source: '@source/shared/0' } }),
])

export const randomSteps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc
      .tuple(when, fc.oneof({ weight: 20, arbitrary: call }, { weight: 1, arbitrary: decision }))
      .map(([first, second]) => ({ ...first, ...second }) as Step),
    { minLength: 4, maxLength: 30, size: 'max' },
  )
  .map((random) => [...beginning, ...random])

const CLAIMS = { a: true, w: '3 kg', p: '11 USD' }
const THEIRS = { ruleset_hash: '@hash/theirs/0' }

/** A request for each operation that succeeds after {@link beginning}. */
const SUCCEEDING: Readonly<Record<OperationId, StepRequest>> = {
  health: {},
  ready: {},
  version: {},
  getGrammar: {},
  openapi: {},
  issueEvaluationCredential: { body: { client: '@word' } },
  decideToolCall: { body: { guard: '@name/mine/0', arguments: CLAIMS } },
  compile: { body: { source: '@source/shared/1', label: { domain: 'finance', topic: '@topic/shared' } } },
  check: { body: { ruleset_hash: '@hash/mine/0', claims: CLAIMS } },
  getCheckReceipt: { parameters: { check_id: '@check/mine' } },
  explainAnswers: { body: { ruleset_hash: '@hash/mine/0', claims: CLAIMS } },
  analyseRuleset: { body: { ruleset_hash: '@hash/mine/0' } },
  compareRulesets: { body: { before: { ruleset_hash: '@hash/mine/0' }, after: { source: '@source/mine/1' } } },
  measureCoverage: { body: { source: '@source/mine/1', cases: [] } },
  getPromptPack: { parameters: { ruleset_hash: '@hash/mine/0' } },
  makePromptPack: { body: { source: '@source/mine/1' } },
  saveRuleset: { body: { ...SAVED, source: '@source/mine/1' } },
  listRulesets: {},
  loadRuleset: { parameters: { name: '@name/mine/0' } },
  recordApproval: { body: { ruleset_hash: '@hash/mine/0', approver: '@word', note: '@word' } },
  openReview: { body: { name: '@name/mine/0', message: '@word' } },
  listOpenReviews: { query: { name: '@name/mine/0' } },
  commentOnRuleset: { body: { name: '@name/mine/0', text: '@word' } },
  // The first of the operations about documents, which read what it stores.
  saveDocument: { body: { label: '@document/mine/0', title: '@word', text: '@policy/mine/0' } },
  listDocuments: {},
  getPolicyDocument: { parameters: { label: '@document/mine/0' } },
  listClauses: { parameters: { label: '@document/mine/0' } },
  reportFidelity: { body: { document: '@document/mine/0', ruleset_hash: '@hash/mine/0' } },
  account: {},
  flags: {},
  listUnits: {},
  bridgeUnits: { query: { from_unit: 'kg', to_unit: 'g' } },
  // Different units, so that the libraries differ.
  addConverter: { body: { from_unit: '@unit', to_unit: 'USD', factor: 0.5, attribution: '@word' } },
  getVocabulary: {},
}

/** Requests for the other party's data, and for names and hashes that both have. */
const probing: readonly (readonly [OperationId, StepRequest])[] = [
  ['check', { body: { ...THEIRS, claims: CLAIMS } }],
  ['getCheckReceipt', { parameters: { check_id: '@check/theirs' } }],
  ['explainAnswers', { body: { ...THEIRS, claims: CLAIMS } }],
  ['analyseRuleset', { body: THEIRS }],
  ['compareRulesets', { body: { before: THEIRS, after: { source: '@source/mine/0' } } }],
  ['compareRulesets', { body: { before: { source: '@source/mine/0' }, after: THEIRS } }],
  ['measureCoverage', { body: { ...THEIRS, cases: [] } }],
  ['getPromptPack', { parameters: THEIRS }],
  ['makePromptPack', { body: THEIRS }],
  ['loadRuleset', { parameters: { name: '@name/theirs/0' } }],
  ['recordApproval', { body: { ...THEIRS, approver: '@word' } }],
  ['recordApproval', { body: { ...THEIRS, approver: '@word', name: '@name/theirs/0' } }],
  ['compile', { body: { source: '@source/mine/0', parent_hash: '@hash/theirs/0' } }],
  ['saveRuleset', { body: { ...SAVED, parent_hash: '@hash/theirs/0' } }],
  // One of them is the other's unit library.
  ...Array.from({ length: 8 }, (_, n): [OperationId, StepRequest] => [
    'check',
    { body: { source: '@source/mine/0', claims: CLAIMS, unit_library_hash: `@answered/theirs/${n}` } },
  ]),
  ['recordApproval', { body: { ruleset_hash: '@hash/shared/0', approver: '@word', label: { domain: 'other' } } }],
  ['loadRuleset', { parameters: { name: '@name/shared/0' } }],
  ['openReview', { body: { name: '@name/theirs/0' } }],
  ['listOpenReviews', { query: { name: '@name/theirs/0' } }],
  ['commentOnRuleset', { body: { name: '@name/mine/0', ...THEIRS, text: '@word' } }],
  ['getPolicyDocument', { parameters: { label: '@document/theirs/0' } }],
  ['listClauses', { parameters: { label: '@document/theirs/0' } }],
  ['reportFidelity', { body: { document: '@document/theirs/0', source: '@source/mine/0' } }],
  ['saveDocument', { body: { label: '@document/shared/0', text: '@policy/mine/0' } }],
  ['getPolicyDocument', { parameters: { label: '@document/shared/0' } }],
  ['listDocuments', {}],
  ['listRulesets', {}],
  ['listUnits', {}],
  ['bridgeUnits', { query: { from_unit: 'EUR', to_unit: 'USD' } }],
  ['compile', { body: { source: '@source/shared/0' } }],
  ['account', {}],
]

/** Every operation and probing request by both parties, in turns. */
export const stepsOfEveryOperation: readonly Step[] = [
  ...beginning,
  ...[...(Object.entries(SUCCEEDING) as [OperationId, StepRequest][]), ...probing].flatMap(([id, request]) =>
    PARTIES.map((party) => asFull(party, id, request)),
  ),
]

/** The values that references resolve to. */
export interface World {
  readonly party: PartyName
  /** Hashes in the answers to each party, latest first. */
  readonly answered: Readonly<Record<PartyName, readonly string[]>>
  /** A word in sources and topics that is unique to this run. */
  readonly run: string
}

export function otherParty(party: PartyName): PartyName {
  return party === 'amber' ? 'cobalt' : 'amber'
}

/** Sources of different owners differ only in a comment. */
function sourceOf(owner: string, n: string, run: string): string {
  return `declare a as boolean;
// @unit w kg
declare w as numeric;
// @unit p USD
declare p as numeric;
assert light { Implies(a, w < 5 "kg") };
assert cheap [optimistic] { p < 10 "USD" };
assert some { Or(a, w * 2 > 4 "kg") };
// ${owner} ${n} ${run}
`
}

export function resolveReferences(value: unknown, world: World): unknown {
  if (Array.isArray(value)) return value.map((each) => resolveReferences(each, world))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolveReferences(each, world)]))
  return typeof value === 'string' && value.startsWith('@') ? resolveReference(value.slice(1), world) : value
}

function resolveReference(text: string, { party, answered, run }: World): string {
  const [kind, owner = 'mine', n = '0'] = text.split('/')
  const ownerName = owner === 'mine' ? party : owner === 'theirs' ? otherParty(party) : owner
  switch (kind) {
    case 'word':
      return party
    case 'check':
      return CHECK_IDS[ownerName as PartyName]
    case 'unit':
      return party === 'amber' ? 'EUR' : 'GBP'
    case 'topic':
      return `${run} ${ownerName}`
    case 'name':
      return `${ownerName}/${n}`
    case 'document':
      return `${ownerName}-${n}`
    case 'policy':
      return `1. A policy of ${ownerName}, ${n}, ${run}.\n`
    case 'source':
      return sourceOf(ownerName, n, run)
    case 'hash':
      return createHash('sha256')
        .update(sourceOf(ownerName, n, run))
        .digest('hex')
    case 'answered': {
      const hashes = answered[ownerName as PartyName]
      return hashes[Number(n) % Math.max(1, hashes.length)] ?? 'e'.repeat(64)
    }
    default:
      throw new Error(`there is no reference @${text}`)
  }
}
