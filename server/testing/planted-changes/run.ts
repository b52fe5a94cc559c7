/**
 * `npm run planted-changes -- sheets <folder>` writes the sheets of the three presentations, and
 * `npm run planted-changes -- score <file or folder> …` scores what readers filled in. A folder is searched for files
 * with the name `answers.json` or `answers-….json`; those without any answer are left out.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { makePlantedItems } from './planted-items'
import { readAnswers, scoreAnswers, scoreInWords } from './score-answers'
import { writeSheets } from './write-sheets'

const [command, ...paths] = process.argv.slice(2)
const [folder] = paths
if (command === 'sheets' && folder !== undefined && paths.length === 1) {
  const items = makePlantedItems()
  writeSheets(folder, items)
  console.log(`${items.length} items, written to ${folder}.`)
} else if (command === 'score' && paths.length > 0) {
  const files = paths.flatMap(answerFiles).map((file) => readAnswers(readFileSync(file, 'utf8')))
  const filled = files.filter(({ answers }) => answers.some(({ changed }) => changed !== null))
  if (filled.length > 0) console.log(scoreAnswers(makePlantedItems(), filled).map(scoreInWords).join('\n\n'))
  else console.log('No file has an answer yet.')
} else {
  console.error(
    'Use: npm run planted-changes -- sheets <folder>, or: npm run planted-changes -- score <file or folder> …',
  )
  process.exitCode = 1
}

function answerFiles(given: string): string[] {
  if (!statSync(given).isDirectory()) return [given]
  const names = readdirSync(given, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /^answers(-.*)?\.json$/.test(path.basename(name))).map((name) => path.join(given, name))
}
