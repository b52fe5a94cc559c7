/** The two kinds of what frames are sent to: how pages call them, and where their lists are. */
export const TARGET_KINDS = {
  guardrail: {
    title: 'Guardrail',
    one: 'guardrail',
    many: 'guardrails',
    list: { href: '/guardrails', title: 'Guardrails' },
  },
  application: {
    title: 'Application',
    one: 'application',
    many: 'applications',
    list: { href: '/applications', title: 'Applications' },
  },
} as const

export type TargetKind = keyof typeof TARGET_KINDS

/** The roles that may read targets. */
export const TARGET_READERS = ['author', 'reviewer', 'administrator'] as const
