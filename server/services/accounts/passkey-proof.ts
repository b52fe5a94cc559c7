/**
 * Proof by a passkey: the question to a browser, its answer, and the result of a verified answer. The types are those
 * of WebAuthn in JSON, their needed members.
 */

/** `optionsJSON` of `startAuthentication` of @simplewebauthn/browser. */
export interface PasskeyQuestion {
  /** base64url. */
  readonly challenge: string
  readonly timeout: number
  readonly rpId: string
  /** Empty where any passkey of this deployment may answer. */
  readonly allowCredentials: { readonly id: string; readonly type: 'public-key' }[]
  readonly userVerification: 'required'
}

/** Result of `startAuthentication`. */
export interface PasskeyAssertion {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly authenticatorData: string
    readonly clientDataJSON: string
    readonly signature: string
    readonly userHandle?: string | undefined
  }
}

export interface ProvenPasskey {
  readonly passkeyId: string
  readonly personId: string
  readonly label: string
  /** COSE_Key, as it was registered: it is needed to verify the assertion again. */
  readonly publicKey: Uint8Array
}
