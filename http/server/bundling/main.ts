import { fileURLToPath } from "node:url"
import { bundle } from "./bundle.js"

bundle(fileURLToPath(new URL("../dist/program", import.meta.url)))
