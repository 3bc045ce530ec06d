import { listed } from './listed.ts'
import type { Phrases } from './phrases.ts'

/** Verbs of these languages show by their endings. */
const NONE: ReadonlySet<string> = new Set()

/** French. */
export const french: Phrases = {
  determiners: listed(
    "le la les un une des du au aux l' d' mon ton son ma ta sa mes tes ses notre votre nos vos leur leurs ce cet cette ces",
  ),
  quantifiers: listed(
    'tout toute tous toutes chaque plusieurs quelques aucun aucune quel quelle quels quelles autre autres même mêmes plus moins trop assez beaucoup peu',
  ),
  prepositions: listed(
    "de d' en à dans sur sous par pour avec sans chez entre vers contre depuis pendant avant après devant derrière jusqu'à jusqu'au dès malgré près loin parmi au aux du des",
  ),
  ties: listed("de d' du des"),
  conjunctions: listed(
    "et ou mais donc or ni car que qu' qui quoi dont où quand si comme lorsque lorsqu' puisque parce afin tandis pourquoi comment qu'il qu'elle qu'on qu'ils qu'elles qu'un qu'une",
  ),
  pronouns: listed(
    "je j' tu il elle on nous vous ils elles me m' te t' se s' lui leur y ne n' ce c' c'est j'ai qu'il qu'elle qu'on s'il n'ai n'a n'est personne",
  ),
  objects: listed('moi toi soi eux'),
  auxiliaries: listed(
    "est sont suis es sommes êtes était étaient étais été être sera serait ai as a avons avez ont avait avaient avais eu avoir aura aurait peut peux pouvons peuvent pouvait pourrait pourrai dois doit doivent devait devrait devrais veux veut voulait voudrais vais va vont allait fait faire j'ai n'ai n'a n'est c'est",
  ),
  adverbs: listed(
    'très trop plus moins si aussi bien presque toujours jamais encore déjà assez tellement environ ne tout vraiment',
  ),
  followers: listed('pas plus jamais rien personne guère'),
  adjectives: listed(
    'grand grande grands grandes petit petite petits petites nouveau nouvelle nouveaux nouvelles bon bonne bons bonnes mauvais mauvaise beau belle beaux belles vieux vieille jeune jeunes premier première dernier dernière prochain prochaine autre gros grosse long longue seul seule',
  ),
  adjectiveEnding: null,
  verbs: NONE,
  verbEnding: /(?:ait|aient|èrent|era|eront|erait)$/u,
  infinitives: listed('de à pour sans'),
  infinitiveEnding: /(?:er|ir|re)$/u,
  participle: null,
  pairs: new Set(
    "au moins|plus de|moins de|près de|un peu|peu de|même si|comme si|beaucoup de|assez de|trop de|afin de|avant de|parce que|tandis que|pour que|alors que|il y|y a|par exemple|en fait|tous les|toutes les|tout le|toute la|à cause|cause de|autour de|à côté|côté de|la plupart|n'est pas|c'est pas|ne pas".split(
      '|',
    ),
  ),
  numbers: listed(
    'deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante cent cents mille',
  ),
  capitalNouns: false,
}

/** Spanish. */
export const spanish: Phrases = {
  determiners: listed(
    'el la los las un una unos unas lo al del mi tu su mis tus sus nuestro nuestra nuestros nuestras vuestro vuestra este esta estos estas ese esa esos esas aquel aquella',
  ),
  quantifiers: listed(
    'todo toda todos todas cada varios varias algún alguna algunos algunas ningún ninguna otro otra otros otras mucho mucha muchos muchas poco poca pocos pocas más menos tanto tanta qué cuánto',
  ),
  prepositions: listed(
    'de en a para por con sin sobre entre hacia hasta desde contra durante según tras ante bajo mediante al del',
  ),
  ties: listed('de del'),
  conjunctions: listed(
    'y e o u pero porque que cuando si como aunque sino mientras donde quien quienes cual cuales pues ni cómo dónde cuándo',
  ),
  pronouns: listed('yo tú él ella usted nosotros ellos ellas ustedes me te se le les lo la los las nos os nadie'),
  objects: listed('mí ti conmigo contigo'),
  auxiliaries: listed(
    'es son soy eres somos era eran fue fueron sido ser será sería está están estoy estaba estaban estado he has ha hemos han había habían hay haber puede puedo pueden podía podían podría podemos debe debes debo deben debería deberías quiere quiero quería voy va vas vamos van iba tuvo tuvieron tiene tengo',
  ),
  adverbs: listed(
    'no muy más menos tan bien casi siempre nunca ya aún todavía también solo sólo nada bastante demasiado unos',
  ),
  followers: listed('nada nunca'),
  adjectives: listed(
    'gran grande grandes pequeño pequeña pequeños pequeñas nuevo nueva nuevos nuevas buen buena bueno buenos buenas mal mala malo viejo vieja primer primera primero último última próximo mejor peor mayor única único misma mismo',
  ),
  adjectiveEnding: null,
  verbs: NONE,
  verbEnding: /(?:aba|aban|ían|aron|ieron|ió|ará|arán|ando|iendo)$/u,
  infinitives: listed('de a para por sin'),
  infinitiveEnding: /[aei]r$/u,
  participle: null,
  pairs: new Set(
    'al menos|por lo|lo menos|más de|menos de|cerca de|un poco|poco de|después de|antes de|a través|través de|además de|dentro de|fuera de|delante de|detrás de|de que|sino que|para que|así que|hasta que|como si|lo que|todos los|todas las|todo el|toda la|hay que|tener que|tiene que|tengo que|tienen que|tenía que|tuvo que|tuvieron que|por ejemplo|la mayoría|mayoría de'.split(
      '|',
    ),
  ),
  numbers: listed(
    'dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta cien ciento doscientas doscientos mil',
  ),
  capitalNouns: false,
}

