const english =
  'a an the and or nor but if of in on at to from by for with without within under over into onto upon as is are was were be been being am it its this that these those there here he she they them their his her we us our you your i my me who whom whose which what when where why how not no yes do does did done has have had having can could shall should would may might must than then so such also all any each both few more most some only own same very just about above below between during before after again further once per via etc e g ie eg';
const german =
  'der die das den dem des ein eine einen einem einer eines und oder aber von vom zu zum zur im in am an auf aus bei mit nach fuer fur ist sind war waren wird werden sie er es wir ihr ihre ihren ihrem ich uns nicht als auch wie durch ueber uber bis je pro sich dass wenn';
const french =
  'le la les l un une des du de d et ou mais dans en au aux sur par pour avec sans est sont ete etre ce cet cette ces il elle ils elles nous vous votre vos notre nos qui que quoi dont se sa son ses ne pas plus';
const spanish =
  'el los las lo y o pero del al con sin sobre entre para por es son fue ser esta este estos estas su sus nuestro que se no';
const italian =
  'il gli di dal dalla della delle dei degli nel nella con per tra fra e sono che non si suo sua';
const dutch = 'het een en of van voor met op bij naar uit aan te zijn is wordt dat deze dit die niet';
const portuguese = 'os as um uma e ou dos das na nas nos com sem sobre para por ao aos que se nao sua seu';

export const stopWords: ReadonlySet<string> = new Set(
  [english, german, french, spanish, italian, dutch, portuguese].join(' ').split(' '),
);

/** Words that fit every class, such as `document` and `contains`. */
export const documentWords: ReadonlySet<string> = new Set(
  'document documents page pages file files paper papers type types kind kinds class classes category example examples contain contains containing include includes including included show shows showing shown list lists listing issued issue issues give gives given giving use used uses using typically usually often mostly generally commonly various one two three several many other another new standard official general information data detail details item items thing things first last multi single sent send sends received receive receives dokument dokumente seite seiten datei document-type separate individual'.split(
    ' ',
  ),
);

/** Words that occur in business documents of every type. They are weak evidence for a class. */
export const commonBusinessWords: ReadonlySet<string> = new Set(
  'agreement contract service services party parties company customer client date name address number amount total payment pay price product products business person time day days year month term terms state law right rights notice order account tax information provide provided period sign signed signature bank credit card money value sale sales purchase work country city street phone telephone email fax required applicable respect agree agreed'.split(
    ' ',
  ),
);
