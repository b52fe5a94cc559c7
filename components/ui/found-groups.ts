export interface OptionGroup {
  /** May be empty. */
  readonly title: string
  readonly options: readonly { readonly value: string; readonly title: string }[]
}

export interface FoundGroup extends OptionGroup {
  /** Position of its first option in the whole list. */
  readonly first: number
}

/** Returns the options with every word of the search in their own title or the group's. */
export function foundGroups(groups: readonly OptionGroup[], search: string): readonly FoundGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches: FoundGroup[] = []
  let first = 0
  for (const { title, options } of groups) {
    const fitting = options.filter((option) => {
      const text = `${option.title}\n${title}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    if (fitting.length > 0) matches.push({ title, options: fitting, first })
    first += fitting.length
  }
  return matches
}
