/** The nonce of this page, which the server writes into the meta tag: styles made at run time carry it. */
export function styleNonce(): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return tag?.nonce ?? ''
}
