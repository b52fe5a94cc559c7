/** The options of a grouped list that a search leaves. */

export interface OptionGroup {
  /** Empty for options without a group. */
  readonly title: string
  readonly options: readonly { readonly value: string; readonly title: string }[]
}

export interface FoundGroup extends OptionGroup {
  /** The position of its first option in the whole list. */
  readonly first: number
}

/** The options with every word of the search in their title or in that of their group, in order; no empty group. */
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
