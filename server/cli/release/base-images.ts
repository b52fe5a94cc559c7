/** `npm run base-images`: prints the current digests of the images of Dockerfile and compose.yaml, to be copied there. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { namedImages } from './release-contents'

const root = path.resolve(import.meta.dirname, '../../..')
const files = ['Dockerfile', 'compose.yaml'].map((name) => readFileSync(path.join(root, name), 'utf8'))
for (const image of namedImages(files)) {
  const [tag] = image.split('@')
  const { status, stdout, stderr, error } = spawnSync(
    'docker',
    ['buildx', 'imagetools', 'inspect', tag!, '--format', '{{.Manifest.Digest}}'],
    { encoding: 'utf8', timeout: 60_000 },
  )
  const digest = stdout?.trim()
  if (status === 0 && /^sha256:[0-9a-f]{64}$/.test(digest)) console.log(`${tag}@${digest}`)
  else {
    console.error(`${tag}: no digest (${error?.message ?? stderr.trim()}). Run this where Docker with buildx answers.`)
    process.exitCode = 1
  }
}
