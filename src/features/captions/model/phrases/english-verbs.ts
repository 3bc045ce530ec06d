import { listed } from './listed.ts'

/** Verbs with regular forms, but for their past if `IRREGULAR` has one. */
const VERBS =
  'accept add admit agree aim allow announce answer apologize appear apply argue arrive ask avoid bake become begin believe belong bite block blow boil book borrow bother break breathe bring build burn buy call care carry catch cause celebrate change charge chase check choose chop claim clean click climb close collect come compare complain complete connect consider contain continue convince cook cost count cover crash create cross cry cut dance deal decide defend delete deliver demand depend describe destroy die dig disagree disappear discover drag draw dream dress drink drive drop earn eat edit end enjoy enter escape exist expect explain face fail fall feed feel fight fill film find finish fit fix fly focus fold follow force forget forgive fry gain gather get give go grab grow guess handle hang happen hate hear help hide hire hit hold hope hurt imagine improve include increase invent invite join jump keep kick kill kiss knock know land last laugh launch lay lead lean learn leave lend let lie lift like listen live load look lose love lower make manage mean measure meet melt mention miss mix move multiply need notice offer open order outlive own pack paint park pass pay peel perform pick plan plant play point pour prefer prepare press pretend prevent print process produce promise protect prove publish pull push put raise reach react read realize receive recognize recommend record reduce refuse relax release remain remember remind remove rent repair repeat replace reply report require rescue respond rest return ride rise roll ruin run save say scare scream scroll search seem sell send separate serve set settle shake share shine shoot shout show shut sign sing sink sit skip sleep slice slip slow smell smile solve sound speak spend spill split spread stand start stay steal stick stir stop store stretch struggle study succeed suffer suggest support suppose surprise survive swim switch take talk taste teach tell test thank think throw tie touch train travel treat try turn type understand upload use visit wait wake walk want warn wash waste watch water wear weigh whisk win wipe wish wonder work worry write'
/** Other forms. */
const IRREGULAR =
  'became begun began bit bitten blew blown bought broke broken brought built burnt came caught chose chosen cost cut dealt drew drawn dreamt drank drunk drove driven ate eaten fed felt fought fell fallen found flew flown forgot forgotten forgave forgiven froze frozen gave given got gotten grew grown heard held hid hidden hit hung hurt kept knew known laid lain led left lent lost made meant met paid proved put ran rang read rode ridden rose risen said sang sung sank sat saw seen sent shook shaken shone shot shown shut slept slid sold spent split spoke spoken spread stood stole stolen stuck swam swum taught thought threw thrown told took taken tore torn understood went woke woken won wore worn wrote written goes does lets see sees seeing'

/** Longer verbs with a stressed last syllable, whose last consonant is doubled too. */
const STRESSED_AT_END: ReadonlySet<string> = new Set(['admit', 'begin', 'forget', 'prefer'])

/** Common English verbs in all their forms; many are nouns too. */
export const englishVerbs: ReadonlySet<string> = new Set([...VERBS.split(' ').flatMap(forms), ...listed(IRREGULAR)])

/** A verb in the present, the past and the progressive: "stop stops stopped stopping". */
function forms(verb: string): string[] {
  if (/[^aeiou]y$/u.test(verb)) return [verb, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`]
  const stem = isDoubled(verb) ? `${verb}${verb.slice(-1)}` : verb
  const past = `${stem}${stem.endsWith('e') ? 'd' : 'ed'}`
  return [verb, `${verb}${/(?:s|x|z|ch|sh)$/u.test(verb) ? 'es' : 's'}`, past, progressive(stem)]
}

function progressive(stem: string): string {
  if (stem.endsWith('ie')) return `${stem.slice(0, -2)}ying`
  return `${/[^e]e$/u.test(stem) ? stem.slice(0, -1) : stem}ing`
}

/** True if a last consonant is doubled, as in "stopped". */
function isDoubled(verb: string): boolean {
  return /^[^aeiou]{1,3}[aeiou][bdgklmnprt]$/u.test(verb) || STRESSED_AT_END.has(verb)
}
