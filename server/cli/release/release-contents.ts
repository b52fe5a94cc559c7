import { z } from 'zod'

export interface RuntimePackage {
  readonly name: string
  readonly version: string
  /** SPDX expression, or what the package says in its place; null if it says nothing. */
  readonly license: string | null
  /** Range of Node.js versions; null if it names no range. */
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

/**
 * Leaves out development packages, and includes optional packages of other platforms.
 * @param text content of package-lock.json
 * @throws ZodError for any other content
 */
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

/** Returns the images in a Dockerfile and a compose file, except the Dockerfile's stages and the image that it builds. */
export function namedImages(files: readonly string[]): string[] {
  const lines = files.flatMap((text) => text.split('\n'))
  const stages = new Set(lines.flatMap((line) => /^FROM \S+ AS (\S+)/.exec(line)?.slice(1) ?? []))
  const images = lines.flatMap((line) => /^(?:FROM|\s+image:) (\S+)/.exec(line)?.slice(1) ?? [])
  return [...new Set(images)].filter((image) => !stages.has(image) && image.includes(':'))
}
