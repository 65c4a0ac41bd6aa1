import type { JudgedDocument } from "./JudgedDocument.js"

/** The other half of the invented events. */
export const moreJudgedDocuments: ReadonlyArray<JudgedDocument> = [
  {
    id: 41,
    title: { fr: "Ciné-débat : travailler autrement" },
    keywords: { fr: ["cinéma", "débat"] },
    description: { fr: "Un documentaire puis une discussion avec la réalisatrice." },
    place: ["Cinéma Le Concorde", "Nantes"]
  },
  {
    id: 42,
    title: { en: "Silent film with live organ" },
    keywords: { en: ["cinema", "music"] },
    description: { en: "Buster Keaton on the big screen." },
    place: ["Picture House", "Leeds"]
  },
  {
    id: 43,
    title: { fr: "Festival du court métrage", en: "Short film festival" },
    keywords: { fr: ["cinéma", "festival"], en: ["cinema", "festival"] },
    description: { fr: "Quarante films de vingt pays en compétition.", en: "Forty films from twenty countries in competition." },
    place: ["Les Studios", "Brest"]
  },
  {
    id: 44,
    title: { fr: "Bal folk" },
    keywords: { fr: ["danse", "musique traditionnelle"] },
    description: { fr: "Initiation aux danses bretonnes puis bal avec deux sonneurs." },
    place: ["Salle Ropartz", "Rennes"]
  },
  {
    id: 45,
    title: { fr: "Fest-noz de la Saint-Jean", br: "Fest-noz gouel Yann" },
    keywords: { fr: ["danse bretonne"], br: ["dañs"] },
    description: { fr: "On danse jusqu'au matin autour du feu." },
    place: ["Place du marché", "Clisson"]
  },
  {
    id: 46,
    title: { fr: "Cours de tango argentin" },
    keywords: { fr: ["danse", "tango"] },
    description: { fr: "Pour danseurs débutants, avec ou sans partenaire." },
    place: ["Studio 22", "Nantes"]
  },
  {
    id: 47,
    title: { en: "Tango night" },
    keywords: { en: ["dance"] },
    description: { en: "A class for beginners, then dancing until late." },
    place: ["Corn Exchange", "Leeds"]
  },
  {
    id: 48,
    title: { fr: "Corps et graphies" },
    keywords: { fr: ["danse contemporaine"] },
    description: { fr: "Un ballet pour six danseuses et un vidéaste." },
    place: ["Le Triangle", "Rennes"]
  },
  {
    id: 49,
    title: { fr: "Le cirque des étoiles" },
    keywords: { fr: ["cirque", "famille"] },
    description: { fr: "Trapèze, jonglage et clowns sous un petit chapiteau." },
    place: ["Esplanade du port", "Brest"]
  },
  {
    id: 50,
    title: { fr: "Stage de cirque" },
    keywords: { fr: ["cirque", "enfants", "stage"] },
    description: { fr: "Équilibre et jonglerie pendant les vacances, de huit à douze ans." },
    place: ["École du cirque", "Nantes"]
  },
  {
    id: 51,
    title: { en: "Circus skills for kids" },
    keywords: { en: ["circus", "children", "workshop"] },
    description: { en: "Juggling, plate spinning and stilts." },
    place: ["Community Hub", "Leeds"]
  },
  {
    id: 52,
    title: { fr: "Marché de Noël" },
    keywords: { fr: ["marché", "artisanat"] },
    description: { fr: "Cinquante artisans, vin chaud et chorale." },
    place: ["Place Royale", "Nantes"]
  },
  {
    id: 53,
    title: { en: "Christmas market" },
    keywords: { en: ["market", "crafts"] },
    description: { en: "Local makers, mulled wine and carols." },
    place: ["Millennium Square", "Leeds"]
  },
  {
    id: 54,
    title: { fr: "Marché aux plantes" },
    keywords: { fr: ["jardin", "marché"] },
    description: { fr: "Pépiniéristes et producteurs de graines anciennes." },
    place: ["Jardin des plantes", "Nantes"]
  },
  {
    id: 55,
    title: { fr: "Troc de graines" },
    keywords: { fr: ["jardin", "écologie"] },
    description: { fr: "Échangez semences et boutures entre jardiniers." },
    place: ["Maison de quartier", "Rennes"]
  },
  {
    id: 56,
    title: { en: "Plant swap" },
    keywords: { en: ["gardening"] },
    description: { en: "Exchange seeds and cuttings with other gardeners." },
    place: ["Allotments", "Bristol"]
  },
  {
    id: 57,
    title: { fr: "Atelier cuisine végétarienne" },
    keywords: { fr: ["cuisine", "atelier"] },
    description: { fr: "Trois recettes de saison à partager ensuite." },
    place: ["Café des Halles", "Nantes"]
  },
  {
    id: 58,
    title: { fr: "Dégustation de vins de Loire", en: "Loire wine tasting" },
    keywords: { fr: ["vin", "gastronomie"], en: ["wine", "food"] },
    description: { fr: "Six vignerons présentent leurs cuvées.", en: "Six growers present their wines." },
    place: ["Caves du château", "Clisson"]
  },
  {
    id: 59,
    title: { en: "Street food festival" },
    keywords: { en: ["food", "festival"] },
    description: { en: "Forty kitchens from around the world." },
    place: ["Harbourside", "Bristol"]
  },
  {
    id: 60,
    title: { fr: "Goûter philo" },
    keywords: { fr: ["enfants", "philosophie"] },
    description: { fr: "Qu'est-ce que le bonheur ? On en parle avec un gâteau." },
    place: ["Médiathèque Jacques-Demy", "Nantes"]
  },
  {
    id: 61,
    title: { fr: "Soirée jeux de société" },
    keywords: { fr: ["jeu", "convivialité"] },
    description: { fr: "Des centaines de boîtes, des bénévoles pour expliquer les règles." },
    place: ["Ludothèque", "Rennes"]
  },
  {
    id: 62,
    title: { fr: "Tournoi de jeu vidéo" },
    keywords: { fr: ["jeux vidéo"] },
    description: { fr: "Courses de karts sur grand écran, lots à gagner." },
    place: ["Médiathèque François-Mitterrand", "Brest"]
  },
  {
    id: 63,
    title: { en: "Board games evening" },
    keywords: { en: ["games"] },
    description: { en: "Over two hundred games, friendly volunteers, free snacks." },
    place: ["Central Library", "Leeds"]
  },
  {
    id: 64,
    title: { fr: "Semi-marathon des deux rives" },
    keywords: { fr: ["course à pied", "sport"] },
    description: { fr: "Vingt et un kilomètres chronométrés, et une course pour les enfants." },
    place: ["Stade municipal", "Nantes"]
  },
  {
    id: 65,
    title: { en: "Charity fun run" },
    keywords: { en: ["running", "sport"] },
    description: { en: "Five kilometres in fancy dress for the children's hospital." },
    place: ["Roundhay Park", "Leeds"]
  },
  {
    id: 66,
    title: { fr: "Yoga au lever du soleil" },
    keywords: { fr: ["yoga", "bien-être"] },
    description: { fr: "Une heure sur la plage, tapis non fourni." },
    place: ["Plage du Moulin blanc", "Brest"]
  },
  {
    id: 67,
    title: { fr: "Régates de la rade" },
    keywords: { fr: ["voile", "sport"] },
    description: { fr: "Voiliers anciens et dériveurs se mesurent toute la journée." },
    place: ["Port du château", "Brest"]
  },
  {
    id: 68,
    title: { fr: "Vieux gréements : la mer en fête" },
    keywords: { fr: ["patrimoine maritime", "fête"] },
    description: { fr: "Bateaux à visiter, chants de marins et grillades." },
    place: ["Quai de Recouvrance", "Brest"]
  },
  {
    id: 69,
    title: { fr: "Chants de marins" },
    keywords: { fr: ["concert", "chant"] },
    description: { fr: "Quatre groupes, de l'a cappella au rock celtique." },
    place: ["Cabaret du Port", "Brest"]
  },
  {
    id: 70,
    title: { fr: "Chorale ouverte à tous" },
    keywords: { fr: ["chant", "musique"] },
    description: { fr: "Chanter ensemble, sans audition ni partition." },
    place: ["Salle Ropartz", "Rennes"]
  },
  {
    id: 71,
    title: { en: "Come and sing: Mozart's Requiem" },
    keywords: { en: ["choir", "classical music"] },
    description: { en: "Rehearse in the morning, perform in the evening." },
    place: ["St Mary's Church", "Bristol"]
  },
  {
    id: 72,
    title: { fr: "Rencontre avec une romancière" },
    keywords: { fr: ["littérature", "rencontre"] },
    description: { fr: "Lecture et dédicace autour de son dernier livre." },
    place: ["Librairie Coiffard", "Nantes"]
  },
  {
    id: 73,
    title: { fr: "Braderie de livres" },
    keywords: { fr: ["livre", "solidarité"] },
    description: { fr: "Des milliers d'ouvrages d'occasion à partir de cinquante centimes." },
    place: ["Halle Martenot", "Rennes"]
  },
  {
    id: 74,
    title: { en: "Second-hand book fair" },
    keywords: { en: ["books"] },
    description: { en: "Thousands of used books, all for charity." },
    place: ["Corn Exchange", "Leeds"]
  },
  {
    id: 75,
    title: { fr: "Atelier d'écriture" },
    keywords: { fr: ["littérature", "atelier"] },
    description: { fr: "Écrire une nouvelle en une matinée." },
    place: ["Maison de la poésie", "Rennes"]
  },
  {
    id: 76,
    title: { fr: "Permanence numérique" },
    keywords: { fr: ["informatique", "seniors"] },
    description: { fr: "De l'aide pour vos démarches en ligne et votre téléphone." },
    place: ["Maison de quartier", "Brest"]
  },
  {
    id: 77,
    title: { fr: "Webinaire : créer son entreprise", en: "Webinar: start your own business" },
    keywords: { fr: ["emploi", "en ligne"], en: ["business", "online"] },
    description: { fr: "Les statuts, le financement, les premiers clients.", en: "Legal forms, funding, first customers." }
  },
  {
    id: 78,
    title: { fr: "Forum de l'emploi" },
    keywords: { fr: ["emploi", "formation"] },
    description: { fr: "Quatre-vingts entreprises recrutent, apportez votre CV." },
    place: ["Parc des expositions", "Rennes"]
  },
  {
    id: 79,
    title: { fr: "Repas de quartier" },
    keywords: { fr: ["fête", "convivialité"] },
    description: { fr: "Chacun apporte un plat ; fanfare et jeux pour les enfants." },
    place: ["Rue des Olivettes", "Nantes"]
  },
  {
    id: 80,
    title: { fr: "Rock en rade" },
    keywords: { fr: ["concert", "rock", "festival"] },
    description: { fr: "Huit groupes sur deux scènes face à la mer." },
    place: ["Port du château", "Brest"]
  }
]
