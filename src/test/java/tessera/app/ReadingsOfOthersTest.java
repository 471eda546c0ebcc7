package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.fixture.ScriptedServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What is told of readings in clusters that are not ours: blanks, exporters of others, signs of faults. */
class ReadingsOfOthersTest {

    @TempDir
    Path home;

    private static List<JsonNode> devices(RecordedCluster cluster) throws Exception {
        var outcome = cluster.run("gpus", "-o", "json");
        assertThat(outcome.code()).isZero();
        var devices = new ArrayList<JsonNode>();
        new ObjectMapper().readTree(outcome.out()).path("devices").forEach(devices::add);
        return devices;
    }

    private static JsonNode device(List<JsonNode> devices, String node, int index) {
        return devices.stream().filter(
                element -> element.path("node").asText().equals(node) && element.path("index").asInt(-1) == index)
                .findFirst().orElseThrow();
    }

    private static List<String> measured(JsonNode device) {
        return device.path("metrics").properties().stream().map(Map.Entry::getKey).toList();
    }

    private static Stream<String> findings(RecordedCluster cluster) throws Exception {
        var found = new ArrayList<String>();
        new ObjectMapper().readTree(cluster.run("doctor", "-o", "json").out()).path("findings").forEach(
                element -> found.add(element.path("severity").asText() + " " + element.path("headline").asText()));
        return found.stream();
    }

    @Test
    void blanksAndImpossibleValuesAreNeitherReadingsNorAlerts() throws Exception {
        try (var cluster = RecordedCluster.serve("blank-readings", home)) {
            var devices = devices(cluster);

            assertThat(measured(device(devices, "e1", 0))).containsExactlyInAnyOrder("memoryUsed", "memoryFree",
                    "memoryTotal");
            assertThat(device(devices, "e1", 0).path("missing").path("temperature").asText())
                    .isEqualTo("the exporter reports a blank or impossible value");
            assertThat(device(devices, "e1", 2).path("missing").path("utilisation").asText()).as("101 %")
                    .isEqualTo("the exporter reports a blank or impossible value");
            assertThat(device(devices, "e1", 2).path("metrics").has("memoryUsed")).isFalse();
            assertThat(device(devices, "e1", 3).path("metrics").has("memoryTotal")).as("neither used nor free")
                    .isFalse();
            assertThat(device(devices, "e1", 1).path("metrics").path("power").asDouble()).isEqualTo(300.1);
            assertThat(cluster.run("gpus").out()).doesNotContain("2147483632", "808334905", "140737488355328");
            assertThat(cluster.run("alerts").out()).doesNotContain("e1");
            assertThat(findings(cluster)).noneMatch(each -> each.startsWith("critical"));
        }
    }

    @Test
    void moreMemoryThanADeviceHasIsNoReading() throws Exception {
        try (var cluster = RecordedCluster.serve("blank-readings", home)) {
            var devices = devices(cluster);

            assertThat(device(devices, "e6", 0).at("/metrics/memoryUsed").asDouble()).as("46,069 of 46,068 MiB")
                    .isEqualTo(46_068.0 * (1 << 20));
            assertThat(measured(device(devices, "e6", 2))).as("46,400 of 46,068 MiB").containsExactly("memoryTotal");
            assertThat(measured(device(devices, "e6", 3))).as("all of an 80GB model is 117 GiB")
                    .containsExactly("memoryUsed");
            assertThat(measured(device(devices, "e6", 1))).as("117 GiB of an 80GB model").containsExactly("memoryFree");
            assertThat(device(devices, "e6", 1).path("missing").path("memoryUsed").asText())
                    .isEqualTo("the exporter reports a blank or impossible value");
        }
    }

    @Test
    void aPrometheusThatOnlyRecordsIsNotOneInWhichNothingFires() throws Exception {
        try (var prometheus = ScriptedServer.start(exchange -> exchange.json(200,
                exchange.path().endsWith("/rules")
                        ? """
                                {"status":"success","data":{"groups":[{"name":"gpu","file":"f","interval":30,"rules":[{"type":"recording",
                                 "name":"cluster:gpu_utilization:avg","query":"avg(DCGM_FI_DEV_GPU_UTIL)","health":"ok"}]}]}}"""
                        : "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}"));
                var cluster = RecordedCluster.serve("blank-readings", home)) {
            var outcome = cluster.run("alerts", "--prometheus=" + prometheus.address());

            assertThat(outcome.err()).contains("has no alerting rules");
        }
    }

