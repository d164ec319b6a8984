/** Names and abbreviations of each month. All lists in this file are in lower case, without accents. */
export const monthNames: readonly (readonly string[])[] = [
  'january jan januar jaenner janner janvier janv enero ene gennaio gen januari janeiro'.split(' '),
  'february feb februar febr fevrier fevr fev febrero febbraio februari fevereiro'.split(' '),
  'march mar marz maerz mrz mars marzo maart mrt marco mac'.split(' '),
  'april apr avril avr abril abr aprile'.split(' '),
  'may mai mayo maggio mag mei maio mei'.split(' '),
  'june jun juni juin junio giugno giu junho'.split(' '),
  'july jul juli juillet juil julio luglio lug julho julai'.split(' '),
  'august aug aout agosto ago augustus ogos ogo'.split(' '),
  'september sep sept septembre septiembre settembre set setembro'.split(' '),
  'october oct oktober okt octobre octubre ottobre ott outubro out'.split(' '),
  'november nov novembre noviembre novembro'.split(' '),
  'december dec dezember dez decembre diciembre dic dicembre desember disember dezembro dis'.split(' '),
];

/** Legal forms at the end of company names, without dots. */
export const legalForms: ReadonlySet<string> = new Set(
  `gmbh mbh ag kg ohg gbr ug kgaa se ltd limited llc inc incorporated corp corporation plc llp lp company sa sarl sas sasu eurl snc
  srl spa slu slp sl bv nv vof bvba sprl aps as ab oy oyj asa sdnbhd bhd berhad sb pte pty lda ltda eireli sro doo zrt kft spzoo gesmbh ek mbb partg`.split(
    /\s+/,
  ),
);

export const businessWords: ReadonlySet<string> = new Set(
  `restaurant restoran ristorante cafe kafe bakery bakeries boulangerie backerei store stores shop shoppe mart market supermarket supermarkt hypermarket minimarket kedai pasaraya syarikat perniagaan trading
  hardware stationery stationers books bookstore enterprise enterprises services service group holdings industries supply supplies pharmacy farmasi apotheke pharmacie hotel motel inn bar pub bistro kitchen
  food foods seafood gallery studio station petrol electrical electronics auto motors resources marketing advertising international solutions systems consulting technologies software logistics clinic klinik
  hospital dental optical boutique fashion home furniture handel haus confectionery catering handyman garden florist print printing company corporation limited university college bank insurance versicherung`.split(
    /\s+/,
  ),
);

export const addressWords: ReadonlySet<string> = new Set(
  `street st road rd avenue ave boulevard blvd lane ln drive dr court ct way square sq place pl highway hwy parkway suite ste floor flr level unit block blk lot no building bldg tower plaza wisma menara bangunan
  jalan jln lorong taman tmn kampung kg bandar bdr kawasan perindustrian lebuh lebuhraya persiaran seksyen sek batu mukim simpang medan pusat tingkat desa bukit kompleks darul wilayah negeri
  strasse str weg platz allee gasse ring ufer damm chaussee postfach rue chemin impasse place cedex quai route bp zi za via viale piazza corso vicolo calle avenida avda plaza paseo carretera
  commercial residence lotissement immeuble batiment autoroute allees cours quartier faubourg lieu straat laan plein gracht kade weena postbus rua largo travessa praca estrada box po`.split(
    /\s+/,
  ),
);

export const yesWords: ReadonlySet<string> = new Set(
  'yes y true ja oui si sim ya x checked selected on vrai wahr vero verdadero'.split(' '),
);
export const noWords: ReadonlySet<string> = new Set(
  'no n false nein non nee nao tidak unchecked unselected off none faux falsch falso'.split(' '),
);

/** Words of a field's name or description that do not identify the field. */
export const emptyWords: ReadonlySet<string> = new Set(
  `the a an of for in on at to by as is are be and or if any this that which with from its it was were has have been not no each all one value field text string number printed shown given document documents name
  der die das des dem den ein eine und oder von vom zum zur im am ist le la les de du des un une et ou el los las del una y o il lo gli di e het een en van do da dos das os`.split(
    /\s+/,
  ),
);
