import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { RunningServer } from '../running-server'
import type { FixtureManifest } from './fixture-manifest'
import type { PageSession } from './page-session'
import type { StoryMember } from './story-member'

const stored = z.looseObject({ id: z.string(), version: z.int() })
const identified = z.looseObject({ id: z.string() })
const issued = z.looseObject({ id: z.string(), secret: z.string() })
const tasks = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), traceId: z.string() })) })
const states = z.array(z.looseObject({ status: z.string() }))
const waiting = z.looseObject({ asked: z.array(z.looseObject({ id: z.string(), username: z.string() })) })
const exchanged = z.looseObject({ token: z.string() })

export interface PlatformStory {
  readonly server: RunningServer
  readonly administrator: StoryMember
  readonly author: StoryMember
  /** A member of another namespace. */
  readonly elsewhere: StoryMember
  /** A ruleset with the claims of {@link ANSWERS}. */
  readonly hash: string
}

type Secret = FixtureManifest['secrets'][number]

/** Answers of frames for the claims spent, approved and receipts. */
const ANSWERS = [
  { spent: '80 EUR', approved: false, receipts: true },
  { spent: '2000 USD', approved: null, receipts: false },
].map((claims) => JSON.stringify(claims))
const TOPIC = 'answers of the fixture'
const WAIT_MS = 30_000

export async function playPlatform(story: PlatformStory): Promise<Secret[]> {
  const secrets = await makeAccounts(story)
  const { guardrail, review, application } = await makeTargets(story)
  const token = await exchange(story, secrets[0]!)
  for (const [index, A] of ANSWERS.entries()) await send(story, token, guardrail, `decided ${index}`, A)
  for (const trace of ['reviewed', 'waits for a reviewer']) await send(story, token, review, trace, 'Is this polite?')
  await send(story, token, application, 'through the application é 漢', ANSWERS[0]!)
  for (const trace of ['decided 0', 'decided 1']) await until(story, trace, 'answered')
  for (const trace of ['reviewed', 'waits for a reviewer', 'through the application é 漢'])
    await until(story, trace, 'in_review')
  await answerReview(story)
  await until(story, 'reviewed', 'answered')
  return secrets
}

async function makeAccounts({ administrator, elsewhere }: PlatformStory): Promise<Secret[]> {
  const { page } = administrator
  await page.change('serviceAccounts.renameGroup', { name: 'benefits' })
  const secrets: Secret[] = []
  const add = async (username: string) =>
    identified.parse(await page.change('serviceAccounts.add', { username, description: 'of the fixture' })).id
  const issue = async (accountId: string, username: string, kind: Secret['kind'], works: boolean) => {
    const given = { accountId, kind, label: `the ${kind}`, expiresAt: null }
    const { id, secret } = issued.parse(await page.change('serviceAccounts.issueSecret', given))
    secrets.push({ username, kind, secret, works })
    return id
  }
  const [robot, idle, gone] = [await add('fixture-robot'), await add('fixture-idle'), await add('fixture-gone')]
  await issue(robot, 'fixture-robot', 'service_token', true)
  await issue(robot, 'fixture-robot', 'api_key', true)
  const revoked = await issue(robot, 'fixture-robot', 'service_token', false)
  await page.change('serviceAccounts.revokeSecret', { id: revoked })
  await issue(gone, 'fixture-gone', 'api_key', false)
  await page.change('serviceAccounts.setDisabled', { id: gone, disabled: true })
  await page.change('serviceAccounts.setDisabled', { id: idle, disabled: true })
  await page.change('serviceAccounts.setDisabled', { id: idle, disabled: false })
  await page.change('serviceAccounts.removeMember', { accountId: idle })
  await askForForeign(page, elsewhere.page)
  return secrets
}

/**
 * Asks for two accounts of another namespace, whose administrator confirms one for this group and declines the other.
 */