    @Test
    void devicesOfTwoExportersAreThereOnceInWhicheverOrder() throws Exception {
        try (var cluster = RecordedCluster.serve("two-exporters", home)) {
            var devices = devices(cluster);

            for (var node : List.of("uuids-first", "numbers-first")) {
                assertThat(devices).filteredOn(device -> device.path("node").asText().equals(node))
                        .extracting(device -> device.path("uuid").asText()).as(node)
                        .containsExactlyInAnyOrder("GPU-0", "GPU-1", "");
            }
            var both = device(devices, "xid", 0);
            assertThat(both.path("uuid").asText()).isEqualTo("GPU-x");
            assertThat(both.at("/metrics/temperature").asInt()).isEqualTo(52);
            assertThat(both.at("/metrics/xid").asInt()).as("what one exporter alone tells").isEqualTo(79);
            assertThat(both.at("/categories/0/category").asText()).isEqualTo("48");
            assertThat(cluster.run("gpus").out()).as("last, counted and ever, the gravest first")
                    .containsPattern("xid .* 48,79,31 ");
        }
    }

    @Test
    void fleetSaysWhichOfTheChosenNodesAreNotMeasured() throws Exception {
        try (var cluster = RecordedCluster.serve("karpenter-nodes", home)) {
            assertThat(cluster.run("fleet").err()).contains("not measured: ip-1 (no exporter found on this node)",
                    "ip-2 (");
            assertThat(cluster.run("fleet", "-l", "kubernetes.io/hostname=ip-1").err()).contains("ip-1 (")
                    .doesNotContain("ip-2");
        }
    }

    @Test
    void seriesWithoutTheNameOfTheDeviceAreOfTheOneWithTheirNumber() throws Exception {
        try (var cluster = RecordedCluster.serve("blank-readings", home)) {
            var devices = devices(cluster).stream().filter(element -> element.path("node").asText().equals("e4"))
                    .toList();

            assertThat(devices).extracting(element -> element.path("uuid").asText()).containsExactly("GPU-e4-0",
                    "GPU-e4-1", "");
            assertThat(devices).allSatisfy(
                    element -> assertThat(measured(element)).containsExactlyInAnyOrder("temperature", "power"));
        }
    }

    @Test
    void exporterThatAnswersWithSomethingElseIsNotSilent() throws Exception {
        try (var cluster = RecordedCluster.serve("blank-readings", home)) {
            assertThat(findings(cluster)).contains("warning The exporter of e5 has answered with unreadable metrics");
        }
    }

    @Test
    void eachBoardHasTheModelThatItsOwnSeriesName() throws Exception {
        try (var cluster = RecordedCluster.serve("blank-readings", home)) {
            var devices = devices(cluster);

            assertThat(device(devices, "e3", 0).path("model").asText()).startsWith("A30");
            assertThat(device(devices, "e3", 1).path("model").asText()).isEqualTo("RTX 2000 Ada 16 GB");
        }
    }

    @Test
    void exportersOfOthersAreFoundByTheNamesOfTheirOperatorsAndCharts() throws Exception {
        try (var cluster = RecordedCluster.serve("other-exporters", home)) {
            var devices = devices(cluster);

            var home = device(devices, "home", 0);
            assertThat(home.path("model").asText()).isEqualTo("RTX 3090 24 GB");
            assertThat(home.path("metrics").path("utilisation").asDouble()).isEqualTo(0.4);
            assertThat(home.path("metrics").path("temperature").asDouble()).isEqualTo(60);
            assertThat(home.path("metrics").path("memoryTotal").asDouble()).isEqualTo(1.6e10);
            assertThat(device(devices, "two", 0).path("model").asText()).startsWith("RTX 4090");
            assertThat(device(devices, "two", 0).path("metrics").path("power").asDouble()).isEqualTo(101);
            var operated = device(devices, "operated", 0);
            assertThat(operated.path("model").asText()).isEqualTo("MI325X");
            assertThat(operated.path("metrics").path("utilisation").asDouble()).isCloseTo(0.83, within(1e-9));
            assertThat(operated.path("metrics").path("power").asDouble()).isEqualTo(600);
            assertThat(operated.path("metrics").has("memoryTemperature")).as("4294967295").isFalse();
            assertThat(device(devices, "charted", 0).path("metrics").path("temperature").asDouble()).isEqualTo(51);
            assertThat(device(devices, "intel", 0).path("metrics").path("power").asDouble()).isEqualTo(65);
            assertThat(device(devices, "gke", 0).path("metrics").path("utilisation").asDouble()).isEqualTo(0.2);
            assertThat(device(devices, "managed", 0).path("metrics").path("temperature").asDouble()).isEqualTo(48);
            assertThat(findings(cluster)).contains("critical The driver reports GPU 0 of charted as unhealthy");
        }
    }

