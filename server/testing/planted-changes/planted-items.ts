/**
 * Pairs of texts for readers: 40 changes of eight kinds in ten policies, and as many rewrites that change no answer.
 * The engine says what each of them does, so the key is computed and never written by hand.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { compareRulesets } from '../../meaning/comparison/comparison'
import { underBuiltIn } from '../../meaning/testing/checked-witnesses'

const POLICIES = path.resolve(import.meta.dirname, '../golden/policies')

export const PLANTED_KINDS = [
  'threshold_moved',
  'comparison_strictness',
  'condition_dropped',
  'and_or',
  'exception_widened',
  'unit_changed',
  'date_limit_shifted',
  'default_changed',
] as const

const edit = { find: z.string(), by: z.string(), everywhere: z.boolean().default(false) }
const changesFile = z.array(
  z.strictObject({
    policy: z.string(),
    planted: z.array(z.strictObject({ ...edit, kind: z.enum(PLANTED_KINDS) })),
    harmless: z.array(z.strictObject({ ...edit, kind: z.string() })),
  }),
)

export interface PlantedItem {
  /** "01" and so on, in the order of the sheets. */
  readonly id: string
  readonly policy: string
  readonly kind: string
  readonly isPlanted: boolean
  readonly before: string
  readonly after: string
  /** Assertions whose answers change, and definitions that changed; a reader may name any of them. */
  readonly names: readonly string[]
  /** The product's comparison, with witnesses and regions. */
  readonly sentences: readonly string[]
}

/** Makes the items in an order that does not tell what is planted; the same every time. */
export function makePlantedItems(): readonly PlantedItem[] {
  const file = readFileSync(path.join(import.meta.dirname, 'changes.json'), 'utf8')
  const solver = startSolver()
  const items = changesFile.parse(JSON.parse(file)).flatMap(({ policy, planted, harmless }) => {
    const before = readFileSync(path.join(POLICIES, policy, 'ruleset.tsr'), 'utf8')
    const base = compileText(before)
    const item = (isPlanted: boolean) => (change: z.output<typeof changesFile>[number]['harmless'][number]) => {
      const after = applyEdit(before, change)
      const meter = new Meter(DEFAULT_BUDGETS.evaluation_steps, DEFAULT_BUDGETS.solver_steps_total)
      const tools = { solver, mode: 'tiers' as const, budget: DEFAULT_BUDGETS, meter }
      const { summary, findings, pairs } = compareRulesets(underBuiltIn(base), underBuiltIn(compileText(after)), tools)
      const changed = pairs.filter(({ verdict }) => verdict !== 'same').map((pair) => pair.after)
      const definitions = findings.flatMap((each) => (each.kind === 'definition-changed' ? (each.after ?? []) : []))
      const names = changed.length === 0 ? [] : [...changed, ...definitions]
      const sentences = [summary, ...findings.map(({ sentence }) => sentence)]
      return { policy, kind: change.kind, isPlanted, before, after, names, sentences }
    }
    return [...planted.map(item(true)), ...harmless.map(item(false))]
  })
  return shuffle(items).map((item, place) => ({ id: String(place + 1).padStart(2, '0'), ...item }))
}

/** @throws if the text does not occur exactly once */
function applyEdit(text: string, { find, by, everywhere }: { find: string; by: string; everywhere: boolean }): string {
  const pieces = text.split(find)
  if (pieces.length < 2 || (pieces.length > 2 && !everywhere)) throw new Error(`not there once: ${find}`)
  return pieces.join(by)
}

/** Fisher–Yates with a linear congruential generator of fixed seed. */
function shuffle<T>(items: readonly T[]): readonly T[] {
  const shuffled = [...items]
  let state = 34
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const place = Math.floor((state / 2_147_483_648) * (last + 1))
    ;[shuffled[last], shuffled[place]] = [shuffled[place]!, shuffled[last]!]
  }
  return shuffled
}
