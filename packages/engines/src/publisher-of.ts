/** Who publishes an app: `<publisher>/<app>`. */
export function publisherOf(app: string): string {
  return app.split('/')[0] ?? ''
}
