import type { ExportedByPage } from '../../server/api/exports'
import { server } from './server-calls'

/** Tells the log of the namespace what leaves the page as a file or on paper. Done before it leaves. */
export async function noteExport(what: ExportedByPage, reference: string | null): Promise<void> {
  await server.audit.noteExport.mutate({ what, reference })
}