/** Italian. */
export const italian: Phrases = {
  determiners: listed(
    "il lo la i gli le un uno una l' un' del dello della dei degli delle al allo alla ai agli alle dal dalla dai dalle nel nella nei nelle sul sulla sui sulle mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra vostro questo questa questi queste quel quella quei quelle quest' dell' all' dall' nell' sull'",
  ),
  quantifiers: listed(
    'ogni qualche alcuni alcune tutto tutta tutti tutte molto molta molti molte poco poca pochi poche altro altra altri altre nessun nessuna più meno tanto tanta quanto quale quali',
  ),
  prepositions: listed(
    "di d' a da in con su per tra fra senza sopra sotto dopo prima durante verso contro fino davanti dietro vicino attraverso del della dei delle al alla alle dal dalla dall'inizio nel nella sul sulla",
  ),
  ties: listed("di d' del dello della dei degli delle dell'"),
  conjunctions: listed('e ed o ma perché che quando se come dove chi cui mentre anche anzi però quindi poiché'),
  pronouns: listed('io tu lui lei noi voi loro mi ti si ci vi ne lo la li le gli nessuno'),
  objects: listed('me te sé'),
  auxiliaries: listed(
    'è sono sei siamo era erano ero stato stata essere sarà sarebbe ho hai ha abbiamo hanno aveva avevo avevano avuto avere può posso puoi possono poteva potrò potrebbe deve devo dovresti dovrebbe vuole voglio vorrei volevo viene va fosse',
  ),
  adverbs: listed(
    'non molto più meno così tanto ben quasi sempre mai già ancora anche solo troppo davvero abbastanza almeno nemmeno',
  ),
  followers: listed('mai più niente nulla'),
  adjectives: listed(
    'grande grandi piccolo piccola piccoli piccole nuovo nuova nuovi nuove buon buono buona brutto brutta bel bello bella bei belle vecchio vecchia primo prima ultimo ultima prossimo prossima stesso stessa migliore peggiore maggior',
  ),
  adjectiveEnding: null,
  verbs: NONE,
  verbEnding: /(?:ava|avano|eva|evano|arono|irono|erà|ando|endo)$/u,
  infinitives: listed('di a da per senza'),
  infinitiveEnding: /[aei]re$/u,
  participle: null,
  pairs: new Set(
    "più di|meno di|un po'|po' di|vicino a|prima di|anche se|come se|quello che|tutti i|tutte le|tutto il|tutta la|fino a|invece di|davanti a|dietro a|intorno a|per esempio|la maggior|maggior parte".split(
      '|',
    ),
  ),
  numbers: listed(
    'due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta cento duecento mille',
  ),
  capitalNouns: false,
}

/** Portuguese. */
export const portuguese: Phrases = {
  determiners: listed(
    'o a os as um uma uns umas do da dos das no na nos nas ao à aos às pelo pela pelos pelas num numa meu minha meus minhas teu tua seu sua seus suas nosso nossa este esta estes estas esse essa esses essas aquele aquela',
  ),
  quantifiers: listed(
    'cada todo toda todos todas algum alguma alguns algumas nenhum nenhuma outro outra outros outras muito muita muitos muitas pouco pouca poucos mais menos tanto tanta qual quais vários várias',
  ),
  prepositions: listed(
    'de em por para com sem sobre entre até desde contra durante após perante do da dos das no na nos nas ao à pelo pela num numa perto depois antes',
  ),
  ties: listed('de do da dos das'),
  conjunctions: listed('e ou mas porque que quando se como embora onde quem enquanto pois nem porém'),
  pronouns: listed('eu tu ele ela você nós eles elas vocês me te se lhe nos ninguém'),
  objects: listed('mim ti comigo contigo'),
  auxiliaries: listed(
    'é são sou era eram foi foram sido ser será seria fosse está estão estou estava estavam estado tem têm tenho tinha tinham tive tiveram ter há havia pode posso podem podia poderia conseguimos conseguem conseguíamos deve devia devias vou vai vamos vão ia queria quero quer',
  ),
  adverbs: listed('não muito mais menos tão bem quase sempre nunca já ainda também só tanto demasiado bastante'),
  followers: listed('nada nunca'),
  adjectives: listed(
    'grande grandes pequeno pequena pequenos pequenas novo nova novos novas bom boa bons mau má velho velha primeiro primeira último última próximo próxima mesmo mesma melhor pior maior única único',
  ),
  adjectiveEnding: null,
  verbs: NONE,
  verbEnding: /(?:ava|avam|aram|eram|iram|ando|endo|indo)$/u,
  infinitives: listed('de a para por sem'),
  infinitiveEnding: /[aei]r$/u,
  participle: null,
  pairs: new Set(
    'pelo menos|mais de|menos de|perto de|perto da|perto do|um pouco|pouco de|depois de|antes de|através de|dentro de|fora de|mesmo que|para que|até que|sem que|como se|o que|todos os|todas as|todo o|toda a|por exemplo|ter de|tem de|tenho de|a maioria|maioria das|maioria dos'.split(
      '|',
    ),
  ),
  numbers: listed(
    'dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta cinquenta cem cento duzentas duzentos mil',
  ),
  capitalNouns: false,
}
