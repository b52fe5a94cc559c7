import type { ExampleTitle } from '../../checks/examples'
import { domainTitle } from '../ruleset-data'

/** Returns the examples that contain every word. */
export function foundExamples(examples: readonly ExampleTitle[], search: string): readonly ExampleTitle[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return examples.filter(({ title, summary, source, country, domain }) => {
    const text = [title, summary, source, country, domainTitle(domain)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
