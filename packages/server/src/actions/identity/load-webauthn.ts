/** The library for passkeys has two hundred files: it is read when somebody uses one, not at every start. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
