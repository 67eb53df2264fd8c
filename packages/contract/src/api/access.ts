import type { operations } from './operations.ts'

export type Role = 'owner' | 'admin' | 'operations' | 'developer' | 'viewer'
export type PlatformRole = 'moderator' | 'operator'
export type Scope = 'publish' | 'manage'
export type OperationId = keyof typeof operations

/**
 * Who may do an operation. Several entries are alternatives. `members` and `scopes` speak of the organization that
 * owns the thing; `test` of test installations, `shared` of things everyone may see (a public listing).
 */
export interface Rule {
  /** Nobody needs to be signed in. */
  anyone?: true
  /** Any signed-in person or API key. */
  signedIn?: true
  /** Any signed-in person, for their own things. */
  person?: true
  members?: readonly Role[]
  scopes?: readonly Scope[]
  platform?: readonly PlatformRole[]
  /** Also allowed where the thing is a test installation, or what belongs to one. */
  test?: { members?: readonly Role[]; scopes?: readonly Scope[]; platform?: readonly PlatformRole[] }
  /** Also allowed to anybody signed in where the thing is shared with everyone. */
  shared?: true
}

const everyRole = ['owner', 'admin', 'operations', 'developer', 'viewer'] as const
const builders = ['owner', 'admin', 'developer'] as const
const admins = ['owner', 'admin'] as const
const runners = ['owner', 'admin', 'operations'] as const

/** Reads and writes of the publishing side. */
const readsPublishing: Rule = { members: everyRole, scopes: ['publish'], platform: ['moderator', 'operator'] }
const publishes: Rule = { members: builders, scopes: ['publish'] }
const administers: Rule = { members: admins }
const moderates: Rule = { platform: ['moderator'] }
const operates: Rule = { platform: ['operator'] }

/** Installations are run by admins and operations; tests also by developers and publishing keys. */
const readsInstallation: Rule = {
  members: everyRole,
  scopes: ['manage'],
  platform: ['operator'],
  test: { scopes: ['publish'], platform: ['moderator'] },
}
const runsInstallation: Rule = {
  members: runners,
  scopes: ['manage'],
  test: { members: builders, scopes: ['publish'] },
}
/** What ends an installation or changes who may call it is left to admins. */
const ownsInstallation: Rule = { ...runsInstallation, members: admins }
/** Settings are seen by nobody outside the organization, platform roles included. */
const readsConfiguration: Rule = { members: everyRole, scopes: ['manage'], test: { scopes: ['publish'] } }

/** Payloads are for those who run the installation: no viewers, nobody of the platform. */
const readsPayloads: Rule = runsInstallation

/** Admins connect tenants; people who may launch have to see them. */
const readsTenants: Rule = { members: everyRole, scopes: ['publish', 'manage'] }
const managesTenants: Rule = { members: admins, scopes: ['manage'] }

