/** Only an empty line ends a paragraph, because line lengths come from the author's editor. */
export function noteParagraphs(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line.trim())
  }
  return paragraphs.filter((words) => words.length > 0).map((words) => words.join(' '))
}
