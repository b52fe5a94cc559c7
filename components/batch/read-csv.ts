/** Reads records of CSV. The reader is loaded when the first file comes. */

const isBlank = ([only, ...others]: readonly string[]) => others.length === 0 && (only ?? '').trim() === ''

/** Blank lines are no records. */
export async function readCsv(text: string, delimiter: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replaceAll('\r\n', '\n'), { delimiter, newline: '\n' })
  return data.filter((cells) => !isBlank(cells))
}