async function askForForeign(page: PageSession, home: PageSession): Promise<void> {
  const answers = { 'fixture-foreign': true, 'fixture-other': false }
  for (const username of Object.keys(answers)) {
    await home.change('serviceAccounts.add', { username, description: '' })
    await page.change('serviceAccounts.addMember', { username })
  }
  const { asked: requests } = waiting.parse(await home.ask('serviceAccounts.view'))
  for (const [username, confirmed] of Object.entries(answers)) {
    const id = requests.find((request) => request.username === username)?.id
    await home.change('serviceAccounts.answerMemberRequest', { id, confirmed })
  }
}

async function makeTargets({ author: { page }, hash }: PlatformStory) {
  const project = stored.parse(await page.change('targets.addProject', { name: 'Claims', description: 'é\t漢' }))
  const projectId = project.id
  const add = async (name: string, type: string, configuration: unknown) => {
    const given = { projectId, content: { name, type, configuration } }
    return stored.parse(await page.change('targets.addGuardrail', given))
  }
  const guardrail = await add('Travel', 'policy_rules', { ruleset_hash: hash })
  const review = await add('Second look', 'human_review', { instructions: 'Is it polite?' })
  const judge = await add('Judge', 'consensus', { judges: 5, instructions: 'Be strict.' })
  const removed = await add('Removed', 'llm_judge', {})
  await page.change('targets.changeGuardrail', {
    id: judge.id,
    version: judge.version,
    content: { name: 'Judges', type: 'consensus', configuration: { judges: 7, instructions: 'Be stricter.' } },
  })
  await page.change('targets.removeGuardrail', { id: removed.id, version: removed.version })
  const graph = {
    nodes: [
      { id: 'rules', guardrail_id: guardrail.id },
      { id: 'person', guardrail_id: review.id },
    ],
    edges: [{ from: 'rules', to: 'person', when: 'YES' }],
  }
  const content = { name: 'Both', contextDocument: 'The handbook.', aggregation: 'all', graph }
  const application = stored.parse(await page.change('targets.addApplication', { projectId, content }))
  const { id, version } = application
  await page.change('targets.changeApplication', { id, version, content: { ...content, aggregation: 'majority' } })
  const extra = stored.parse(
    await page.change('targets.addApplication', { projectId, content: { ...content, name: 'Removed' } }),
  )
  await page.change('targets.removeApplication', { id: extra.id, version: extra.version })
  const spare = stored.parse(await page.change('targets.addProject', { name: 'Spare', description: '' }))
  await page.change('targets.removeProject', { id: spare.id, version: spare.version })
  const renamed = { name: 'Claims 2026', description: '' }
  await page.change('targets.changeProject', { id: projectId, version: project.version, content: renamed })
  return { guardrail: guardrail.id, review: review.id, application: id }
}

async function exchange({ server }: PlatformStory, { username, secret }: Secret): Promise<string> {
  const body = new URLSearchParams({ username, service_token: secret })
  const answer = await fetch(`${server.url}/client-api/auth/token`, { method: 'POST', body })
  return exchanged.parse(await answer.json()).token
}

async function send({ server }: PlatformStory, token: string, target: string, trace: string, A: string): Promise<void> {
  const answer = await fetch(`${server.url}/client-api/bus/send?target_id=${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      trace_id: trace,
      response_topic: [TOPIC],
      entailment_frame: { C: ['One document.'], Q: 'Is it covered?', A, P: [], E: null },
    }),
  })
  if (!answer.ok) throw new Error(`the frame was not taken: ${answer.status} ${await answer.text()}`)
}

async function until({ author }: PlatformStory, traceId: string, status: string): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await sleep(100)) {
    const frames = states.parse(await author.page.ask('frames.find', { traceId }))
    if (frames.every((frame) => frame.status === status)) return
  }
  throw new Error(`the frame "${traceId}" is not ${status} after ${WAIT_MS} ms`)
}

async function answerReview({ author }: PlatformStory): Promise<void> {
  const list = { state: 'waiting', cursor: null, limit: 50 }
  const { items } = tasks.parse(await author.page.ask('reviews.list', list))
  const task = items.find(({ traceId }) => traceId === 'reviewed')
  if (task === undefined) throw new Error('no frame waits for a reviewer')
  await author.page.change('reviews.answer', { id: task.id, conclusion: 'NO', note: 'rude,\nin the second line' })
}
