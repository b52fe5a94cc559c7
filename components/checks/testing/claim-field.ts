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
