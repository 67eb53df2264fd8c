/**
 * What a connection to the tunnel port is upgraded to, with the ticket as bearer token: HTTP/2 in which the machine that connected is the
 * server and the platform the client.
 */
export const tunnelProtocol = 'mkt-tunnel'
