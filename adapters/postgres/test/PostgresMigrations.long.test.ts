import { testMigrations } from "../../sql/test/migrating.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

testMigrations(postgresAdapter(usePostgres()), {
  "0001_tables": "dea5e3ee7cc20793205e80c4e0d9d21ce4e8430db0729caf3a946ae64644b5fc",
  "0002_index_rules_2_3": "fed2d21759dc55f369bd762cbabc1198119ddd1ea88334f6072b048e5c83d568",
  "0003_geocoding": "b2926ad70acc044bef5457e1eb6a9b8e378b52bc4ab019869740d6bb274df3e6",
  "0004_host_users": "dea9277f5f20c09eb2312f55b3272ea055dcca246cc5a9d2770f022f9cd682b6",
  "0005_image_uses": "1768b63bd8749337698590c85fb7e709113ca6da4a764dc2a2d52641029e19b2",
  "0006_index_rules_2_4": "a3e5f42aa16d52093ff922dd5c84fa7e7058135adcdd81ec225356a3ae44aeb2",
  "0007_index_rules_3_4": "a13b97175370e123b52ecb036b9e15356f56b18a3c9bd774758cb1f2672c512e",
  "0008_index_rules_4_4": "87fe836490cfebb9417c0507238be1d123f5b4a1a0015e4d1995892a065451fb",
  "0009_index_rules_4_5": "eff2bd8a77dae866140ad31fa90478e66d7223882045dc3fa63bee97d8aae201",
  "0010_word_counts": "e523e46eebc0fe5fb3f4820a47d4f60792a43385f6e89a7974de8b3640e79f4f",
  "0011_network_synonyms": "a9577bc9737f9f12fb3fb8f56e196c98f85fb640e3107dd55683b03cfb7d1da8",
  "0012_description_words": "22448f4daced79d85641732edd5ebdb692a0f4674f56457e975ab247d625e6d4",
  "0013_index_rules_4_6": "daf5267266939895d142ea52c796fed68756f5defc05de51eee703214f11d035",
  "0014_index_rules_4_7": "bfc8ab4b7ef560a3129f1df27bffd9b049dff874f35f82d4a6ab5edcf8761e48",
  "0015_changes": "959027e37fcb74439072d4c9fc2dbe59a848ada171447934184edf17ac0df69d",
  "0016_webhooks": "bba2f00511686bbfe442a2a381149dfc1f50c34b946777672b7463e144b2a36a",
  "0017_consumers": "9175f4a10fa00ae355bbc3105409cff1621278f3b0d1b5ac7030477e5cfa8528",
  "0018_database_id": "8ccb061f09ec1d7e674d5324f28cd652b40addc653ea1e2b1655edb85d1dc1f3",
  "0019_rate_counts": "69c9d48fc71267c9d85726326c55e407c218b5b88c1e869d5aa904e9662497f4"
})
