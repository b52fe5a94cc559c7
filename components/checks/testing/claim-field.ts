import type { ClaimField } from '../../editor/ruleset-description'

/** A claim of the form on the check page: yes or no and without a question, but for what is given. */
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
