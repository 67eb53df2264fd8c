export const signInTexts = {
  signIn: {
    title: 'Sign in',
    lead: 'Welcome back.',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'Email or password is wrong.',
    again: 'Your session has ended',
    againLead: 'Sign in again to continue. Nothing you typed is lost.',
  },
  forgotten: {
    ask: 'Forgot your password?',
    email: 'Your email address',
    send: 'Send me a link',
    mailed: 'If there is an account with this address, a link to set a new password is on its way.',
    noMail: 'This platform sends no mail. Ask its operator for a link to set a new password.',
  },
  join: {
    title: 'Join an organization',
    lead: 'You have been invited. Create your account to continue.',
    asYou: (email: string) => `You have been invited. You join as ${email}.`,
    name: 'Your name',
    passwordHint: 'At least 12 characters.',
    submit: 'Join',
  },
  setPassword: {
    title: 'Set a new password',
    lead: 'The link works once. All your sessions end.',
    password: 'New password',
    submit: 'Set password',
    done: 'Your new password is set. Sign in with it.',
  },
} as const
