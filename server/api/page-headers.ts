/** Headers by which the pages' own calls say more than their input. */

/** `1` on a call that a page makes by itself while no person uses it: such a call does not prolong an idle session. */
export const UNATTENDED_HEADER = 'x-touchstone-unattended'
