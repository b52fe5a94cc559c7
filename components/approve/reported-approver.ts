/** The words for an approver whom no signature proves: who reported the name is part of it everywhere. */
import type { Sheet } from './sheet'

type Reported = Pick<Sheet['unsigned'][number], 'approver' | 'channel' | 'reportedBy'>

/** Such as “Ann, as reported by the credential ci-bot”; never the bare name. */
export function reportedApprover({ approver, channel, reportedBy }: Reported): string {
  return `${approver}, as reported by ${reporter({ channel, reportedBy })}`
}

function reporter({ channel, reportedBy }: Omit<Reported, 'approver'>): string {
  if (channel === 'agent') return reportedBy === null ? 'an AI agent' : `an AI agent of “${reportedBy}”`
  return reportedBy === null ? 'a program without a credential' : `the credential “${reportedBy}”`
}
