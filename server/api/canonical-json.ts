/**
 * Canonical JSON: one text for one value (RFC 8785, JSON Canonicalization Scheme).
 *
 * Promises: object keys sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript prints them.
 * Trusts that values hold no lone surrogates: every text that enters the service is checked at its border.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** The canonical text of `value`; members that are undefined are left out. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no JSON number`)
    return JSON.stringify(value)
  }
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}

/** Puts members that are canonical JSON already into one canonical object. */
export function canonicalObject(members: { readonly [key: string]: string | undefined }): string {
  const rendered: string[] = []
  for (const key of Object.keys(members).sort()) {
    const member = members[key]
    if (member !== undefined) rendered.push(`${JSON.stringify(key)}:${member}`)
  }
  return `{${rendered.join(',')}}`
}

/**
 * A canonical object whose member `name` is a list that is written piece by piece: its text before the entries and after.
 * @param members the others, each canonical JSON already
 */
export function canonicalAround(
  members: { readonly [key: string]: string | undefined },
  name: string,
): { readonly before: string; readonly after: string } {
  const rendered = Object.keys({ ...members, [name]: '' })
    .sort()
    .flatMap((key) => {
      if (key === name) return [null]
      const member = members[key]
      return member === undefined ? [] : [`${JSON.stringify(key)}:${member}`]
    })
  const at = rendered.indexOf(null)
  const before = [...rendered.slice(0, at), `${JSON.stringify(name)}:[`].join(',')
  return { before: `{${before}`, after: `${[']', ...rendered.slice(at + 1)].join(',')}}` }
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
