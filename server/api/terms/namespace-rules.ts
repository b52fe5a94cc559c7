/** Rules of a namespace that protect the sign-off. Only a change of these settings can weaken a namespace. */

interface Rule {
  /** The value that protects more. */
  readonly strict: boolean
  /** For lists of rules. */
  readonly title: string
  /** The strict value in a few words. */
  readonly short: string
  /** The strict value in one sentence. */
  readonly sentence: string
  /** Whether switching it on requires a passkey, or a sign-in at the provider. */
  readonly needsPasskey: boolean
}

export const NAMESPACE_RULES = {
  separateApprover: {
    strict: true,
    title: 'An author of a ruleset may not approve it',
    short: 'Four eyes',
    sentence: 'Four eyes: a person who did not write the ruleset approves it.',
    needsPasskey: false,
  },
  peopleApprove: {
    strict: true,
    title: 'Agents may not approve',
    short: 'People only',
    sentence: 'People only: an AI agent that acts for a person cannot approve.',
    needsPasskey: false,
  },
  currentEngine: {
    strict: true,
    title: 'An approval under an older engine does not count',
    short: 'Same results',
    sentence: 'Same results: where a newer engine gives other results, a person approves again.',
    needsPasskey: false,
  },
  passingCases: {
    strict: true,
    title: 'A failing test case prevents an approval',
    short: 'Passing tests',
    sentence: 'Passing tests: a revision that a saved test case fails on cannot be approved.',
    needsPasskey: false,
  },
  unsignedApprovals: {
    strict: false,
    title: 'Approvals without a signature are recorded',
    short: 'Signed only',
    sentence: 'Signed only: an approval without a signature is not recorded.',
    needsPasskey: false,
  },
  passkeyToSign: {
    strict: true,
    title: 'Signing needs a passkey or the provider',
    short: 'Second factor to sign',
    sentence: 'Second factor to sign: a password alone signs nothing.',
    needsPasskey: true,
  },
  passkeyToAdminister: {
    strict: true,
    title: 'Administration needs a passkey or the provider',
    short: 'Second factor to administer',
    sentence: 'Second factor to administer: a password alone changes no member, credential or setting.',
    needsPasskey: true,
  },
} as const satisfies Record<string, Rule>

export type NamespaceRule = keyof typeof NAMESPACE_RULES
export type RuleValues = Readonly<Record<NamespaceRule, boolean>>

export const NAMESPACE_RULE_NAMES = Object.keys(NAMESPACE_RULES) as readonly NamespaceRule[]

export const PRESETS = ['regulated', 'standard'] as const
export type Preset = (typeof PRESETS)[number]

/** The preset `standard` has the opposite of each value. */
export const REGULATED_RULES: RuleValues = {
  separateApprover: NAMESPACE_RULES.separateApprover.strict,
  peopleApprove: NAMESPACE_RULES.peopleApprove.strict,
  currentEngine: NAMESPACE_RULES.currentEngine.strict,
  passingCases: NAMESPACE_RULES.passingCases.strict,
  unsignedApprovals: NAMESPACE_RULES.unsignedApprovals.strict,
  passkeyToSign: NAMESPACE_RULES.passkeyToSign.strict,
  passkeyToAdminister: NAMESPACE_RULES.passkeyToAdminister.strict,
}

/** Whether a change gives up the strict value of a rule. */
export function weakensNamespace(before: RuleValues, change: Readonly<Record<string, unknown>>): boolean {
  return NAMESPACE_RULE_NAMES.some((rule) => {
    const { strict } = NAMESPACE_RULES[rule]
    return before[rule] === strict && change[rule] !== undefined && change[rule] !== strict
  })
}

/** Returns the rules that do not have their strict value. */
export function findWeakenedRules(values: RuleValues): NamespaceRule[] {
  return NAMESPACE_RULE_NAMES.filter((rule) => values[rule] !== REGULATED_RULES[rule])
}
