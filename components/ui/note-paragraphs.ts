/**
 * The paragraphs of an author's note. Lines of a comment are as long as the author's editor made them, so they flow as one
 * paragraph; an empty line ends it.
 */
export function noteParagraphs(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line.trim())
  }
  return paragraphs.filter((words) => words.length > 0).map((words) => words.join(' '))
}
