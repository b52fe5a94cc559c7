/** Such as “travel” and “travel 2026”; empty where there is none. */
export function quotedNames(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`)
  const last = quoted.pop()
  if (last === undefined) return ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`
}
