/** Such as “travel” and “travel 2026”; empty where there is none. */
export function quotedNames(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`)
  const last = quoted.pop()
  if (last === undefined) return ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`
}

/** The React key of an item that is identified by its position alone, because items never move in the list. */
export function positionKey(position: number): string {
  return `at-${position}`
}
