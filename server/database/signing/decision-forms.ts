/** Forms of short statements, which never change. Each is stored once in a namespace. */
import { LRUCache } from 'lru-cache'
import {
  FORM_ID_BYTES,
  formIdIn,
  readForm,
  type StatementForm,
  wholeStatement,
} from '../../attestation/checks/short-statement'
import type { Database } from '../client/database'
import { formKey, type NewForm } from './decision-batch'

const MAX_CACHED_FORMS = 500

export interface ShortRow {
  readonly id: string
  readonly at: Date
  readonly body: Uint8Array
}

export class DecisionForms {
  private readonly read = new LRUCache<string, StatementForm>({ max: MAX_CACHED_FORMS })
  private readonly stored = new LRUCache<string, true>({ max: MAX_CACHED_FORMS })

  constructor(private readonly prisma: Database['prisma']) {}

  /** Idempotent. */
  async store(namespaceId: string, forms: readonly NewForm[]): Promise<void> {
    for (const { id, text } of forms) {
      const key = `${namespaceId}:${formKey(id)}`
      if (this.stored.has(key)) continue
      await this.prisma.$executeRaw`
        INSERT INTO decision_form (namespace_id, id, form) VALUES (${namespaceId}::uuid, ${id}, ${text})
        ON CONFLICT DO NOTHING`
      this.stored.set(key, true)
    }
  }

  /** Returns the rows with whole statements. A statement whose form is missing or damaged stays as it is stored. */
  async whole<Row extends ShortRow>(namespaceId: string, rows: readonly Row[]): Promise<Row[]> {
    const missing = new Map<string, Uint8Array>()
    for (const { body } of rows) {
      const id = formIdIn(body)
      if (id !== null && !this.read.has(formKey(id))) missing.set(formKey(id), id)
    }
    if (missing.size > 0) await this.find(namespaceId, [...missing.values()])
    return rows.map((row) => {
      const id = formIdIn(row.body)
      const form = id === null ? undefined : this.read.get(formKey(id))
      const check = { checkId: row.id, namespaceId, at: row.at.toISOString() }
      const body = form === undefined ? null : wholeStatement(row.body, form, check)
      return body === null ? row : { ...row, body }
    })
  }

  private async find(namespaceId: string, ids: readonly Uint8Array[]): Promise<void> {
    const where = { namespaceId, id: { in: ids.map((id) => new Uint8Array(id)) } }
    for (const { id, form: text } of await this.prisma.decisionForm.findMany({ where })) {
      const form = id.length === FORM_ID_BYTES ? readForm(text, id) : null
      if (form !== null) this.read.set(formKey(id), form)
    }
  }
}
