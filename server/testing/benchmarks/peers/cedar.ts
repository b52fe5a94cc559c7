/**
 * Uses preparsed policies: one permit policy for each assertion. The reasons of the answer name the assertions that
 * hold.
 */
import cedar from '@cedar-policy/cedar-wasm/nodejs'
import { LEVELS, type MakePeer } from '../subject'

export const makePeer: MakePeer = (groups) => {
  const conditions = Array.from({ length: groups }, (_, g) => conditionsOf(g)).flat()
  const id = `bench-${groups}`
  const staticPolicies = Object.fromEntries(
    conditions.map((condition, i) => [`r${i}`, `permit(principal, action, resource) when { ${condition} };`]),
  )
  const prepared = cedar.preparsePolicySet(id, { staticPolicies })
  if (prepared.type !== 'success') throw new Error(`cedar refused the policies: ${JSON.stringify(prepared)}`)
  return {
    name: '@cedar-policy/cedar-wasm',
    load: (input) => {
      const context: Record<string, boolean | number | string> = {}
      for (const [key, value] of Object.entries(input))
        context[key] = key.startsWith('level_') ? LEVELS.indexOf(value as (typeof LEVELS)[number]) : value
      return () => {
        const answer = cedar.statefulIsAuthorized({
          principal: { type: 'User', id: 'u' },
          action: { type: 'Action', id: 'check' },
          resource: { type: 'Claim', id: 'c' },
          context,
          preparsedPolicySetId: id,
          validateRequest: false,
          entities: [],
        })
        if (answer.type !== 'success') throw new Error(`cedar failed: ${JSON.stringify(answer)}`)
        const holding = new Set(answer.response.diagnostics.reason)
        return conditions.map((_, i) => holding.has(`r${i}`))
      }
    },
  }
}

function conditionsOf(g: number): string[] {
  const c = (name: string) => `context.${name}_${g}`
  return [
    `${c('amount')} < 5000`,
    `!(${c('amount')} > 75) || ${c('receipt')}`,
    `${c('category')} == "travel" || ${c('category')} == "meals" || ${c('amount')} < 1000`,
    `${c('approved')} && !${c('flagged')}`,
    `${c('amount')} <= 2500 || ${c('level')} >= 1`,
    `${c('nights')} * ${c('rate')} <= 3000`,
    `${c('amount')} + ${c('tax')} <= 6000`,
    `if ${c('remote')} then ${c('amount')} < 2000 else ${c('amount')} < 7000`,
    `["travel", "meals", "lodging"].contains(${c('category')})`,
    `(${c('receipt')} && ${c('itinerary')}) || (${c('receipt')} && ${c('approved')}) || (${c('itinerary')} && ${c('approved')})`,
    `${c('flagged')} != ${c('approved')}`,
    `!(${c('nights')} > 0) || ${c('category')} != "equipment"`,
  ]
}
