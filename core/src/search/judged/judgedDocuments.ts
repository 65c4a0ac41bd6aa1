import type { JudgedDocument } from "./JudgedDocument.js"

/** Invented events in French, English or both, for judging the ranking of searches. */
export const judgedDocuments: ReadonlyArray<JudgedDocument> = [
  {
    id: 1,
    title: { fr: "Nuit du jazz manouche" },
    keywords: { fr: ["jazz", "guitare"] },
    description: { fr: "Trois quartets jouent Django Reinhardt jusqu'à l'aube." },
    place: ["Le Caveau des Lices", "Rennes"]
  },
  {
    id: 2,
    title: { fr: "Concert de jazz au jardin", en: "Jazz concert in the garden" },
    keywords: { fr: ["plein air"], en: ["open air"] },
    description: { fr: "Un trio swing sous les tilleuls.", en: "A swing trio under the lime trees." },
    place: ["Jardin des plantes", "Nantes"]
  },
  {
    id: 3,
    title: { fr: "Brunch musical du dimanche" },
    keywords: { fr: ["gastronomie", "musique"] },
    description: { fr: "On mange, on écoute un peu de jazz." },
    place: ["Café des Halles", "Nantes"]
  },
  {
    id: 4,
    title: { fr: "Initiation au saxophone" },
    keywords: { fr: ["atelier", "musique"] },
    description: { fr: "Premières notes pour grands débutants." },
    longDescription: { fr: "Le professeur, musicien de jazz, prête les instruments. Aucun solfège requis." },
    place: ["Conservatoire", "Rennes"]
  },
  {
    id: 5,
    title: { en: "Jazz workshop for beginners" },
    keywords: { en: ["jazz", "workshop"] },
    description: { en: "Learn to improvise over simple chords." },
    place: ["The Old Mill", "Bristol"]
  },
  {
    id: 6,
    title: { fr: "Requiem de Mozart" },
    keywords: { fr: ["concert", "musique classique"] },
    description: { fr: "Chœur et orchestre de la ville, deux cents voix." },
    place: ["Cathédrale Saint-Pierre", "Nantes"]
  },
  {
    id: 7,
    title: { fr: "Récital de piano : Chopin et Liszt" },
    keywords: { fr: ["piano", "musique classique"] },
    description: { fr: "Une soirée romantique avec une jeune pianiste." },
    place: ["Théâtre Graslin", "Nantes"]
  },
  {
    id: 8,
    title: { en: "Piano recital by candlelight" },
    keywords: { en: ["classical music"] },
    description: { en: "Nocturnes and preludes by Chopin." },
    place: ["St Mary's Church", "Bristol"]
  },
  {
    id: 9,
    title: { fr: "La vie en rose : hommage à Piaf" },
    keywords: { fr: ["chanson française"] },
    description: { fr: "Une chanteuse et un accordéon reprennent les grands airs." },
    place: ["Cabaret du Port", "Brest"]
  },
  {
    id: 10,
    title: { fr: "Des roses et des vies" },
    keywords: { fr: ["jardin", "conférence"] },
    description: { fr: "L'histoire des rosiers anciens racontée par un pépiniériste." },
    place: ["Roseraie du Thabor", "Rennes"]
  },
  {
    id: 11,
    title: { fr: "Visite guidée du château" },
    keywords: { fr: ["patrimoine", "histoire"] },
    description: { fr: "Des remparts aux cuisines, une heure avec un guide." },
    place: ["Château des ducs", "Nantes"]
  },
  {
    id: 12,
    title: { fr: "Visites guidées nocturnes", en: "Guided tours by night" },
    keywords: { fr: ["patrimoine"], en: ["heritage"] },
    description: { fr: "Le château à la lanterne.", en: "The castle by lantern light." },
    place: ["Château des ducs", "Nantes"]
  },
  {
    id: 13,
    title: { fr: "Journées du patrimoine : les coulisses de l'opéra" },
    keywords: { fr: ["patrimoine", "opéra"] },
    description: { fr: "Costumes, machinerie et loges ouverts à la visite." },
    place: ["Opéra", "Rennes"]
  },
  {
    id: 14,
    title: { en: "Castle ghost walk" },
    keywords: { en: ["heritage", "walking tour"] },
    description: { en: "A guide in costume tells dark stories of the fortress." },
    place: ["Castle Park", "Bristol"]
  },
  {
    id: 15,
    title: { fr: "Balade à vélo sur les bords de Loire" },
    keywords: { fr: ["vélo", "nature"] },
    description: { fr: "Vingt kilomètres faciles, pause baignade." },
    place: ["Maison du vélo", "Nantes"]
  },
  {
    id: 16,
    title: { fr: "Atelier réparation de vélos" },
    keywords: { fr: ["vélo", "atelier"] },
    description: { fr: "Apportez votre bicyclette, on prête les outils." },
    place: ["La Petite Rustine", "Rennes"]
  },
  {
    id: 17,
    title: { en: "Bike repair café" },
    keywords: { en: ["cycling", "workshop"] },
    description: { en: "Fix your bicycle with volunteers and a cup of tea." },
    place: ["Community Hub", "Leeds"]
  },
  {
    id: 18,
    title: { fr: "Randonnée des trois moulins" },
    keywords: { fr: ["randonnée", "nature"] },
    description: { fr: "Douze kilomètres à pied entre rivière et forêt." },
    place: ["Place de l'église", "Clisson"]
  },
  {
    id: 19,
    title: { en: "Riverside walk and picnic" },
    keywords: { en: ["walking", "nature"] },
    description: { en: "An easy walk for families along the river." },
    place: ["Millennium Square", "Leeds"]
  },
  {
    id: 20,
    title: { fr: "Sortie nature : les oiseaux du marais" },
    keywords: { fr: ["oiseaux", "nature"] },
    description: { fr: "Jumelles fournies, réveil matinal conseillé." },
    place: ["Réserve du lac", "Clisson"]
  },
  {
    id: 21,
    title: { fr: "Exposition : les peintres de la mer", en: "Exhibition: painters of the sea" },
    keywords: { fr: ["peinture", "exposition"], en: ["painting", "exhibition"] },
    description: { fr: "Cent toiles, de Turner à nos jours.", en: "A hundred canvases from Turner to today." },
    place: ["Musée d'arts", "Nantes"]
  },
  {
    id: 22,
    title: { fr: "Atelier d'aquarelle" },
    keywords: { fr: ["peinture", "atelier"] },
    description: { fr: "Peindre la mer en trois couleurs, matériel fourni." },
    place: ["Maison de quartier", "Brest"]
  },
  {
    id: 23,
    title: { fr: "Lumières du Nord" },
    keywords: { fr: ["photographie", "exposition"] },
    description: { fr: "Soixante photographies d'aurores boréales." },
    place: ["Galerie du Canal", "Rennes"]
  },
  {
    id: 24,
    title: { en: "Photographing the night sky" },
    keywords: { en: ["photography", "workshop"] },
    description: { en: "Bring a tripod; we explain long exposure." },
    place: ["Observatory", "Leeds"]
  },
  {
    id: 25,
    title: { fr: "Nuit des étoiles" },
    keywords: { fr: ["astronomie", "science"] },
    description: { fr: "Observation du ciel au télescope avec des passionnés." },
    place: ["Plage des Blancs Sablons", "Brest"]
  },
  {
    id: 26,
    title: { fr: "Planétarium : voyage vers Mars" },
    keywords: { fr: ["astronomie", "enfants"] },
    description: { fr: "Une séance pour les petits explorateurs dès six ans." },
    place: ["Espace des sciences", "Rennes"]
  },
  {
    id: 27,
    title: { fr: "Fête de la science", en: "Science festival" },
    keywords: { fr: ["science", "famille"], en: ["science", "family"] },
    description: { fr: "Expériences, robots et rencontres avec des chercheurs.", en: "Experiments, robots and meetings with researchers." },
    place: ["Université", "Brest"]
  },
  {
    id: 28,
    title: { fr: "Conférence : le climat de demain" },
    keywords: { fr: ["science", "climat"] },
    description: { fr: "Un glaciologue répond aux questions du public." },
    place: ["Médiathèque Jacques-Demy", "Nantes"]
  },
  {
    id: 29,
    title: { en: "Climate talk: the melting ice" },
    keywords: { en: ["climate", "science"] },
    description: { en: "A lecture with questions from the public." },
    place: ["Central Library", "Leeds"]
  },
  {
    id: 30,
    title: { fr: "Heure du conte" },
    keywords: { fr: ["enfants", "lecture"] },
    description: { fr: "Des histoires à écouter blottis sur les coussins, de trois à six ans." },
    place: ["Bibliothèque des Champs libres", "Rennes"]
  },
  {
    id: 31,
    title: { en: "Story time for children" },
    keywords: { en: ["children", "books"] },
    description: { en: "Tales read aloud every Saturday." },
    place: ["Central Library", "Leeds"]
  },
  {
    id: 32,
    title: { fr: "Contes d'hiver en musique" },
    keywords: { fr: ["conte", "musique"] },
    description: { fr: "Une conteuse et une harpiste pour petits et grands." },
    place: ["Théâtre du Vieux-Port", "Brest"]
  },
  {
    id: 33,
    title: { fr: "Spectacle de marionnettes : Pinocchio" },
    keywords: { fr: ["marionnettes", "enfants"] },
    description: { fr: "Le pantin de bois prend vie, dès quatre ans." },
    place: ["Théâtre de poche", "Rennes"]
  },
  {
    id: 34,
    title: { en: "Puppet show: the brave little tailor" },
    keywords: { en: ["puppets", "children"] },
    description: { en: "Wooden puppets and live music for the whole family." },
    place: ["The Old Mill", "Bristol"]
  },
  {
    id: 35,
    title: { fr: "Le Malade imaginaire" },
    keywords: { fr: ["théâtre", "comédie"] },
    description: { fr: "La comédie de Molière par une troupe amateur." },
    place: ["Salle des fêtes", "Clisson"]
  },
  {
    id: 36,
    title: { fr: "Match d'improvisation théâtrale" },
    keywords: { fr: ["théâtre", "humour"] },
    description: { fr: "Deux équipes, un arbitre, et le public qui vote." },
    place: ["Salle Vauban", "Brest"]
  },
  {
    id: 37,
    title: { fr: "Stage de théâtre pour adolescents" },
    keywords: { fr: ["théâtre", "stage"] },
    description: { fr: "Cinq jours pour monter une pièce, vacances de printemps." },
    place: ["Maison de quartier", "Nantes"]
  },
  {
    id: 38,
    title: { en: "A Midsummer Night's Dream" },
    keywords: { en: ["theatre", "Shakespeare"] },
    description: { en: "Open-air performance, bring a blanket." },
    place: ["Castle Park", "Bristol"]
  },
  {
    id: 39,
    title: { fr: "Le Songe d'une nuit d'été" },
    keywords: { fr: ["théâtre"] },
    description: { fr: "Shakespeare en plein air, apportez un plaid." },
    place: ["Parc de Procé", "Nantes"]
  },
  {
    id: 40,
    title: { fr: "Cinéma en plein air : Les Demoiselles de Rochefort" },
    keywords: { fr: ["cinéma", "plein air"] },
    description: { fr: "Projection gratuite à la tombée de la nuit." },
    place: ["Parc de la Bégraisière", "Nantes"]
  }
]
