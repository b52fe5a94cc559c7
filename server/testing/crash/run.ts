/**
 * `npm run kill-runs`: kills servers and databases under load and counts what was acknowledged and is lost, doubled or
 * changed. Writes (`-- --runs 200 --seed 1`), or frames on both buses (`-- frames --frames 20000 --kills 200 --seed 1`). Ends
 * with 1 where anything is wrong.
 */
import { frameRuns } from './frame-runs'
import { writeRuns } from './write-runs'

const [first, ...others] = process.argv.slice(2)
if (first === 'frames') await frameRuns(others)
else await writeRuns(process.argv.slice(2))
