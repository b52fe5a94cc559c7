/**
 * Canonical JSON (RFC 8785, JSON Canonicalization Scheme). Expects no lone surrogates: the service refuses them on
 * entry.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** Leaves out members that are undefined. */
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

/** Joins members that are already canonical JSON. */
export function canonicalObject(members: { readonly [key: string]: string | undefined }): string {
  const rendered: string[] = []
  for (const key of Object.keys(members).sort()) {
    const member = members[key]
    if (member !== undefined) rendered.push(`${JSON.stringify(key)}:${member}`)
  }
  return `{${rendered.join(',')}}`
}

/**
 * Returns the text before and after the list `name`, whose entries are written piece by piece.
 * @param members the other members, already canonical JSON
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
