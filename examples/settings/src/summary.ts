/** What may be shown of the settings; of secrets just whether the application has one. */
export interface Summary {
  companyName: string | undefined
  supportEmail: string | undefined
  language: string
  footer: string
  delivery: string
  archiveUrl: string | undefined
  has: { archivePassword: boolean; licenseKey: boolean; region: boolean }
}

export function summarize(settings: Readonly<Record<string, string>>): Summary {
  return {
    companyName: settings.companyName,
    supportEmail: settings.supportEmail,
    language: settings.language ?? 'en',
    footer: settings.footer ?? '',
    delivery: settings.delivery ?? 'download',
    archiveUrl: settings.archiveUrl,
    has: {
      archivePassword: settings.archivePassword !== undefined,
      licenseKey: settings.licenseKey !== undefined,
      region: settings.region !== undefined,
    },
  }
}
