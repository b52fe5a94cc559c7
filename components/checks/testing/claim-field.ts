import type { RecordField } from '../../../server/engine/records/record-fields'
import type { ClaimField } from '../../editor/ruleset-description'

/** Returns a boolean claim of the check page without a question, unless `part` says otherwise. */
export function claimField(name: string, part: Partial<ClaimField> = {}): ClaimField {
  return {
    name,
    label: name,
    type: 'boolean',
    question: '',
    context: null,
    vocabulary: [],
    codes: [],
    within: [],
    ordered: false,
    unit: null,
    adoptedUnit: null,
    range: null,
    unitChoices: [],
    undetermined: 'unknown',
    readBy: [],
    line: 1,
    ...part,
  }
}

/** How that claim is read from a file. */
export function recordField(name: string, part: Partial<RecordField> = {}): RecordField {
  return {
    name,
    kind: 'boolean',
    unit: null,
    column: name,
    texts: [],
    upTo: null,
    blank: null,
    wholeOrElse: false,
    fallback: null,
    ...part,
  }
}
