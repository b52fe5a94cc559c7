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
