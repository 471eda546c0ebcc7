package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.fixture.ScriptedServer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Devices of which drivers, plugins and exporters tell a part only: who uses them is known all the same, and no more is. */
class HalfToldDevicesTest {

    @TempDir
    static Path folder;
    @SuppressWarnings("NullAway.Init")
    private static RecordedCluster drivers;
    @SuppressWarnings("NullAway.Init")
    private static RecordedCluster plugins;

    @BeforeAll
    static void serve() throws IOException {
        drivers = RecordedCluster.serve("drivers-half-told", folder);
        plugins = RecordedCluster.serve("plugins-half-told", folder);
    }

    @AfterAll
    static void stop() {
        drivers.close();
        plugins.close();
    }

    private static JsonNode json(RecordedCluster cluster, String... arguments) throws IOException {
        var command = Stream.concat(Stream.of(arguments), Stream.of("-o", "json")).toArray(String[]::new);
        return new ObjectMapper().readTree(cluster.run(command).out());
    }

    private static JsonNode node(RecordedCluster cluster, String name) throws IOException {
        return json(cluster, "fleet").path("nodes").valueStream()
                .filter(element -> element.path("name").asText().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void podsKeepTheGpusOfADriverThatIsGone() throws IOException {
        assertThat(drivers.run("pods").out()).containsPattern("stays-0 +left +gpu.nvidia.com=1")
                .containsPattern("stays-1 +bare +gpu.nvidia.com=1");
        assertThat(node(drivers, "bare").path("state").asText()).isEqualTo("not_offered");
        assertThat(json(drivers, "doctor").path("findings").valueStream()
                .filter(element -> element.path("headline").asText().matches(".*\\b(left|bare)\\b.*")))
                .extracting(element -> element.path("id").asText()).contains("unpublished")
                .doesNotContain("gpus-not-offered", "no-stack");
    }

    @Test
    void whatIntelsDriverPublishesIsAGpuUnlessItIsAFunctionOfOne() throws IOException {
        assertThat(node(drivers, "intel").path("gpus").asInt()).as("older drivers do not say what a device is")
                .isEqualTo(2);
        assertThat(drivers.run("pods").out()).containsPattern("flex-0 +intel +gpu.intel.com=1");
        assertThat(node(drivers, "functions").path("gpus").asInt()).isEqualTo(2);
    }

    @Test
    void aBoardThatAPersonClosedIsClosedWhateverItsTwinForVirtualMachines() throws IOException {
        assertThat(node(drivers, "twin").at("/resources/0/allocatable").asInt()).isZero();
        assertThat(drivers.run("doctor").out()).contains("twin: an administrator tainted gpu-0")
                .doesNotContain("device taint on gpu-0");
    }

    @Test
    void aChipOfWhichACoreIsHeldIsNotFree() throws IOException {
        assertThat(node(plugins, "chips").at("/resources/0/allocated").asInt()).isEqualTo(2);
        assertThat(node(plugins, "chips").at("/resources/0/free").asInt()).isEqualTo(14);
    }

    @Test
    void theGpuThatIsWithheldIsTheOneThatIsIll() {
        assertThat(plugins.run("gpus").out()).containsPattern("ill +0 .* -\\R").containsPattern("ill +1 .* ml/well-0");
    }

    @Test
    void sharesOfOnePodNeedNotLieOnEveryGpu() {
        assertThat(plugins.run("gpus").out()).containsPattern("sliced +0 .* perhaps ml/two-shares")
                .containsPattern("sliced +1 .* perhaps ml/two-shares");
    }

    @Test
    void whoSharesAGpuUsesItAndNotThePodThatReservesIt() {
        assertThat(plugins.run("alerts").out()).contains("GPU 0 of kai is allocated to ai/reserved-0")
                .doesNotContain("gpu-reservation-kai-x");
    }

    @Test
    void commandsWaitForAPrometheusThatAloneMeasuresANode() throws Exception {
        try (var prometheus = ScriptedServer.start(exchange -> {
            var question = URLDecoder.decode(exchange.target + new String(exchange.body, UTF_8), UTF_8);
            exchange.json(200,
                    exchange.path().endsWith("/buildinfo") ? "{\"status\":\"success\",\"data\":{\"version\":\"3.1.0\"}}"
                            : "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                                    + sample(question) + "]}}");
        })) {
            assertThat(drivers.run("gpus", "--prometheus=" + prometheus.address()).out())
                    .containsPattern("left +0 .* 61 ");
        }
    }

    private static String sample(String question) {
        if (question.contains("time() - max by")) {
            return "{\"metric\":{\"Hostname\":\"left\"},\"value\":[1,\"20\"]}";
        }
        if (question.contains("__name__")) {
            return question.contains("DCGM_FI_DEV_GPU_TEMP")
                    ? "{\"metric\":{\"__name__\":\"DCGM_FI_DEV_GPU_TEMP\",\"Hostname\":\"left\",\"UUID\":\"GPU-1\",\"gpu\":\"0\"},"
                            + "\"value\":[1,\"61\"]}"
                    : "";
        }
        return "{\"metric\":{},\"value\":[1,\"8\"]}";
    }

    @Test
    void aFractionWithoutAReservationIsTold() {
        assertThat(plugins.run("doctor").out()).contains("ai/alone-0 shares a GPU of kai that has no reservation pod")
                .doesNotContain("ai/reserved-0 shares a GPU");
    }
}