/** The one table that decides every access: operation × role and API key scope. */
export const access: Record<OperationId, Rule> = {
  signIn: { anyone: true },
  createToken: { anyone: true },
  signOut: { signedIn: true },
  getMe: { signedIn: true },
  completeSignIn: { anyone: true },
  beginPasskeySignIn: { anyone: true },
  signInWithPasskey: { anyone: true },
  stepUp: { person: true },
  beginPasskeyStepUp: { person: true },
  getFactors: { person: true },
  beginTotp: { person: true },
  confirmTotp: { person: true },
  removeTotp: { person: true },
  createRecoveryCodes: { person: true },
  beginPasskey: { person: true },
  addPasskey: { person: true },
  renamePasskey: { person: true },
  removePasskey: { person: true },
  endAllSessions: { person: true },
  startSso: { anyone: true },
  completeSso: { anyone: true },
  linkSso: { person: true },
  getSsoLinks: { person: true },
  unlinkSso: { person: true },
  approveTool: { person: true },
  completeTool: { anyone: true },
  startDevice: { anyone: true },
  completeDevice: { anyone: true },
  findDevice: { person: true },
  decideDevice: { person: true },
  getSso: administers,
  putSso: administers,
  deleteSso: { members: ['owner'] },
  testSso: administers,
  addSsoDomain: administers,
  verifySsoDomain: administers,
  removeSsoDomain: administers,
  getScim: administers,
  createScimToken: administers,
  deleteScim: administers,
  getPlatformSso: operates,
  putPlatformSso: operates,
  deletePlatformSso: operates,
  testPlatformSso: operates,
  changeStaffPolicy: operates,
  resetFactors: operates,
  getSignInPolicy: { members: everyRole, platform: ['operator'] },
  changeSignInPolicy: { members: ['owner'] },
  listSessions: { person: true },
  endSession: { person: true },
  changePassword: { person: true },
  changeProfile: { person: true },
  keepListChoice: { person: true },

  createOrganization: { person: true },
  listOrganizations: { signedIn: true },
  getOrganization: { members: everyRole, scopes: ['publish', 'manage'], platform: ['moderator', 'operator'] },
  changeOrganization: administers,
  disableOrganization: operates,
  enableOrganization: operates,
  listMembers: { members: everyRole, platform: ['operator'] },
  changeMember: administers,
  removeMember: administers,
  leaveOrganization: { members: everyRole },
  transferOwnership: { members: ['owner'] },
  inviteMember: administers,
  listInvitations: administers,
  revokeInvitation: administers,
  readInvitation: { anyone: true },
  acceptInvitation: { person: true },

  listApiKeys: administers,
  createApiKey: administers,
  regenerateApiKey: administers,
  revokeApiKey: administers,

  getSigningKeys: { members: everyRole, scopes: ['publish'], platform: ['moderator', 'operator'] },
  addSigningKey: administers,
  retireSigningKey: administers,

  createListing: publishes,
  listListings: { signedIn: true },
  listOrganizationListings: readsPublishing,
  getListing: { ...readsPublishing, shared: true },
  changeListing: publishes,
  deleteListing: publishes,
  publishListing: publishes,
  makeListingPublic: { members: admins, scopes: ['publish'] },
  withdrawListing: { members: admins, scopes: ['publish'] },
  retireListing: { members: admins },
  suspendListing: moderates,
  reinstateListing: moderates,
  getDraftManifest: readsPublishing,
  putDraftManifest: publishes,
  putLogo: publishes,
  addScreenshot: publishes,
  deletePicture: publishes,
  getPictures: { ...readsPublishing, shared: true },
  getPicture: { ...readsPublishing, shared: true },
  listVariables: { members: everyRole, scopes: ['publish'] },
  putVariable: publishes,
  deleteVariable: publishes,

  getDataSheet: { ...readsPublishing, shared: true },
  putDataSheet: publishes,
  checkDataSheet: moderates,

  createRelease: publishes,
  listReleases: { ...readsPublishing, shared: true },
  getRelease: { ...readsPublishing, shared: true },
  compareReleases: { ...readsPublishing, shared: true },
  promoteRelease: publishes,
  rollbackRelease: publishes,
  withdrawRelease: publishes,
  recordConformance: publishes,
  getPromotion: readsPublishing,
  stopPromotion: publishes,
  planRelease: publishes,
  getSignatures: { ...readsPublishing, shared: true },
  getSbom: { ...readsPublishing, shared: true },
  getFindings: { ...readsPublishing, shared: true },
  getExceptions: readsPublishing,
  createException: { ...publishes, platform: ['moderator'] },
  deleteException: { ...publishes, platform: ['moderator'] },
  // Everybody finds what is theirs: releases they publish, releases they have installed.
  findPackages: { signedIn: true },
  // The publisher learns how many installations other organizations have and where they fail.
  getInstalls: { members: everyRole, scopes: ['publish'], platform: ['operator'] },

  listDeployments: readsPublishing,
  getDeployment: readsPublishing,
  changeDeployment: publishes,
  restartDeployment: publishes,
  restartListing: publishes,
  listFigures: readsPublishing,
  // Container output belongs to the publisher alone: one container serves many customers.
  listDeploymentLogs: { members: everyRole, scopes: ['publish'] },
  followDeploymentLogs: { members: everyRole, scopes: ['publish'] },
  listListingLogs: { members: everyRole, scopes: ['publish'] },
  followListingLogs: { members: everyRole, scopes: ['publish'] },

  openReview: publishes,
  listReviews: { signedIn: true },
  getReview: readsPublishing,
  listReviewMessages: readsPublishing,
  approveReview: moderates,
  requestChanges: moderates,
  withdrawReview: publishes,
  signUp: { anyone: true },
  requestPasswordReset: { anyone: true },
  completePasswordReset: { anyone: true },
  listPeople: operates,
  changePerson: operates,
  disablePerson: operates,
  enablePerson: operates,
  createResetLink: operates,

  getHealth: operates,
  confirmTakeover: operates,
  listPausedRoutes: operates,

  listAudit: { members: admins, platform: ['operator'] },
  listAllAudit: operates,
  // No scope of a key: the audit tells of members and keys.
  exportAudit: { members: admins, platform: ['operator'] },
  exportAllAudit: operates,
  listNotifications: { person: true },
  readNotification: { person: true },
  readAllNotifications: { person: true },
  streamChanges: { signedIn: true },

  addReviewMessage: { ...publishes, platform: ['moderator'] },

  createTenant: managesTenants,
  getSandbox: readsTenants,
  createSandboxTenant: managesTenants,
  listTenants: readsTenants,
  getTenant: readsTenants,
  changeTenant: managesTenants,
  replaceTenantCredentials: managesTenants,
  deleteTenant: managesTenants,
  // It shows nothing that was not shown, and signs in with what is stored.
  testTenant: { members: ['owner', 'admin', 'operations', 'developer'], scopes: ['manage'] },
  getTenantSchema: readsTenants,
  listRegistrations: readsTenants,

  launchApp: { members: builders, scopes: ['publish', 'manage'] },
  checkLaunch: { members: builders, scopes: ['publish', 'manage'] },
  listInstallations: { members: everyRole, scopes: ['publish', 'manage'], platform: ['operator'] },
  getInstallation: readsInstallation,
  changeInstallation: runsInstallation,
  replaceInstallationCredentials: ownsInstallation,
  stopInstallation: { ...runsInstallation, platform: ['operator'] },
  startInstallation: { ...runsInstallation, platform: ['operator'] },
  uninstallInstallation: ownsInstallation,
  upgradeInstallation: runsInstallation,
  eraseData: ownsInstallation,
  rotateCallerSecret: ownsInstallation,
  revokeKeys: ownsInstallation,
  // The application that is run there is the publisher's own, and so is the installation.
  openTunnel: { members: builders, test: { scopes: ['publish'] } },
  closeTunnel: runsInstallation,
  listInstallationLog: readsInstallation,
  listLedger: readsInstallation,
  getLedgerSummary: readsInstallation,
  getConfiguration: readsConfiguration,
  putConfiguration: runsInstallation,
  checkConfiguration: runsInstallation,
  listConfigurations: readsConfiguration,
  getConfigurationRevision: readsConfiguration,
  compareConfigurations: readsConfiguration,
  restoreConfiguration: runsInstallation,

  listDeliveries: readsInstallation,
  getDeliverySummary: readsInstallation,
  getDelivery: readsInstallation,
  getDeliveryPayload: readsPayloads,
  getCall: readsInstallation,
  getCallPayload: readsPayloads,
  replayDelivery: runsInstallation,
  replayDeliveries: runsInstallation,
  countReplay: runsInstallation,
  sendTestEvent: runsInstallation,
  sendTestCall: runsInstallation,
  // An operator who ended an outage of the platform resumes what it had paused; that shows nothing of what waits.
  resumeDeliveries: { ...runsInstallation, platform: ['operator'] },
  // Publishers see how customers' deliveries and calls fare, never what they carry.
  listListingDeliveries: { members: everyRole, scopes: ['publish'], platform: ['operator'] },
  listCalls: readsInstallation,
  listTenantCalls: readsInstallation,
  // Only callers who may list policies see locators.
  listActivity: readsInstallation,
  exportActivity: readsInstallation,
  getActivity: readsInstallation,
  // Over all installations, so for the organization alone.
  listPolicies: { members: everyRole, scopes: ['manage'] },
  getPolicyActivity: { members: everyRole, scopes: ['manage'] },
  exportPolicyActivity: { members: everyRole, scopes: ['manage'] },
  getAlertRules: { members: everyRole, scopes: ['publish', 'manage'] },
  // Messages carry what fails to an address outside, so those who run installations decide.
  createAlertRule: { members: runners, scopes: ['manage'] },
  changeAlertRule: { members: runners, scopes: ['manage'] },
  deleteAlertRule: { members: runners, scopes: ['manage'] },
  testAlertRule: { members: runners, scopes: ['manage'] },
  // Decided for each step: customers by `getInstallation`, publishers by `readStepsOfApp` below.
  getTrace: { signedIn: true },
  getCallFigures: readsInstallation,
  // Premiums are the customer's: nobody outside the organization sees them.
  listPricing: readsConfiguration,
  exportPricing: readsConfiguration,
  // A customer tries a release with its own calls; the publisher too, where the customer keeps calls for that.
  createTrial: { ...publishes, shared: true },
  // Its customer or its publisher; each sees another report.
  getTrial: { members: everyRole, scopes: ['publish', 'manage'] },
  exportTrial: readsConfiguration,
  getTrialCall: readsPayloads,
  listTrials: readsConfiguration,
  listReleaseTrials: { members: everyRole, scopes: ['publish'] },
  getSample: readsConfiguration,
  getShadow: readsConfiguration,
  putSample: runsInstallation,
  deleteSample: runsInstallation,
  getTraffic: readsInstallation,
  getInstallationsTraffic: { members: everyRole, scopes: ['manage'], platform: ['operator'] },
  getInstallationEgress: readsInstallation,
  listFields: readsInstallation,
  getReleaseTrust: { ...readsPublishing, shared: true },
  getInstallationTrust: readsInstallation,
  getRegister: { members: everyRole, scopes: ['manage'], platform: ['operator'] },
  getListingEgress: { members: everyRole, scopes: ['publish'], platform: ['operator'] },
  getListingCallFigures: { members: everyRole, scopes: ['publish'], platform: ['operator'] },
  listListingCalls: { members: everyRole, scopes: ['publish'], platform: ['operator'] },

  getOverview: { members: everyRole, scopes: ['manage'], platform: ['operator'] },
  getPublishingOverview: { members: everyRole, scopes: ['publish'], platform: ['operator'] },
  getPlatformOverview: operates,
  listAllInstallations: operates,
}

/**
 * What is decided beside the operations: on other wires, and within an operation by what it is asked for. Together with the table
 * above this is everything that decides an access.
 */
export const furtherAccess = {
  pullImage: { members: builders, scopes: ['publish'] },
  pushImage: { members: builders, scopes: ['publish'] },
  /** From this machine itself they are read without signing in. */
  readMetrics: operates,
  /** Launching an app of another organization, or one's own other than as a test. */
  launchForReal: { members: admins, scopes: ['manage'] },
  /** Installations that are no tests, in the list of an organization's installations. */
  listRealInstallations: { members: everyRole, scopes: ['manage'], platform: ['operator'] },
  /** What a release shows beyond what customers need: problems, warnings, whether it waits for approval. */
  readWholeRelease: readsPublishing,
  /** Steps of other organizations' requests to an app, without customer and payload. */
  readStepsOfApp: { members: everyRole, scopes: ['publish'], platform: ['operator'] },
  /** The whole path of requests to a policy system, which may name a policy or a person. Others see its outline. */
  readTenantPaths: readsConfiguration,
  /** Organizations that one does not belong to, in the list of organizations. */
  listEveryOrganization: operates,
} as const satisfies Record<string, Rule>
