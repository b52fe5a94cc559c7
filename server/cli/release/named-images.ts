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
