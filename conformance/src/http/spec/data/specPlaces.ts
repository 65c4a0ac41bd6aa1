const quimper = {
  countryCode: "fr",
  adminLevel1: "Bretagne",
  adminLevel2: "Finistère",
  adminLevel3: "Cornouaille",
  adminLevel4: "Quimper",
  adminLevel5: "Vieille ville",
  adminLevel6: "Centre",
  postalCode: "29000",
  timezone: "Europe/Paris"
}

const brest = {
  countryCode: "FR",
  adminLevel1: "Bretagne",
  adminLevel2: "Finistère",
  adminLevel3: "Pays de Brest",
  adminLevel4: "Brest",
  adminLevel6: "Kerinou",
  postalCode: "29200",
  timezone: "Europe/Paris"
}

const fiji = { countryCode: "FJ", adminLevel1: "Northern", timezone: "Pacific/Fiji" }

/**
 * The locations, in the order in which they are made: two of them on either side of the antimeridian, one without
 * coordinates.
 */
export const specPlaces = {
  hall: {
    agenda: "main",
    body: { ...quimper, name: "Médiathèque{tag}", address: "1 rue des Arts", latitude: 47.99, longitude: -4.1, state: 1 }
  },
  arena: {
    agenda: "main",
    body: {
      ...brest,
      name: "Arena{tag}",
      address: "2 quai de la Douane",
      latitude: 48.39,
      longitude: -4.48,
      extIds: [{ key: "default", value: "17{tag}" }, { key: "erp", value: "A/1 é{tag}" }]
    }
  },
  chapel: { agenda: "main", body: { ...quimper, name: "Chapelle{tag}", address: "3 place Terre-au-Duc", postalCode: null } },
  opera: {
    agenda: "main",
    body: {
      name: "Opéra Garnier{tag}",
      address: "Place de l'Opéra",
      countryCode: "fr",
      adminLevel1: "Île-de-France",
      adminLevel2: "Paris",
      adminLevel4: "Paris",
      postalCode: "75009",
      latitude: 48.8719,
      longitude: 2.3316,
      timezone: "Europe/Paris"
    }
  },
  east: {
    agenda: "main",
    body: { ...fiji, name: "Waiyevo Hall{tag}", address: "Taveuni", adminLevel4: "Waiyevo", latitude: -16.79, longitude: 179.95 }
  },
  west: {
    agenda: "main",
    body: { ...fiji, name: "Rabi Stage{tag}", address: "Rabi", adminLevel4: "Rabi", latitude: -16.5, longitude: -179.97 }
  },
  stadium: { agenda: "other", body: { ...brest, name: "Stade{tag}", address: "26 rue de Quimper", latitude: 48.4, longitude: -4.5 } }
} as const

/** The name of a location of the data. */
export type PlaceName = keyof typeof specPlaces
