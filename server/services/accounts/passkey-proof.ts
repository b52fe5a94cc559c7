/**
 * Proof by a passkey: what a browser is asked, what it answers, and what is known once the answer was verified.
 *
 * The shapes are those of WebAuthn in JSON, their needed members.
 */

/** What `startAuthentication` of @simplewebauthn/browser takes as `optionsJSON`. */
export interface PasskeyQuestion {
  /** base64url. */
  readonly challenge: string
  readonly timeout: number
  readonly rpId: string
  /** Empty where any passkey of this deployment may answer. */
  readonly allowCredentials: { readonly id: string; readonly type: 'public-key' }[]
  readonly userVerification: 'required'
}

/** What `startAuthentication` answers. */
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
  /** COSE_Key, as it was registered: whoever verifies the assertion again needs it. */
  readonly publicKey: Uint8Array
}
