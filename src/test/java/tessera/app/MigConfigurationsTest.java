package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Where no exporter tells how each MIG GPU is cut, the configuration does that its MIG manager applied. */
@Timeout(120)
class MigConfigurationsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;
    private static RecordedCluster cluster;

    @BeforeAll
    static void serve() throws Exception {
        cluster = RecordedCluster.serve("mig-configurations", folder);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static List<JsonNode> ofNode(String command, String list, String node) throws Exception {
        var all = JSON.readTree(cluster.run(command, "-o", "json").out()).path(list);
        return StreamSupport.stream(all.spliterator(), false)
                .filter(element -> element.path("node").asText().equals(node)).toList();
    }

    private static String cut(JsonNode layout) {
        return layout.path("index").asText() + ": "
                + String.join(" ", layout.path("instances").findValuesAsText("profile"));
    }

    @Test
    void aNodesOwnConfigurationTellsWhatIsOnEachGpu() throws Exception {
        var layouts = ofNode("mig", "layouts", "own");

        assertThat(layouts).extracting(MigConfigurationsTest::cut).containsExactly("1: 3g.40gb 3g.40gb",
                "2: 3g.40gb 3g.40gb", "3: 1g.10gb 1g.10gb 1g.10gb 1g.10gb 1g.10gb 1g.10gb 1g.10gb", "4: ");
        assertThat(layouts).allSatisfy(layout -> {
            assertThat(layout.path("source").asText()).isEqualTo("derived_from_configuration");
            assertThat(layout.path("sentence").asText())
                    .startsWith("Derived from configuration uneven of ConfigMap gpu-operator/own-mig-config. ");
        });
        assertThat(layouts.getLast().at("/memory/free")).hasSize(8);
        assertThat(layouts.get(2).at("/instances/0/perhapsPods/0/name").asText()).isEqualTo("small");
        assertThat(layouts).allSatisfy(layout -> assertThat(layout.path("instances").findValues("pods"))
                .as("nobody tells who holds one").allSatisfy(pods -> assertThat(pods).isEmpty()));
        assertThat(layouts.getFirst().at("/instances/0").has("perhapsPods")).as("of another size").isFalse();
        assertThat(ofNode("gpus", "devices", "own")).filteredOn(device -> device.path("index").asInt() == 3)
                .filteredOn(device -> device.has("mig")).anySatisfy(device -> {
                    assertThat(device.at("/perhapsPods/0/name").asText()).isEqualTo("small");
                    assertThat(device.at("/mig/boardFrom").asText())
                            .isEqualTo("configuration uneven of ConfigMap gpu-operator/own-mig-config");
                });
    }

    @Test
    void theCommonConfigurationTellsItOfNodesWithoutTheirOwn() throws Exception {
        assertThat(ofNode("mig", "layouts", "common")).hasSize(2).allSatisfy(layout -> {
            assertThat(layout.path("source").asText()).isEqualTo("derived_from_configuration");
            assertThat(cut(layout)).endsWith(": 2g.20gb 1g.10gb 1g.10gb 3g.40gb");
        });
    }

    @Test
    void whatWasNotAppliedOrIsOtherwiseNowIsStillAGuess() throws Exception {
        assertThat(ofNode("mig", "layouts", "failed")).hasSize(2).allSatisfy(layout -> {
            assertThat(layout.path("source").asText()).isEqualTo("derived_from_labels");
            assertThat(layout.path("sentence").asText()).startsWith(
                    "Estimated from the resources that the node advertises, assuming that its 2 MIG GPUs have the "
                            + "same layout");
        });
        assertThat(ofNode("mig", "layouts", "byhand")).extracting(layout -> layout.path("source").asText())
                .containsOnly("unknown");
        assertThat(ofNode("gpus", "devices", "byhand")).filteredOn(device -> device.has("mig"))
                .extracting(device -> device.at("/mig/boardFrom").asText()).containsOnly("guess");
        assertThat(ofNode("gpus", "devices", "single")).filteredOn(device -> device.has("mig"))
                .extracting(device -> device.at("/mig/boardFrom").asText()).containsOnly("advertised resources");
    }
}
