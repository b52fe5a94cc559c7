/**
 * The benchmark policy: groups of twelve assertions, each with its own claims. It uses only what all engines can
 * express (whole numbers, no modulo), so that their answers must be equal. Inputs come from a seed and differ on every
 * call.
 */
export const GROUP = 12

export const CATEGORIES = ['travel', 'meals', 'lodging', 'equipment', 'training'] as const
export const LEVELS = ['analyst', 'manager', 'director', 'officer'] as const

export type Input = Record<string, boolean | number | string>

/** Uses mulberry32. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function makeInput(groups: number, next: () => number): Input {
  const input: Input = {}
  for (let g = 0; g < groups; g++) {
    input[`amount_${g}`] = Math.floor(next() * 8000)
    input[`tax_${g}`] = Math.floor(next() * 900)
    input[`nights_${g}`] = Math.floor(next() * 14)
    input[`rate_${g}`] = Math.floor(next() * 400)
    input[`receipt_${g}`] = next() < 0.7
    input[`approved_${g}`] = next() < 0.8
    input[`flagged_${g}`] = next() < 0.1
    input[`remote_${g}`] = next() < 0.4
    input[`itinerary_${g}`] = next() < 0.6
    input[`category_${g}`] = CATEGORIES[Math.floor(next() * CATEGORIES.length)]!
    input[`level_${g}`] = LEVELS[Math.floor(next() * LEVELS.length)]!
  }
  return input
}

export function touchstoneSource(groups: number, version: '1.3' | '1.4' = '1.3'): string {
  const lines = [`version ${version};`]
  for (let g = 0; g < groups; g++) {
    for (const name of ['amount', 'tax', 'nights', 'rate']) lines.push(`declare ${name}_${g} as numeric;`)
    for (const name of ['receipt', 'approved', 'flagged', 'remote', 'itinerary'])
      lines.push(`declare ${name}_${g} as boolean;`)
    lines.push(`declare category_${g} as enum {${CATEGORIES.map((c) => `"${c}"`).join(', ')}};`)
    lines.push(`declare level_${g} as enum [${LEVELS.map((l) => `"${l}"`).join(', ')}];`)
    lines.push(
      `assert within_limit_${g} { amount_${g} < 5000 };`,
      `assert receipt_over_75_${g} { Implies(amount_${g} > 75, receipt_${g}) };`,
      `assert small_or_travel_${g} { Or(category_${g} == "travel", category_${g} == "meals", amount_${g} < 1000) };`,
      `assert approved_and_clear_${g} { And(approved_${g}, Not(flagged_${g})) };`,
      `assert senior_enough_${g} { Or(amount_${g} <= 2500, level_${g} >= "manager") };`,
      `assert lodging_cap_${g} { nights_${g} * rate_${g} <= 3000 };`,
      `assert gross_cap_${g} { amount_${g} + tax_${g} <= 6000 };`,
      `assert limit_by_place_${g} { If(remote_${g}, amount_${g} < 2000, amount_${g} < 7000) };`,
      `assert listed_category_${g} { IsMember(category_${g}, {"travel", "meals", "lodging"}) };`,
      `assert two_proofs_${g} { AtLeast(2, x in {receipt_${g}, itinerary_${g}, approved_${g}}, x) };`,
      `assert one_path_${g} { Xor(flagged_${g}, approved_${g}) };`,
      `assert stay_is_travel_${g} { Implies(nights_${g} > 0, category_${g} != "equipment") };`,
    )
  }
  return `${lines.join('\n')}\n`
}

export interface Peer {
  readonly name: string
  /** Converts an input, unmeasured. */
  load(input: Input): Decide
}

/** Answers in the order of {@link touchstoneSource}. */
export type Decide = () => readonly boolean[] | Promise<readonly boolean[]>

/** Unmeasured. */
export type MakePeer = (groups: number) => Peer | Promise<Peer>
