/**
 * Plays every way that a change waiting for a second administrator can end. Events of past days happen on a server
 * whose clock is days behind.
 */
import { z } from 'zod'
import type { RunningServer } from '../running-server'
import { StoryMember } from './story-member'

const waiting = z.array(z.looseObject({ id: z.string(), digest: z.string() }))
type Answer = 'confirm' | 'decline' | 'withdraw' | 'apply_alone'

/** Administrators whose changes have waited for days. */
export interface WaitingOffice {
  readonly proposer: StoryMember
  readonly other: StoryMember
}

export async function answerChange({ page }: StoryMember, answer: Answer): Promise<void> {
  const [change, ...more] = waiting.parse(await page.ask('members.pendingChanges'))
  if (change === undefined || more.length > 0) throw new Error('not exactly one change waits')
  const { id, digest } = change
  await page.change('members.answerChange', { id, digest, answer })
}

/**
 * Declines one change, withdraws one, and makes one void by an earlier change. Four eyes are required before and after.
 */
export async function playChanges(proposer: StoryMember, other: StoryMember): Promise<void> {
  await proposer.page.change('members.remove', { personId: await proposer.personId(other.email) })
  await answerChange(other, 'decline')
  await proposer.page.change('settings.change', { separateApprover: false })
  await answerChange(proposer, 'withdraw')
  await proposer.page.change('settings.change', { separateApprover: false, labelingAllowed: false })
  await other.page.change('settings.change', { labelingAllowed: false })
  const voided = await answerChange(other, 'confirm').then(
    () => 'confirmed',
    (error: Error) => error.message,
  )
  if (!voided.includes('is void')) throw new Error(`a change that another one overtook: ${voided}`)
  await other.page.change('settings.change', { labelingAllowed: true })
}

/**
 * Eight days ago: proposes a change that has expired now.
 * @param now clock of the server
 */
export async function proposeExpiring(server: RunningServer, now: () => Date): Promise<WaitingOffice> {
  const proposer = await StoryMember.setUp(server, 'Gita Holm', 'Third office', { preset: 'regulated', now })
  const other = await proposer.invite(server, 'Jonas Marsh', ['administrator'])
  await proposer.page.change('settings.change', { peopleApprove: false })
  return { proposer, other }
}

/** Four days ago: proposes a change that its proposer may now apply without a second administrator. */
export async function proposeLasting(server: RunningServer, { proposer }: WaitingOffice): Promise<void> {
  await proposer.signIn(server)
  await proposer.page.change('settings.change', { separateApprover: false })
}

/** Today: the first change has expired, and its proposer applies the second one. */
export async function endWaiting(server: RunningServer, { proposer, other }: WaitingOffice): Promise<void> {
  for (const member of [proposer, other]) await member.signIn(server)
  await answerChange(proposer, 'apply_alone')
}
