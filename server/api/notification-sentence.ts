/** The sentence about a notification, the same in the inbox, in mail and in webhooks, and the page on which one acts. */
import { type RulesetPage, rulesetPath } from './page-paths'
import type { NotificationEvent, NotificationFacts } from './schemas/notification-facts'
import type { NotificationReason } from './terms/notification-terms'
import { RULESET_NAME } from './terms/ruleset-terms'

export interface DescribedNotification {
  readonly reason: NotificationReason | null
  /** Name of the ruleset at the time of the event. */
  readonly name: string | null
  readonly hash: string | null
  readonly facts: NotificationFacts
}

/** @param reason null for readers who are not addressed, such as webhooks */
export function notificationSentence({ reason, name, hash, facts }: DescribedNotification): string {
  const { event, signer, time, due_on: due } = facts
  const actor = facts.actor === null ? 'Someone' : plainName(facts.actor)
  const what = rulesetWords(name, hash)
  const until = due == null ? '' : ` Please answer by ${dayWords(due)}.`
  switch (event) {
    case 'review_opened':
    case 'reviewer_added':
      return reason === 'asked'
        ? `${actor} asks you to review ${what}.${until}`
        : `${actor} requested a review of ${what}.${due == null ? '' : ` It is due on ${dayWords(due)}.`}`
    case 'review_withdrawn':
      return `${actor} withdrew the request to review ${what}.`
    case 'comment_added':
      return facts.is_suggestion === true
        ? `${actor} suggested a change to ${subjectWords(facts.subject)}${what}.`
        : `${actor} commented on ${subjectWords(facts.subject)}${what}.`
    case 'comment_resolved':
      return `${actor} resolved a comment on ${what}.`
    case 'comment_reopened':
      return `${actor} reopened a comment on ${what}.`
    case 'mentioned':
      return `${actor} mentioned you in a comment on ${subjectWords(facts.subject)}${what}.`
    case 'changes_requested':
      return `${actor} requests changes to ${what}.`
    case 'approved':
      return `${actor} approved ${what}.`
    case 'approved_unsigned':
      return `An approval of ${what} by ${actor} was recorded without a signature.`
    case 'reviewed':
      return `${actor} reviewed ${what} without approving it.`
    case 'withdrawn':
      return `${actor} withdrew an approval of ${what}.`
    case 'expires':
      return `${approvalWords(reason, signer)} of ${what} expires on ${dayWords(time)}.`
    case 'expired':
      return `${approvalWords(reason, signer)} of ${what} expired on ${dayWords(time)}.`
    case 'new_revision':
      return `${actor} saved a new revision of ${what}${revisionReason(reason)}.`
    case 'put_in_force':
      return `${actor} put a revision of ${what} in force from ${dayWords(time)}.`
    case 'force_ended':
      return `A revision of ${what} is no longer in force from ${dayWords(time)}.`
    case 'call_asked':
      return `${actor} waits for a reviewer to decide a call of ${guardWords(facts)}.`
    case 'more_calls_asked':
      return `More calls of ${guardWords(facts)} wait for a reviewer.`
    case 'guard_changed':
      return `${actor} changed the guard of ${guardWords(facts)}. It may need a confirmation before calls pass.`
    case 'webhook_disabled':
      return `The webhook ${quoted(facts.webhook ?? '')} was switched off, because its receiver failed for too long.`
  }
}

/** Path of the page on which the person acts. */
export function notificationPath({ reason, name, hash, facts }: DescribedNotification): string {
  const { event, record_id: record, call_id: call, guard } = facts
  if (event === 'webhook_disabled') return '/settings/notifications'
  if (event === 'guard_changed') return guard == null ? '/tool-guards' : `/tool-guards/${guard.id}`
  if (event === 'call_asked' || event === 'more_calls_asked') return call == null ? '/calls' : `/calls/${call}`
  const page = pageOf(event, reason)
  if (page !== null && name !== null && RULESET_NAME.test(name)) return rulesetPath(name, page)
  if (hash === null) return '/'
  return record == null ? `/approve/${hash}` : `/approve/${hash}/receipts/${record}`
}

/** Null for an event that one reads on a page of the revision. */
function pageOf(event: NotificationEvent, reason: NotificationReason | null): RulesetPage | null {
  if (OF_THE_REVIEW.includes(event)) return 'review'
  return event === 'new_revision' && reason === 'asked' ? 'review' : null
}

const OF_THE_REVIEW: readonly NotificationEvent[] = [
  'review_opened',
  'reviewer_added',
  'review_withdrawn',
  'comment_added',
  'comment_resolved',
  'comment_reopened',
  'mentioned',
]

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const LONGEST_NAME = 120

/** Removes the address from the label of a person, and characters that could leave the line. */
export function plainName(label: string): string {
  const plain = label
    .replace(/ <[^<>]*>$/, '')
    .replace(CONTROLS, ' ')
    .trim()
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME).trimEnd()}…` : plain
}

function rulesetWords(name: string | null, hash: string | null): string {
  if (name !== null) return quoted(name)
  return hash === null ? 'a ruleset' : `the ruleset ${hash.slice(0, 10)}…`
}

function quoted(text: string): string {
  return `“${plainName(text)}”`
}

function guardWords({ guard }: NotificationFacts): string {
  return guard == null ? 'a tool' : `${quoted(guard.tool)} (guard ${quoted(guard.name)})`
}

function subjectWords(subject: NotificationFacts['subject']): string {
  if (subject == null || subject.kind === 'whole') return ''
  const kind = plainName(subject.kind)
  return subject.name === null ? `a part (${kind}) of ` : `the ${kind} ${quoted(subject.name)} of `
}

function approvalWords(reason: NotificationReason | null, signer: string | null | undefined): string {
  if (reason === 'signer') return 'Your approval'
  return signer == null ? 'An approval' : `The approval by ${plainName(signer)}`
}

function revisionReason(reason: NotificationReason | null): string {
  if (reason === 'asked') return ', which you are asked to review'
  return reason === 'signer' ? ', which you signed before' : ''
}

/** Dates are in UTC, like everywhere in the product. */
function dayWords(time: string | null | undefined): string {
  const day = new Date(time ?? Number.NaN)
  if (Number.isNaN(day.getTime())) return 'an unknown day'
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
