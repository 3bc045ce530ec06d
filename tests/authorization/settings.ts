/** The token of the mail server, which is no user. */
export const MAIL_REPORTS_TOKEN = 'the-token-of-the-mail-server'
/** Settings with which every row exists. */
export const SETTINGS = {
  GOOGLE_CLIENT_ID: 'test',
  GOOGLE_CLIENT_SECRET: 'test',
  MAIL_BOUNCES: 'bounces@wordpop.example',
  MAIL_REPORTS_TOKEN,
}
