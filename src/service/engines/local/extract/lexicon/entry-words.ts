/** What a field of an entry holds, such as the employer or the start date of a job. */
export type EntryRole =
  | 'current'
  | 'start'
  | 'end'
  | 'date'
  | 'link'
  | 'identifier'
  | 'people'
  | 'place'
  | 'section'
  | 'organisation'
  | 'title'
  | 'text';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words in names of fields that contain only a year, such as `jahr`. Without accents and plural endings. */
export const yearWords = words('year jahr annee ano anno');

/**
 * Words in field names per role, in lower case and without plural endings. The role of a field is the first role whose
 * words occur in the field name.
 */
export const entryRoleWords: readonly (readonly [EntryRole, ReadonlySet<string>])[] = [
  ['current', words('current currently present ongoing active')],
  ['start', words('start started begin beginning since from von beginn debut inicio inizio')],
  ['end', words('end ended until to through bis ende fin fine completion')],
  ['date', words('date year datum jahr annee fecha ano anno period duration timeframe when')],
  ['link', words('link url website web')],
  ['identifier', words('identifier doi isbn id')],
  ['people', words('author writer creator contributor autor auteur')],
  ['place', words('location place city country ort lieu lugar luogo')],
  ['section', words('section category heading')],
  [
    'organisation',
    words(
      'employer company organisation organization institution school university college issuer publisher venue journal affiliation firm provider arbeitgeber firma hochschule employeur etablissement empresa institucion azienda istituto',
    ),
  ],
  [
    'title',
    words(
      'title position role job qualification degree award certificate certification project course event subject diploma titel abschluss poste diplome titulo cargo titolo ruolo name',
    ),
  ],
  [
    'text',
    words(
      'description content detail summary responsibility note text remark abstract highlight achievement task duty bullet beschreibung',
    ),
  ],
];

/** Words in names of organisations, except legal forms. */
export const organisationWords: ReadonlySet<string> = words(
  'university universitat universite universita universidad universiteit college school institute institut institution academy akademie department faculty group bank hospital clinic company corporation foundation association society council agency ministry centre center laboratory laboratories labs museum solutions systems technologies consulting partners holdings studio studios press ventures digital software industries services associates liceo lycee gymnasium hochschule polytechnic verlag publishing publishers bar union federation committee office',
);

/** Words in job titles. */
export const positionWords: ReadonlySet<string> = words(
  'manager engineer developer analyst director officer assistant associate professor lecturer teacher consultant intern internship trainee apprentice specialist coordinator administrator supervisor technician scientist researcher designer architect accountant controller nurse doctor physician lawyer attorney paralegal partner president chair editor writer journalist secretary clerk cashier driver cook chef waiter sales representative advisor adviser head lead leader founder owner member fellow curator librarian tutor instructor postdoctoral leiter leiterin entwickler entwicklerin ingenieur ingenieurin berater beraterin referent referentin sachbearbeiter sachbearbeiterin assistent assistentin praktikant praktikantin werkstudent geschaftsfuhrer stagiaire ingenieure directeur directrice responsable charge gerente profesor docente',
);

/** Words and abbreviations in names of degrees. */
export const degreeWords: ReadonlySet<string> = words(
  'bachelor master doctor doctorate phd dphil mphil bsc msc ba ma bs ms bfa mfa beng meng mba llb llm jd md diploma diplom degree certificate magister staatsexamen abitur baccalaureat licence maestria licenciatura laurea dottorato associate matura',
);
