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
