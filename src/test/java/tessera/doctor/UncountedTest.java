package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.fit.ObjectSource;
import tessera.insight.Accelerators;
import tessera.insight.Sample;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** Who takes GPUs that the scheduler knows nothing of is told. */
class UncountedTest {

    private final Sample sample = new Sample();
    private final List<String> skipped = new ArrayList<>();

    @BeforeEach
    void twoNodes() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2)).with(node("plain"));
    }

    /**
     * Pods all of whose main containers have one variable.
     *
     * @param values by the keys of the pods
     * @param whole  whether these can all be read, and not only those of one node
     */
    private record Cluster(String variable, Map<String, String> values, boolean whole) implements ObjectSource {

        @Override
        public Optional<JsonNode> object(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
            values.forEach((key, value) -> {
                var pod = JsonNodeFactory.instance.objectNode();
                pod.putObject("metadata").put("namespace", key.substring(0, key.indexOf('/')))
                        .put("name", key.substring(key.indexOf('/') + 1));
                pod.putObject("spec").putArray("containers").addObject().put("name", "main").putArray("env").addObject()
                        .put("name", variable).put("value", value);
                reader.accept(pod);
            });
            return whole || selectors.endsWith(",spec.nodeName%3Da");
        }
    }

    private List<Finding> findings(String variable, String value) throws Exception {
        var cluster = new Cluster(variable, Map.of("ml/peek", value), true);
        var signs = new Uncounted(cluster, Accelerators.standard()).of(sample.fleet(), Focus.ALL, skipped);
        return Examined.findings(Examined.known(sample.fleet(), new Starts.Told(signs, Map.of())), Focus.ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "0,1"})
    void aPodThatAsksForNoneAndTakesThemByAVariableIsTold(String value) throws Exception {
        sample.pod("ml/peek", "a", "cpu", 1);

        assertThat(findings("NVIDIA_VISIBLE_DEVICES", value)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("ml/peek asks for no GPU and sets NVIDIA_VISIBLE_DEVICES: a may "
                    + "give it GPUs that others have");
            assertThat(finding.evidence()).containsExactly("container main: NVIDIA_VISIBLE_DEVICES=" + value);
            assertThat(finding.node()).isEqualTo("a");
        });
    }

    @ParameterizedTest
    @CsvSource({"a, nvidia.com/gpu, NVIDIA_VISIBLE_DEVICES, all", "plain, cpu, NVIDIA_VISIBLE_DEVICES, all",
        "a, cpu, NVIDIA_VISIBLE_DEVICES, void", "a, cpu, NVIDIA_DRIVER_CAPABILITIES, all"})
    void whoAsksForThemOrHasNoneToTakeIsNotTold(String place, String resource, String variable, String value)
            throws Exception {
        sample.pod("ml/peek", place, resource, 1);

        assertThat(findings(variable, value)).isEmpty();
    }

    @Test
    void whoLooksAfterTheGpusOfNodesMaySeeThem() throws Exception {
        sample.pod("ml/peek", "a", "cpu", 1).ofDaemonSet("gpu-monitor");

        assertThat(findings("NVIDIA_VISIBLE_DEVICES", "all")).isEmpty();
    }

    @Test
    void whereNotAllPodsCouldBeReadThatIsNoted() throws Exception {
        sample.pod("ml/peek", "a", "cpu", 1);

        assertThat(new Uncounted(new Cluster("", Map.of(), false), Accelerators.standard()).of(sample.fleet(),
                Focus.ALL, skipped)).isEmpty();
        assertThat(skipped).containsExactly(
                "Which further pods take GPUs without asking for any: there are too many pods");
    }

    @Test
    void whoAsksForANodeOrAPodHasThePodsOfThatNodeRead() throws Exception {
        sample.pod("ml/peek", "a", "cpu", 1);

        for (var focus : List.of(Focus.node("a"), Focus.pod("ml/peek"))) {
            assertThat(new Uncounted(new Cluster("", Map.of(), false), Accelerators.standard()).of(sample.fleet(),
                    focus, skipped)).isEmpty();
            assertThat(skipped).isEmpty();
        }
    }
}
