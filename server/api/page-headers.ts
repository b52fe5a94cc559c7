/** Headers by which the pages' own calls say more than their input. */

/** `1` on a call that a page makes by itself while no person uses it: it does not keep a session from being idle. */
export const UNATTENDED_HEADER = 'x-touchstone-unattended'
