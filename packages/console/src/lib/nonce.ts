/** The nonce of this page, which the server writes into the meta tag: styles made at run time carry it. */
export function styleNonce(): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return tag?.nonce ?? ''
}

declare global {
  // The name under which libraries that make style elements by themselves look for a nonce.
  var __webpack_nonce__: string | undefined
}

/** Lets every library on the page make its styles under the policy; called once, before anything is drawn. */
export function shareNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce()
}
