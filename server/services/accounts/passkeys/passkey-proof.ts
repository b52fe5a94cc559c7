/** The needed part of `optionsJSON` of `startAuthentication` of @simplewebauthn/browser. */
export interface PasskeyQuestion {
  /** base64url. */
  readonly challenge: string
  readonly timeout: number
  readonly rpId: string
  /** Empty if any passkey of this deployment may answer. */
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
  /** COSE_Key as registered, needed to verify the assertion again. */
  readonly publicKey: Uint8Array
}
