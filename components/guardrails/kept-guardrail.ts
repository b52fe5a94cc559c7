/** An unsaved guardrail of this browser, whose shape an older release may have written. */
import { GUARDRAIL_TYPES } from '../../server/api/guardrail-terms'
import { startingGuardrail } from './guardrail-words'
import type { Guardrail, GuardrailInput } from './target-data'

/** What is changed of a stored guardrail. */
export function wishOf({ name, type, configuration }: Guardrail): GuardrailInput {
  return { name, type, configuration } as GuardrailInput
}

/** Null for anything but a guardrail of this type. */
export function readGuardrailInput(value: unknown, type: Guardrail['type']): GuardrailInput | null {
  if (typeof value !== 'object' || value === null) return null
  const { name, type: of, configuration } = value as Partial<Record<keyof GuardrailInput, unknown>>
  if (typeof name !== 'string' || of !== type || !GUARDRAIL_TYPES.includes(type)) return null
  if (typeof configuration !== 'object' || configuration === null) return null
  const members = startingGuardrail(type).configuration
  const fits = Object.entries(members).every(([member, start]) => {
    const kept = (configuration as Record<string, unknown>)[member]
    return start === null
      ? kept === null || kept === undefined || typeof kept === 'string'
      : typeof kept === typeof start
  })
  return fits ? (value as GuardrailInput) : null
}
