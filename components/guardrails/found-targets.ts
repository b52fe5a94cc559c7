/** What of a list of targets is shown: of a project, with all words that are looked for. */

export interface TargetSearch {
  readonly words: string
  /** Empty: of all projects. */
  readonly projectId: string
}

export const EVERYTHING: TargetSearch = { words: '', projectId: '' }

/** Those that match, by name; `told` is the text in which words are looked for. */
export function foundTargets<T extends { readonly name: string; readonly projectId: string }>(
  targets: readonly T[],
  { words, projectId }: TargetSearch,
  told: (target: T) => string,
): T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return targets
    .filter((target) => {
      if (projectId !== '' && target.projectId !== projectId) return false
      const text = told(target).toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .sort((a, b) => collator.compare(a.name, b.name))
}

const collator = new Intl.Collator('en', { numeric: true })
