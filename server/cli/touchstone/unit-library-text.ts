import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { type ConverterLine, libraryLines, libraryText } from '../../language/units/converter-pairs'
import { admitConverter, isConverter } from '../../language/units/proposed-converter'
import type { Converter } from '../../language/units/unit'
import type { LibraryText } from '../../services/engine-pool/engine-job'
import { hashLibrary } from '../../services/library/unit-libraries'

/** The message names the file and the line. */
export class UnitLibraryError extends Error {
  override readonly name = 'UnitLibraryError'
}

/**
 * Reads `unit library 1` and its converters, one a line. The order of the lines does not count; of two lines about a pair
 * of units, the later one does.
 * @param file named in errors
 * @throws UnitLibraryError
 */
export function readUnitLibrary(file: string, text: string): LibraryText {
  const canonical = libraryText(linesOf(file, text).map((line, index) => admittedLine(file, line, index)))
  return { hash: hashLibrary(canonical), converters: libraryLines(canonical) }
}

function linesOf(file: string, text: string): readonly ConverterLine[] {
  try {
    return libraryLines(text.replaceAll('\r\n', '\n'))
  } catch (error) {
    throw new UnitLibraryError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function admittedLine(file: string, { from, to, factor, offset }: ConverterLine, index: number): Converter {
  const [exactFactor, exactOffset] = [factor, offset].map((text) => parseNumeral(text, MAX_DIGITS))
  const line = `${file}:${index + 2}`
  if (!isRational(exactFactor!) || !isRational(exactOffset!))
    throw new UnitLibraryError(`${line}: a factor and an offset are numbers, such as 0.45359237.`)
  const admitted = admitConverter({ from, to, factor: exactFactor, offset: exactOffset })
  if (!isConverter(admitted)) {
    const [problem] = admitted
    throw new UnitLibraryError(`${line}: nothing can convert ${from} to ${to}: ${problem?.field} ${problem?.problem}.`)
  }
  return admitted
}

const MAX_DIGITS = 10_000
