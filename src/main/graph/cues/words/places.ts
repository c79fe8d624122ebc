// Places that "in X" and "located in X" may name: countries, large cities, and regions of clouds by their form. Data only.
// Read by what tells classes, places and asides. Source: memory, Cue scanner.
import { words } from './lists.ts';

const PLACES = words(`
  africa america asia europe australia antarctica eu usa uk uae us apac emea
  argentina austria belgium brazil bulgaria canada chile china colombia croatia cyprus czechia denmark egypt england estonia
  finland france germany greece hungary iceland india indonesia iran iraq ireland israel italy japan kenya korea latvia
  lithuania luxembourg malaysia malta mexico morocco netherlands new_zealand nigeria norway pakistan peru philippines poland
  portugal romania russia saudi_arabia scotland serbia singapore slovakia slovenia south_africa south_korea spain sweden
  switzerland taiwan thailand tunisia turkey ukraine united_kingdom united_states vietnam wales california texas virginia
  oregon ohio bavaria
  amsterdam ankara antwerp athens atlanta auckland bangalore bangkok barcelona basel beijing belgrade bergen berlin bern
  birmingham bogota bologna bonn bordeaux boston bratislava bremen brisbane bristol brno brussels bucharest budapest
  buenos_aires cairo cambridge cape_town chennai chicago cologne copenhagen dallas delhi denver detroit dresden dubai dublin
  dusseldorf düsseldorf edinburgh eindhoven falkenstein florence frankfurt gdansk geneva ghent glasgow gothenburg graz hamburg
  hannover hanover helsinki hong_kong houston hyderabad istanbul jakarta jerusalem johannesburg kigali krakow kyiv kyoto lagos
  lausanne leipzig leuven lille lima lisbon liverpool ljubljana london los_angeles lyon madrid malmo malmö manchester
  manila marseille melbourne miami milan minneapolis montreal moscow mumbai munich münchen nairobi nantes naples new_york
  nuremberg nürnberg osaka oslo ottawa oxford palo_alto paris perth philadelphia phoenix porto prague reykjavik riga rome
  rotterdam salzburg san_diego san_francisco san_jose santiago sao_paulo seattle seoul shanghai shenzhen sofia stockholm
  stuttgart sydney taipei tallinn tbilisi tehran tel_aviv the_hague tokyo toronto trondheim tunis turin utrecht vancouver
  venice vienna wien vilnius warsaw washington wellington wroclaw york zagreb zurich zürich`);

/** `eu-central-1`, `us-east-2`, `europe-west4`. */
const CLOUD_REGION = /^(?:af|ap|ca|cn|eu|europe|il|me|northamerica|sa|us|asia)-[a-z]{4,12}-?\d$/;

/** Where machines stand in a house. */
const ROOMS = words(`
  office basement attic garage cellar closet cupboard kitchen bedroom hallway shed rack room datacenter datacentre colo warehouse lab loft bar porch lounge bathroom flat apartment garden house region greenhouse study corridor hall floor row shelf cabinet pantry carport stairwell workshop balcony branch caravan`);

/** Whether a token names a place on earth, or a room ("tromso_office", "rack_b7"). */
export function isPlace(token: string): boolean {
  const room = token.replace(/_[a-z]?\d{0,4}$/, '');
  return PLACES.has(token) || CLOUD_REGION.test(token) || ROOMS.has(room.slice(room.lastIndexOf('_') + 1));
}
