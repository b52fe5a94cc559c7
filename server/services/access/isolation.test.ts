/**
 * Namespaces are isolated: whatever two parties do through every operation, neither learns about the other.
 *
 * Both act in turns on one real service and database. Each also acts without the other, at the same moments and with
 * the same requests, on its own service and database. Every answer must have the same bytes. Only one number is shared
 * on purpose: how many proposed terms wait.
 *
 * ISOLATION_RUNS=1000 npx vitest run server/services/access/isolation.test.ts is the long run.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS, type Operation } from '../../api/operations'
import { createRestHandler, type RestHandler } from '../../http/rest/rest-handler'
import type { WireAnswer } from '../../http/rest/wire-answer'
import { repetitions } from '../../testing/repetitions'
import { logChecks } from '../decision-log/testing/log-checks'
import {
  CHECK_IDS,
  type CredentialWord,
  otherParty,
  PARTIES,
  type PartyName,
  randomSteps,
  resolveReferences,
  type Step,
  type StepRequest,
  stepsOfEveryOperation,
} from '../testing/isolation-steps'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { issueFullCredential } from './full-credentials'

const RUNS = Number(process.env.ISOLATION_RUNS ?? repetitions(50))
/** The start of every run, so that timestamps are equal too. */
const BEGINNING = Date.parse('2026-11-28T22:00:00.000Z')

let clock = BEGINNING
const bugs: unknown[] = []

interface Deployment {
  readonly services: ServicesUnderTest
  readonly handler: RestHandler
}
/** Both parties act on `shared`. Each acts without the other on its deployment in `own`. */
let shared: Deployment
let own: Readonly<Record<PartyName, Deployment>>

async function deploy(): Promise<Deployment> {
  const evaluationCaps = { callsPerDay: 12, callsTotal: 20, ttlDays: 3 }
  const services = await startServices(1, { clock: () => clock, evaluationCaps })
  // Makes the keys, so that receipts say the same time.
  await services.workbenches[0]!.signing.publishedKeys()
  const handler = createRestHandler({
    service: services.services[0]!,
    publicUrl: 'http://localhost',
    docsUrl: 'http://localhost/docs',
    reportBug: (error) => bugs.push(error),
    after: () => () => {},
  })
  return { services, handler }
}

beforeAll(async () => {
  shared = await deploy()
  own = { amber: await deploy(), cobalt: await deploy() }
})
afterAll(async () => {
  for (const { services } of [shared, own.amber, own.cobalt]) await services.stop()
})

interface Party {
  readonly name: PartyName
  readonly namespaceIds: readonly string[]
  readonly tokens: Readonly<Record<CredentialWord, string>>
  /** Random text in answers, with its replacement. */
  readonly placeholders: readonly (readonly [string, string])[]
  readonly addressKey: string
  readonly deployment: Deployment
}

async function newParty(name: PartyName, deployment: Deployment): Promise<Party> {
  const { services, handler } = deployment
  const dependencies = { store: services.store, now: () => new Date(clock), newId: randomUUID, randomBytes }
  const issue = async (tier: 'standard' | 'read_only', namespace: { id: string } | { newName: string }) => {
    const issued = await issueFullCredential(dependencies, { label: name, tier, expiresAt: null, namespace })
    if (issued.kind !== 'issued') throw new Error(issued.kind)
    return issued
  }
  const full = await issue('standard', { newName: name })
  const readOnly = await issue('read_only', { id: full.namespaceId })
  const guardId = randomUUID()
  const at = new Date(clock)
  const guard = { name: `${name}/0`, server: 'shop', tool: name, rulesetHash: 'a'.repeat(64), unknown: 'ask' }
  const addition = {
    ...guard,
    waitSeconds: 60,
    map: { claims: {} },
    id: guardId,
    at,
    by: name,
    editorId: null,
    limit: 1,
  }
  await services.store.addToolGuard(full.namespaceId, addition)
  const check = { id: CHECK_IDS[name], at: BEGINNING }
  await logChecks(services.store, full.namespaceId, [check], (count) => new Uint8Array(count))
  const addressKey = randomUUID()
  const request = {
    method: 'POST',
    path: '/v1/credentials/evaluation',
    query: '',
    header: () => undefined,
    refusal: null,
    requestId: 'request',
  }
  const issued = JSON.parse((await handler({ ...request, addressKey, body: new Uint8Array() })).body) as Record<
    string,
    string
  >
  const [evaluation, evaluationId] = [issued.credential!, issued.credential_id!]
  const caller = await services.services[0]!.authenticate(evaluation)
  return {
    name,
    namespaceIds: [full.namespaceId, caller.namespaceId!],
    tokens: { full: full.token, read_only: readOnly.token, evaluation },
    placeholders: [
      [full.namespaceId, 'namespace'],
      [caller.namespaceId!, 'evaluation namespace'],
      [guardId, 'guard'],
      [full.credentialId, 'full credential'],
      [readOnly.credentialId, 'read_only credential'],
      [evaluationId, 'evaluation credential'],
    ],
    addressKey,
    deployment,
  }
}

/** A request with resolved references, which is sent again when the party acts without the other. */
interface Sent {
  readonly party: PartyName
  readonly at: number
  readonly act:
    | { readonly operation: Operation; readonly credential: CredentialWord; readonly request: StepRequest }
    | Extract<Step, { account: object }>
}

