import { usePool } from "./hookingHost.js"
import { testBesideFailures } from "./testBesideFailures.js"
import { testHooks } from "./testHooks.js"

const hosts = usePool()

testBesideFailures(hosts)
testHooks(hosts)
