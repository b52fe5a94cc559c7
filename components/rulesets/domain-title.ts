/** The name of a level-one domain, from its id: `hr_workforce` is “HR workforce”. */
export function domainTitle(id: string): string {
  const words = id.replaceAll('_', ' ').replace(/^hr\b/, 'HR')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