async function send(party: Party, { at, act }: Sent): Promise<WireAnswer | null> {
  clock = at
  if ('account' in act) {
    await party.deployment.services.store.setAccount(party.namespaceIds[0]!, act.account, {
      actor: 'operator',
      at: new Date(clock),
    })
    return null
  }
  const { operation, credential, request } = act
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.parameters?.[name] ?? ''),
  )
  const headers: Record<string, string> = {
    'x-service-credential': party.tokens[credential],
    'content-type': 'application/json',
  }
  return party.deployment.handler({
    method: operation.method,
    path,
    query: new URLSearchParams(request.query).toString(),
    header: (name) => headers[name],
    body: Buffer.from(request.body === undefined ? '' : JSON.stringify(request.body)),
    refusal: null,
    addressKey: party.addressKey,
    requestId: 'request',
  })
}

/** Members of a receipt that differ with the keys of a deployment, or that have the id of a namespace in Base64. */
const SIGNED = /(?<=\\"(?:payload|keyid|sig|kid|x|checkpoint|purpose)\\":\\")(?:[^"\\]|\\\\.)*/g

/** Returns the answer with random text replaced, so that it can be compared with that of another run. */
function plain(answer: WireAnswer | null, { placeholders }: Party): string {
  if (answer === null) return ''
  // An etag is the digest of a body that holds random ids.
  const text = JSON.stringify([answer.status, { ...answer.headers, etag: undefined }, answer.body])
  return placeholders
    .reduce((result, [random, word]) => result.replaceAll(random, word), text)
    .replace(/tst_eval_[\w-]{43}|(?<=\\"(?:credential|review|comment)_id\\":\\")[\da-f-]{36}/g, 'issued')
    .replace(SIGNED, 'signed')
    .replace(/(?<=\\"pending_proposals\\":)\d+/, 'shared')
}

/** Runs both parties in turns. */
async function together(taken: readonly Step[]) {
  clock = BEGINNING
  const run = newWord()
  const parties = { amber: await newParty('amber', shared), cobalt: await newParty('cobalt', shared) }
  const answered: Record<PartyName, string[]> = { amber: [], cobalt: [] }
  const sentText: Record<PartyName, string> = { amber: '', cobalt: '' }
  const sent: Sent[] = []
  const answers: string[] = []
  let at = BEGINNING
  for (const step of taken) {
    at += step.pause
    const { party } = step
    const each = { party, at, act: 'account' in step ? step : called(step, answered, run) }
    sentText[party] += JSON.stringify(each)
    const answer = await send(parties[party], each)
    if (answer !== null) expectNothingOf(parties[otherParty(party)], answer, sentText[party])
    for (const hash of answer?.body.match(/\b[0-9a-f]{64}\b/g) ?? [])
      if (!answered[party].includes(hash)) answered[party].unshift(hash)
    sent.push(each)
    answers.push(plain(answer, parties[party]))
  }
  return { sent, answers }
}

function called(step: Extract<Step, { operation: unknown }>, answered: Record<PartyName, string[]>, run: string) {
  const request = resolveReferences(step.request, { party: step.party, answered, run }) as StepRequest
  return { operation: OPERATIONS[step.operation] as Operation, credential: step.credential, request }
}

/** Expects no id or token of the other party, and no word of it that the party did not send first. */
function expectNothingOf(other: Party, { body }: WireAnswer, sentText: string): void {
  const theirs = [...other.placeholders.map(([random]) => random), ...Object.values(other.tokens)]
  if (!sentText.includes(other.name)) theirs.push(other.name)
  expect(theirs.filter((each) => body.includes(each))).toEqual([])
}

/** Repeats a party's requests at the same moments and compares the answers. */
async function alone(name: PartyName, sent: readonly Sent[], answers: readonly string[]): Promise<void> {
  clock = BEGINNING
  const party = await newParty(name, own[name])
  for (const [index, each] of sent.entries()) {
    if (each.party !== name) continue
    const answer = plain(await send(party, each), party)
    if (answer !== answers[index]) throw new Error(differing(each, answers[index]!, answer))
  }
}

function differing({ party, act }: Sent, beside: string, alone: string): string {
  const from = [...beside].findIndex((character, index) => character !== alone[index]) - 60
  const what = 'account' in act ? 'account' : `${act.operation.id} ${JSON.stringify(act.request)}`
  const part = (answer: string) => answer.slice(Math.max(0, from), Math.max(0, from) + 200)
  return `${party}: ${what}\nbeside the other: ${part(beside)}\nalone:            ${part(alone)}`
}

let words = 0
/** Returns a new word of letters only. */
function newWord(): string {
  return `quux${[...String(words++)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

it('no answer depends on what another namespace does, or holds anything of it', {
  tags: ['repeated'],
  timeout: RUNS * 20_000,
}, async () => {
  const succeeded = new Set<string>()
  await fc.assert(
    fc.asyncProperty(randomSteps, async (taken) => {
      const { sent, answers } = await together(taken)
      for (const name of PARTIES) await alone(name, sent, answers)
      for (const [index, { act }] of sent.entries())
        if ('operation' in act && answers[index]!.startsWith('[200,')) succeeded.add(act.operation.id)
    }),
    { numRuns: RUNS, examples: [[stepsOfEveryOperation]] },
  )
  expect([...succeeded].sort()).toEqual(Object.keys(OPERATIONS).sort())
  expect(bugs).toEqual([])
})
