/** Prints a new solver's answers to the whole repertoire, last question first. */
import { startSolver } from './ask'
import { answerEntry, REPERTOIRE } from './repertoire'

const solver = startSolver()
const answers = [...REPERTOIRE].reverse().map((entry) => answerEntry(solver, entry))
process.stdout.write(JSON.stringify(answers.reverse()))
