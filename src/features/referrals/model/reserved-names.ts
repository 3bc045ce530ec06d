/**
 * Names no affiliate may have, since `/{username}` would hide a page or pass for the product: the first part of every
 * page, of every other address of the server, and trusted names. `src/app/server/reserved-names.test.ts`
 * compares it with the routes.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...words(`auth login signup forgot-password reset-password verify-email confirm-email pricing faq blog privacy terms
    cookies refund imprint policies status support updates contact
    accept-invitation affiliate upload projects profile billing checkout collaborators storage brand operator review look
    report takedown unsubscribe unsubscribed templates 404 error maintenance`),
  ...words('api assets static fonts template-pictures site-pictures healthz readyz health metrics dev webhooks'),
  ...words(`admin account accounts settings docs help app www mail legal security abuse postmaster materials dashboard
    referrals null undefined me new wordpop`),
])

function words(text: string): string[] {
  return text.split(/\s+/)
}
