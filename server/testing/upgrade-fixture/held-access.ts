/**
 * Checks whether people, programs and service accounts of an older version still have the same access and answers.
 * Returns problems; refusals must stay refusals.
 */
import { OPERATIONS } from '../../api/operations'
import { readRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import type { NewSession } from '../../services/accounts/session'
import type { Caller } from '../../services/calls/caller'
import { SoftwareAuthenticator } from '../../services/testing/software-authenticator'
import type { FixtureManifest } from './fixture-manifest'
import { keysOf, receiptProblems } from './held-evidence'
import type { OpenedDeployment } from './opened-deployment'
import type { UpgradeFixture } from './upgrade-fixture'

type Person = FixtureManifest['people'][number]

const OF_THE_VERSION = /,"versions":\{[^{}]*\}/

/** @param people people whose sign-ins are tried; each takes deliberately long */
export async function heldAccess(
  deployment: OpenedDeployment,
  { manifest }: UpgradeFixture,
  people: readonly Person[],
): Promise<string[]> {
  const { workbench, service, platform } = deployment
  const problems: string[] = []
  const expect = async (what: string, works: boolean, attempt: () => Promise<unknown>) => {
    const refusal = await refusalOf(attempt)
    if ((refusal === null) !== works) problems.push(`${what}: ${refusal ?? 'gets in, and must not'}`)
  }
  for (const [index, person] of people.entries()) {
    const signIn = (password: string) => workbench.signIn.signInByPassword(`address ${index}`, person.email, password)
    await expect(`${person.email} by password`, person.member, () => signIn(person.password))
    // One wrong try is enough, because it takes as long as a right one.
    if (index === 0) await expect(`${person.email} by a wrong password`, false, () => signIn(`${person.password}.`))
    if (person.passkey !== null)
      await expect(`${person.email} by passkey`, true, () => signInByPasskey(deployment, person, manifest.publicUrl))
  }
  for (const { label, token, works } of manifest.credentials)
    await expect(`the credential "${label}"`, works, async () => service.authenticate(token))
  for (const { username, kind, secret, works } of manifest.secrets)
    await expect(`the ${kind} of ${username}`, works, () =>
      kind === 'service_token'
        ? platform.gate.exchange(username, secret, 'held')
        : platform.gate.grant(username, secret, 'held'),
    )
  return problems
}

/** Checks stored rulesets again. Later versions may only add members. */
export async function heldAnswers({ service }: OpenedDeployment, { manifest }: UpgradeFixture): Promise<string[]> {
  const problems: string[] = []
  for (const { credential, request, answer } of manifest.checks) {
    const caller = await service.authenticate(credential)
    const context = { caller, channel: 'program', addressKey: () => 'held' } as const
    const { claims, ...rest } = readRequest(OPERATIONS.check.body.schema, request, true)
    const { body } = await service.check(context, { ...rest, claims: { from: 'value', value: claims } })
    if (!holds(JSON.parse(answer.replace(OF_THE_VERSION, '')), JSON.parse(body.replace(OF_THE_VERSION, ''))))
      problems.push(`the check ${request} is answered ${body}, and was answered ${answer}`)
  }
  return problems
}

/** Returns whether the new answer contains the old one, with complete lists. */
function holds(old: unknown, today: unknown): boolean {
  if (Array.isArray(old))
    return Array.isArray(today) && old.length === today.length && old.every((part, index) => holds(part, today[index]))
  if (typeof old !== 'object' || old === null) return old === today
  if (typeof today !== 'object' || today === null) return false
  const members = new Map(Object.entries(today))
  return Object.entries(old).every(([name, part]) => members.has(name) && holds(part, members.get(name)))
}

/**
 * Verifies the receipts that this version issues. Their envelopes equal those of the files, whose review text may have
 * other words.
 */
export async function heldReceipts(deployment: OpenedDeployment, fixture: UpgradeFixture): Promise<string[]> {
  const { workbench } = deployment
  const problems: string[] = []
  const readers = new Map<string, Caller>()
  for (const { id: recordId, namespace } of fixture.manifest.records) {
    const caller = readers.get(namespace) ?? (await readerOf(deployment, fixture, namespace))
    readers.set(namespace, caller)
    const { bundle } = await workbench.signing.receipt(caller, { recordId })
    problems.push(...receiptProblems(`of ${recordId}, given now`, bundle.text, keysOf(fixture), 'review text'))
    const file = fixture.receipts().find(({ name }) => name === `${recordId}.json`)
    if (file === undefined || envelopeIn(file.text) !== envelopeIn(bundle.text))
      problems.push(`the receipt of ${recordId} has another envelope than the file`)
  }
  return problems
}

function envelopeIn(receipt: string): string {
  return JSON.stringify((JSON.parse(receipt) as { readonly envelope: unknown }).envelope)
}

async function readerOf({ workbench }: OpenedDeployment, { manifest }: UpgradeFixture, namespaceId: string) {
  const reader = manifest.people.find((person) => person.member && person.namespace === namespaceId)
  if (reader === undefined) throw new Error(`no person of the fixture is a member of ${namespaceId}`)
  const session = await workbench.signIn.signInByPassword(`reader in ${namespaceId}`, reader.email, reader.password)
  const begun = await workbench.sessions.begin(session, { userAgent: undefined, addressKey: 'held' }, null)
  return workbench.people.callerOf(begun)
}

async function signInByPasskey(
  { workbench: { passkeys } }: OpenedDeployment,
  { passkey }: Person,
  publicUrl: string,
): Promise<NewSession> {
  const { ceremonyId, question } = await passkeys.beginSignIn('held')
  const assertion = new SoftwareAuthenticator(publicUrl, passkey).answer(question)
  return passkeys.signInByPasskey({ ceremonyId, assertion })
}

/** Returns the refusal, or null for a success. Bugs are thrown. */
async function refusalOf(attempt: () => Promise<unknown>): Promise<string | null> {
  try {
    await attempt()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
