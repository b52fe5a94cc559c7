/**
 * Members of an answer that two calls cannot share: what holds a clock, a random value, or the door that was used.
 *
 * A writing case runs once through each door, in namespaces that began alike. Its two answers are the same bytes once
 * these members are replaced, and each of these must have its form. Whatever is not listed here is compared byte by byte.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
}

const VOLATILE: Readonly<Record<string, keyof typeof FORMS>> = {
  approved_at: 'timestamp',
  bound_at: 'timestamp',
  updated_at: 'timestamp',
  added_at: 'timestamp',
  namespace: 'id',
}

const MEMBER = new RegExp(`"(${Object.keys(VOLATILE).join('|')})":"([^"\\\\]*)"`, 'g')

/** The canonical text with its volatile members replaced by the name of their form. */
export function withoutVolatile(text: string): string {
  return text.replace(MEMBER, (member, name: string, value: string) => {
    const form = VOLATILE[name]!
    return FORMS[form]!.test(value) ? `"${name}":"<${form}>"` : member
  })
}

/** An approval tells of an agent that recorded it, and nothing of any other door. */
export function withoutAgent(text: string): string {
  return text.replaceAll(',"recorded_by":"agent"', '')
}
