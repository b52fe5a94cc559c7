/**
 * Adds the accepted lenient forms to a tool's input schema (api/lenient-arguments.ts). An empty string is declared with
 * `maxLength`, because some programs refuse an empty constant.
 */
import type { Members } from '../../api/openapi/openapi-schemas'

const EMPTY_TEXT = { type: 'string', maxLength: 0 }
const NOTHING = { type: 'null' }
/** Digits of a whole number, or an empty text. */
const DIGITS = { type: 'string', pattern: '^[0-9]*$' }
/** Keywords that an empty text may violate. */
const LIMITS = ['enum', 'const', 'pattern', 'format', 'minLength']

export function lenientInput(schema: Members): Members {
  const required = (schema.required as readonly string[] | undefined) ?? []
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Members>)
  const lenient = properties.map(([name, property]): [string, Members] => {
    if (name === 'claims') return [name, objectOrText(property)]
    if (name === 'label') return [name, extendDescription(orEmpty(property), 'Without a domain it labels nothing.')]
    return [name, required.includes(name) ? property : orEmpty(property)]
  })
  return { ...schema, properties: Object.fromEntries(lenient) }
}

function objectOrText({ description, ...object }: Members): Members {
  const forms = { description: `${description}.`, anyOf: [object, { type: 'string' }] }
  return extendDescription(forms, 'An object, or a string that holds it as JSON.')
}

function extendDescription(property: Members, more: string): Members {
  return { ...property, description: `${property.description} ${more}` }
}

function orEmpty(property: Members): Members {
  const { description, anyOf, ...rest } = property
  const forms = ((anyOf as Members[] | undefined) ?? [rest]).map((form) =>
    hasType(form, 'object') ? lenientInput(form) : form,
  )
  const isText = (form: Members) => hasType(form, 'string') && LIMITS.every((limit) => !(limit in form))
  const inDigits = forms.some((form) => hasType(form, 'integer'))
  const besides = [
    ...(forms.some(isText) ? [] : [inDigits ? DIGITS : EMPTY_TEXT]),
    ...(forms.some((form) => hasType(form, 'null')) ? [] : [NOTHING]),
  ]
  if (besides.length === 0) return property
  return { ...(description !== undefined && { description }), anyOf: [...forms, ...besides] }
}

function hasType({ type }: Members, name: string): boolean {
  return Array.isArray(type) ? type.includes(name) : type === name
}
