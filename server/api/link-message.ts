/** A message with a one-time link. The server sends it, or an administrator copies it. */
export interface LinkMessage {
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface InvitationFacts {
  readonly invitedBy: string
  readonly namespaceName: string
  readonly roles: readonly string[]
  readonly link: string
  readonly expiresAt: Date
  /** The only address that may accept; null for any holder of the link. */
  readonly email: string | null
  /** Whether a second administrator must confirm it first. */
  readonly held: boolean
}

export function invitationMessage(facts: InvitationFacts): LinkMessage {
  const { invitedBy, namespaceName, roles, link, expiresAt, email, held } = facts
  const role = `${roles[0] === 'author' || roles[0] === 'administrator' ? 'an' : 'a'} ${LIST.format(roles)}`
  return {
    subject: `Invitation to ${oneLine(namespaceName)} on Touchstone`,
    text: paragraphs([
      `${oneLine(invitedBy)} invites you to the namespace “${oneLine(namespaceName)}” on Touchstone, as ${role}.`,
      `Open this link to join:\n${link}`,
      `It works once, until ${momentWords(expiresAt)}.${email === null ? '' : ` Only an account with the address ${oneLine(email)} can use it.`}`,
      held && 'Another administrator has to confirm the invitation before the link works.',
      'If you do not know who invites you, ignore this message.',
    ]),
  }
}

export interface PasswordLinkFacts {
  readonly email: string
  readonly link: string
  readonly expiresAt: Date
  /** An administrator or the operator. */
  readonly requestedBy: string
}

export function passwordLinkMessage({ email, link, expiresAt, requestedBy }: PasswordLinkFacts): LinkMessage {
  return {
    subject: 'Set a new password on Touchstone',
    text: paragraphs([
      `${oneLine(requestedBy)} requested a link with which you set a new password for your account ${oneLine(email)} on Touchstone.`,
      `Open this link to set it:\n${link}`,
      `It works once, until ${momentWords(expiresAt)}. A new password signs you out of every other browser.`,
      'If you did not ask for it, ignore this message: your password stays as it is.',
    ]),
  }
}

const LIST = new Intl.ListFormat('en')

function paragraphs(texts: readonly (string | false)[]): string {
  return `${texts.filter((text) => text !== false).join('\n\n')}\n`
}

/** Prevents a name from adding a line, a header or a link. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('://', ': //')
    .trim()
}

/** `4 December 2026, 14:05 UTC` */
function momentWords(at: Date): string {
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`
}

export type LinkDelivery =
  | { readonly kind: 'sent'; readonly to: string }
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }

export type NotSentReason = keyof typeof NOT_SENT_WORDS

export const NOT_SENT_WORDS = {
  not_configured: 'This deployment has no mail server.',
  no_address: 'The invitation has no e-mail address.',
  limited: 'Too many messages were sent in the last hour.',
  recipient_refused: 'The mail server refused the address.',
  unavailable: 'The mail server cannot be reached, or refused the message.',
} as const

export interface InvitationQuestion {
  readonly namespaceName: string
  readonly roles: readonly string[]
  readonly invitedBy: string
  /** The only address that may accept; null if any holder of the link may. */
  readonly email: string | null
  /** ISO 8601 in UTC. */
  readonly expiresAt: string
  /** Whether a second administrator must confirm it first. */
  readonly held: boolean
  /** The person signed in in this browser, possibly a member of no namespace. */
  readonly signedIn: { readonly name: string; readonly email: string } | null
}
