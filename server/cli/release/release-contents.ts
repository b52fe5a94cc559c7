/**
 * The packages that a release runs with, as the lock file names them, and the images of its deployment.
 *
 * Promises: those that only development needs are left out; optional ones of other platforms are in.
 */
import { z } from 'zod'

export interface RuntimePackage {
  readonly name: string
  readonly version: string
  /** SPDX expression, or what the package says in its place; null where it says nothing. */
  readonly license: string | null
  /** Range of Node.js versions; null where it names none. */
  readonly node: string | null
}

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      engines: z.object({ node: z.string().optional() }).or(z.array(z.string())).optional(),
    }),
  ),
})

const INSTALLED = 'node_modules/'

/** @param text of package-lock.json. Throws ZodError where it is none. */
export function runtimePackages(text: string): RuntimePackage[] {
  const { packages } = lock.parse(JSON.parse(text))
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder, { version = '', license = null, engines }]) => ({
      name: folder.slice(folder.lastIndexOf(INSTALLED) + INSTALLED.length),
      version,
      license,
      node: engines === undefined || Array.isArray(engines) ? null : (engines.node ?? null),
    }))
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** A Markdown table of names, versions and licenses; each package and version once. */
export function licenseList(packages: readonly RuntimePackage[]): string {
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license ?? 'none stated'} |`)
  const header = [
    '# Licenses of the run-time dependencies',
    '',
    '| package | version | license |',
    '| --- | --- | --- |',
  ]
  return `${[...header, ...new Set(rows)].join('\n')}\n`
}

/**
 * The images that a deployment is built from and runs beside.
 *
 * Promises: what a Dockerfile's FROM lines and a compose file's services name, each once; stages that the Dockerfile
 * names itself, and the image that it builds, are left out.
 */
export function namedImages(files: readonly string[]): string[] {
  const lines = files.flatMap((text) => text.split('\n'))
  const stages = new Set(lines.flatMap((line) => /^FROM \S+ AS (\S+)/.exec(line)?.slice(1) ?? []))
  const images = lines.flatMap((line) => /^(?:FROM|\s+image:) (\S+)/.exec(line)?.slice(1) ?? [])
  return [...new Set(images)].filter((image) => !stages.has(image) && image.includes(':'))
}
