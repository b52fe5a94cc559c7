/** Returns “travel” and “travel 2026”, or an empty text. */
export function quotedNames(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`)
  const last = quoted.pop()
  if (last === undefined) return ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`
}

/** For lists whose items never move. */
export function positionKey(position: number): string {
  return `at-${position}`
}

/** Returns the name in a label such as `Ann Lee <ann@example.org>`; a credential's label stays unchanged. */
export function personName(label: string): string {
  return label.replace(/ <[^<>]*>$/, '')
}
