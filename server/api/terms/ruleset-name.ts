/** The length is limited by the budget `name_chars`. */
export const RULESET_NAME = /^[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/

/** Completes "A name is made of …". */
export const RULESET_NAME_RULE = 'letters, digits, space, and . _ - / with neither a space nor a slash at an end'

/**
 * For new names. Clients and proxies rewrite an address with an empty part, `.` or `..`, so such a ruleset could not be
 * loaded. {@link RULESET_NAME} still reads the names that older versions stored.
 */
export const NEW_RULESET_NAME =
  /^(?!(.*\/)?\.{0,2}\/)(?!(.*\/)?\.{1,2}$)[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/

/** Completes "A name is made of …". */
export const NEW_RULESET_NAME_RULE = `${RULESET_NAME_RULE}; a part between slashes is never empty, . or .., because proxies rewrite such an address`
