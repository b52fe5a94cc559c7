/** What names of rulesets are made of. Their length is the budget `name_chars`, which the service judges. */
export const RULESET_NAME = /^[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/

/** Ends the sentence "A name is made of …". */
export const RULESET_NAME_RULE = 'letters, digits, space, and . _ - / with neither a space nor a slash at an end'

/**
 * A name under which something can be saved. Clients and proxies rewrite an address with an empty part, `.` or `..` in it,
 * so a ruleset of such a name could not be loaded. Names that older versions stored are still read by {@link RULESET_NAME}.
 */
export const NEW_RULESET_NAME =
  /^(?!(.*\/)?\.{0,2}\/)(?!(.*\/)?\.{1,2}$)[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/

/** Ends the sentence "A name is made of …". */
export const NEW_RULESET_NAME_RULE = `${RULESET_NAME_RULE}; a part between slashes is never empty, . or .., because proxies rewrite such an address`