    @Test
    void boardsAreMeasuredByTheMonitorInTheDevicePluginPodOfHami() throws Exception {
        try (var cluster = RecordedCluster.serve("hami-monitor", home)) {
            var devices = devices(cluster);

            var old = device(devices, "hami-old", 0).path("metrics");
            assertThat(old.path("utilisation").asDouble()).isEqualTo(0.37);
            assertThat(old.path("memoryUsed").asDouble()).isEqualTo(5.6366661632e10);
            assertThat(device(devices, "hami-old", 1).path("metrics").path("utilisation").asDouble()).isEqualTo(1);
            var current = device(devices, "hami-new", 0);
            assertThat(current.path("model").asText()).startsWith("RTX 4090");
            assertThat(current.path("metrics").path("utilisation").asDouble()).isCloseTo(0.55, within(1e-9));
            assertThat(current.path("metrics").path("temperature").asDouble()).isEqualTo(61);
            assertThat(current.path("metrics").path("power").asDouble()).isEqualTo(288.5);
            assertThat(cluster.run("doctor").out()).contains("No problems found")
                    .doesNotContain("Install dcgm-exporter");
        }
    }

    @Test
    void exportersOfAnyNameAreFoundByTheirImages() throws Exception {
        try (var cluster = RecordedCluster.serve("other-exporters", home)) {
            var devices = devices(cluster);

            assertThat(device(devices, "imaged-nvidia", 0).path("metrics").path("temperature").asDouble())
                    .isEqualTo(44);
            assertThat(device(devices, "imaged-amd", 0).path("metrics").path("temperature").asDouble()).isEqualTo(52);
            assertThat(cluster.run("gpus").err()).contains("monitoring/telemetry-o is not scraped because");
        }
    }

    @Test
    void zerosOfWhatIsNotMeasuredAreNoReadings() throws Exception {
        try (var cluster = RecordedCluster.serve("other-exporters", home)) {
            var halo = device(devices(cluster), "halo", 0);

            assertThat(measured(halo)).containsExactlyInAnyOrder("utilisation", "memoryUsed", "memoryTotal");
        }
    }

    @Test
    void anExporterOfAKindThatIsNotReadIsToldAsFound() throws Exception {
        try (var cluster = RecordedCluster.serve("other-exporters", home)) {
            assertThat(cluster.run("gpus").err()).contains("monitoring/acme-gpu-exporter-d is not scraped because");
            assertThat(cluster.run("doctor").out())
                    .contains("The exporter monitoring/acme-gpu-exporter-d is not scraped because");
            assertThat(cluster.run("alerts").out()).doesNotContain("other");
        }
    }

    @Test
    void whatExportersTellOfHealthIsToldWithItsSeverity() throws Exception {
        try (var cluster = RecordedCluster.serve("health-metrics", home)) {
            assertThat(findings(cluster)).contains(
                    "critical The fabric manager could not add GPU 0 of hgx to the NVLink fabric",
                    "warning The fabric manager has not started for GPU 1 of hgx",
                    "critical The driver requests a reboot of the node with GPU 5 of hgx",
                    "critical GPU 6 of hgx reported XID 119, GSP firmware does not answer, twice in the last 5 min",
                    "warning GPU 6 of hgx reported XID 31, GPU memory page fault, once in the last 5 min",
                    "critical DCGM health check NVLINK of GPU 7 of hgx failed (DCGM_FR_NVLINK_DOWN)",
                    "warning DCGM health check THERMAL of GPU 7 of hgx reports a warning (DCGM_FR_CLOCKS_EVENT_THERMAL)",
                    "warning GPU 0 of guest is a vGPU without a license");
            assertThat(findings(cluster)).as("boards have no license")
                    .noneMatch(each -> each.contains("license") && each.contains("hgx"));
        }
    }

    @Test
    void countedXidsAreListedWhereNoLastOneIsExported() throws Exception {
        try (var cluster = RecordedCluster.serve("health-metrics", home)) {
            assertThat(cluster.run("gpus").out().lines().filter(line -> line.matches("hgx +6 .*"))).singleElement()
                    .asString().containsPattern(" (31,119|119,31) ");
        }
    }
}
