/** `1` on a call that a page makes while no person uses it; it does not prolong an idle session. */
export const UNATTENDED_HEADER = 'x-touchstone-unattended'
