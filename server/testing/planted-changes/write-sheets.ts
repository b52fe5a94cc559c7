import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { renderReview } from '../../engine/explain/review'
import { compileText } from '../../engine/testing/ask'
import type { PlantedItem } from './planted-items'

export const PRESENTATIONS = ['text', 'words', 'meaning'] as const
export type Presentation = (typeof PRESENTATIONS)[number]

const SHOWN_AS: Readonly<Record<Presentation, string>> = {
  text: 'the difference of the two texts in the ruleset language',
  words: 'the difference of the two texts in words, as the review shows them',
  meaning: 'the comparison in meaning, with a case and a region for each difference',
}

/**
 * Writes a folder for each presentation: a sheet for browsers that measures the time, and the same as text with
 * instructions and an empty answer file. No file contains the key.
 */
export function writeSheets(folder: string, items: readonly PlantedItem[]): void {
  for (const presentation of PRESENTATIONS) {
    const own = path.join(folder, presentation)
    mkdirSync(own, { recursive: true })
    writeFileSync(path.join(own, 'instructions.md'), instructions(presentation, items.length))
    writeFileSync(path.join(own, 'sheet.html'), browserSheet(presentation, items))
    writeFileSync(path.join(own, 'sheet.md'), items.map((item) => page(presentation, item)).join('\n'))
    writeFileSync(path.join(own, 'answers.json'), `${JSON.stringify(emptyAnswers(presentation, items), null, 2)}\n`)
  }
}

function instructions(presentation: Presentation, count: number): string {
  return `# Which changes alter an answer?

\`sheet.md\` shows ${count} changes of policies. Each has its own number: a policy before, and the same
policy after one edit. You see ${SHOWN_AS[presentation]}.

Some edits change what the policy answers in some case. Others only say the same in another way. For each number, decide
which it is. Use only the sheet:

- \`changed\`: true if some case, with some values of the claims, is answered otherwise after the edit; else false. The
  answers are TRUE, FALSE, UNKNOWN and AMBIGUOUS. What is answered while a value is unknown counts too.
- \`rule\`: if it is true, the name of a rule whose answer changes, or of the definition that changed, such as
  \`receipt_held\`. One suffices; separate several with commas. Else leave it empty.
- \`seconds\`: how long you needed for this number, or null if you did not measure it.

Write into \`answers.json\`, which has an entry for each number. Write a name or a word for yourself into \`reader\`. Go from
the first number to the last, and do not go back. Do not look at other folders, at the policies or at the product, and
run no program: the result is only of use if you have not seen the policies. Some policies appear several times, each
time with another edit of the same original.
`
}

/** Needs no network and no server; the answers are saved as a file. */
function browserSheet(presentation: Presentation, items: readonly PlantedItem[]): string {
  const shownItems = items.map((item) => {
    const text = shown(presentation, item)
    return {
      ...{ id: item.id, policy: item.policy },
      shown: {
        kind: presentation === 'meaning' ? 'list' : 'difference',
        text: text.replace(/^```diff\n|\n```$/g, '').replaceAll(/^- (?=\S)/gm, presentation === 'meaning' ? '' : '- '),
      },
    }
  })
  const sheet = { presentation, instructions: browserInstructions(presentation, items.length), items: shownItems }
  const template = readFileSync(path.join(import.meta.dirname, 'reading-sheet.html'), 'utf8')
  return template.replace('"__SHEET__"', () => JSON.stringify(sheet).replaceAll('<', '\\u003c'))
}

function browserInstructions(presentation: Presentation, count: number): readonly string[] {
  return [
    `You see ${count} edits of policies, one after the other: ${SHOWN_AS[presentation]}.`,
    'Some edits change what the policy answers in some case. Others only say the same in another way. Decide which it is, only from what you see. The answers are TRUE, FALSE, UNKNOWN and AMBIGUOUS; what is answered while a value is unknown counts too.',
    'If an answer changes, name one rule whose answer changes, or the definition that changed, such as receipt_held.',
    'The time of each number is measured while this window is visible. You can stop at any time and continue in the same browser, but you cannot go back. Do not look at the policies or at the product. Some policies appear several times, each time with another edit of the same original.',
  ]
}

function page(presentation: Presentation, item: PlantedItem): string {
  return `## ${item.id} · ${item.policy}\n\n${shown(presentation, item)}\n`
}

function shown(presentation: Presentation, { before, after, sentences }: PlantedItem): string {
  switch (presentation) {
    case 'text':
      return fenced(patch(before, after, 3))
    case 'words':
      return fenced(patch(inWords(before), inWords(after), WORDS_CONTEXT_LINES))
    case 'meaning':
      return sentences.map((sentence) => `- ${sentence}`).join('\n')
  }
}

/** As many lines as an entry of the review has, so that its title is shown. */
const WORDS_CONTEXT_LINES = 14

function patch(before: string, after: string, context: number): string {
  const [, , , , ...lines] = createTwoFilesPatch('before', 'after', before, after, '', '', { context }).split('\n')
  return lines.join('\n').trimEnd()
}

function fenced(text: string): string {
  return text === '' ? 'There is no difference.' : `\`\`\`diff\n${text}\n\`\`\``
}

function inWords(source: string): string {
  return renderReview(compileText(source))
}

function emptyAnswers(presentation: Presentation, items: readonly PlantedItem[]) {
  const answers = items.map(({ id }) => ({ item: id, changed: null, rule: '', seconds: null }))
  return { reader: '', presentation, answers }
}
