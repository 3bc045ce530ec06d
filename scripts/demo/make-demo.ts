import { makePlans } from './demo-plans.ts'
import { makeProgramme } from './demo-programme.ts'
import { type DemoPerson, demoPerson, type DemoSite } from './demo-site.ts'
import { makeTeam } from './demo-team.ts'
import { type DemoLink, makeExpiring, makeLongCaptions, makeVideos, videoLinks } from './demo-videos.ts'

/** The account that `OPERATORS` must name for the demo. */
export const DEMO_OPERATOR = 'operator@wordpop.example'

/**
 * Fills a running product with accounts, videos and an affiliate's history. Idempotent: a second run adds nothing.
 * @returns the pages worth opening, each with its account
 */
export async function makeDemo(site: DemoSite): Promise<readonly DemoLink[]> {
  const operator = await demoPerson(site, 'operator')
  const { free, basic, pro, premium } = await makePlans(site)
  const { affiliate, newcomer } = await makeProgramme(site)
  const { editor, viewer } = await makeTeam(site, pro)
  await makeExpiring(site, free)
  await makeVideos(site, pro)
  await makeLongCaptions(site, premium)
  return [
    ...pagesOf(free, { '/upload': 'the free plan', '/storage': 'storage, with a video that is deleted tomorrow' }),
    ...pagesOf(basic, { '/billing': 'a monthly plan' }),
    ...pagesOf(pro, { '/billing': 'a yearly plan and a pack', '/collaborators': 'a team' }),
    ...(await videoLinks(site, pro)),
    ...(await videoLinks(site, premium)),
    ...pagesOf(editor, { '/upload': 'somebody else’s videos, to edit' }),
    ...pagesOf(viewer, { '/upload': 'somebody else’s videos, to watch' }),
    ...pagesOf(affiliate, { '/affiliate/dashboard': 'eight months of sales', '/affiliate/referrals': 'referrals' }),
    ...pagesOf(newcomer, { '/affiliate/dashboard': 'nothing sold yet' }),
    ...pagesOf(operator, { '/operator': 'the operator’s pages', '/operator/payouts': 'payouts that wait' }),
  ]
}

function pagesOf({ email }: DemoPerson, pages: Readonly<Record<string, string>>): DemoLink[] {
  return Object.entries(pages).map(([path, shows]) => ({ email, path, shows }))
}
