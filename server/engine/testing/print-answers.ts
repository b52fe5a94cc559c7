/** Prints a new solver's answers to the whole repertoire, last question first. */
import { startSolver } from './ask'
import { answer, REPERTOIRE } from './repertoire'

const solver = startSolver()
const answers = [...REPERTOIRE].reverse().map((entry) => answer(solver, entry))
process.stdout.write(JSON.stringify(answers.reverse()))
