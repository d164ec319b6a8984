import { list } from './concept.ts';

/** Headings of common sections. Each list contains headings with the same meaning. */
export const sectionNames: readonly (readonly string[])[] = [
  list(
    'work experience|professional experience|employment|employment history|experience|relevant experience|career history|work history|career|professional background|academic appointments|appointments|positions|positions held|teaching experience|research experience|Berufserfahrung|Beruflicher Werdegang|Werdegang|expérience professionnelle|expériences|experiencia laboral|experiencia profesional|esperienza professionale|esperienze lavorative|werkervaring|experiência profissional',
  ),
  list(
    'education|academic background|education and training|academic qualifications|qualifications|studies|degrees|Ausbildung|Bildungsweg|Studium|formation|formations|educación|formación|istruzione|istruzione e formazione|opleiding|opleidingen|formação',
  ),
  list(
    'skills|technical skills|core competencies|competencies|key skills|expertise|areas of expertise|Kenntnisse|Fähigkeiten|compétences|habilidades|competencias|competenze|vaardigheden|competências',
  ),
  list('languages|language skills|Sprachen|Sprachkenntnisse|langues|idiomas|lingue|talen'),
  list(
    'publications|selected publications|papers|articles|books|monographs|journal articles|book chapters|Veröffentlichungen|Publikationen|publicaciones|pubblicazioni|publicaties',
  ),
  list(
    'references|citations|bibliography|works cited|literature cited|literature|Literatur|Literaturverzeichnis|Quellen|références|bibliographie|referencias|bibliografía|bibliografia|riferimenti|referenties',
  ),
  list(
    'certifications|certificates|awards|honors|honours|awards and honors|honors and awards|licenses|licences|credentials|memberships|affiliations|professional affiliations|professional memberships|grants|fellowships|fellowships and grants|scholarships|Auszeichnungen|Zertifikate|Zertifizierungen|Mitgliedschaften|distinctions|certificaciones|premios|certificazioni|premi',
  ),
  list('projects|selected projects|Projekte|projets|proyectos|progetti|projecten'),
  list('interests|hobbies|hobbies and interests|Interessen|loisirs|intereses|interessi'),
  list('media|media appearances|press|in the media|Presse'),
  list('social links|links|profiles|websites|web|online profiles'),
  list(
    'personal statement|profile|summary|professional summary|about|about me|objective|Profil|profilo|perfil',
  ),
  list(
    'keywords|key words|index terms|subject terms|Schlagwörter|Schlüsselwörter|Stichworte|mots clés|palabras clave|parole chiave|trefwoorden',
  ),
  list(
    'attendees|participants|present|in attendance|members present|Teilnehmer|Anwesende|présents|asistentes|partecipanti|aanwezig',
  ),
  list('agenda|agenda items|topics|Tagesordnung|ordre du jour|orden del día|ordine del giorno'),
  list(
    'action items|actions|next steps|tasks|to do|todo|follow up|open items|Aufgaben|Maßnahmen|nächste Schritte',
  ),
  list('decisions|resolutions|Beschlüsse|Entscheidungen|décisions|decisiones'),
  list('ingredients|Zutaten|Inhaltsstoffe|ingrédients|ingredientes|ingredienti'),
  list('instructions|directions|method|steps|procedure|preparation|Zubereitung|Anleitung|préparation'),
  list('allergies|allergens|known allergies|Allergien|Allergene|allergènes|alergias|alérgenos'),
  list(
    'medications|medicines|current medications|prescriptions|Medikamente|Medikation|médicaments|medicamentos',
  ),
  list('diagnoses|diagnosis|conditions|problem list|Diagnosen|Diagnose|diagnostics|diagnósticos'),
  list('exclusions|limitations|Ausschlüsse'),
  list('deliverables|scope|scope of work|Leistungsumfang|Lieferumfang'),
  list('requirements|prerequisites|Anforderungen|Voraussetzungen|exigences|requisitos'),
  list('responsibilities|duties|key responsibilities|Aufgabenbereich|missions'),
  list('benefits|perks|what we offer|wir bieten'),
  list('findings|observations|results|Befunde|Feststellungen|Ergebnisse|constatations'),
  list('recommendations|Empfehlungen|recommandations|recomendaciones'),
  list('risks|hazards|Risiken|Gefahren'),
  list(
    'attachments|enclosures|appendices|exhibits|annexes|Anlagen|Anhänge|pièces jointes|annexes|adjuntos|allegati|bijlagen',
  ),
  list('features|highlights|Merkmale|caractéristiques'),
  list('amenities|Ausstattung|équipements'),
  list('materials|equipment|tools|parts|Material|Werkzeuge|matériel'),
  list('introduction|Einleitung|introducción|introduzione|inleiding|introdução'),
  list('conclusion|conclusions|Fazit|Schlussfolgerungen|conclusiones|conclusioni'),
  list('acknowledgements|acknowledgments|Danksagung|remerciements|agradecimientos'),
  list('abstract|Zusammenfassung|résumé|resumen'),
];
