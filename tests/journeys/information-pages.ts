/** Every public information page (spec §2) and its heading. */
export const INFORMATION: Readonly<Record<string, string>> = {
  '/pricing': 'Pay for what you caption',
  '/faq': 'Questions and answers',
  '/blog': 'Blog Coming Soon',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/cookies': 'Cookie Policy',
  '/refund': 'Refund Policy',
  '/support': 'Support',
  '/updates': 'Updates',
  '/templates': 'Caption templates',
}
