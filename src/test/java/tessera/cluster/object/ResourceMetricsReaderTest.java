package tessera.cluster.object;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tessera.model.MetricsServerUsage;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a metrics server tells of nodes and pods. */
class ResourceMetricsReaderTest {

    private static final Instant AT = Instant.parse("2026-11-22T05:00:00Z");

    private static MetricsServerUsage read(String json) throws Exception {
        return ResourceMetricsReader.readUsage(new ObjectMapper().readTree(json));
    }

    @Test
    void whatANodeUsesIsReadInItsOwnUnits() throws Exception {
        var usage = read("""
                {"kind":"NodeMetrics","timestamp":"2026-11-22T05:00:00Z","window":"20.05s",
                 "usage":{"cpu":"1234567890n","memory":"2097152Ki"}}""");

        assertThat(usage).isEqualTo(new MetricsServerUsage(1.23456789, 2L << 30, AT, Duration.ofMillis(20_050)));
    }

    @Test
    void thePartsOfAPodAreAddedUp() throws Exception {
        var usage = read(
                """
                        {"kind":"PodMetrics","timestamp":"2026-11-22T05:00:00Z","window":"1m0s","containers":[
                         {"name":"a","usage":{"cpu":"250m","memory":"128Mi"}},{"name":"b","usage":{"cpu":"1","memory":"1Gi"}}]}""");

        assertThat(usage.cores()).isEqualTo(1.25);
        assertThat(usage.memory()).isEqualTo((1L << 30) + (128L << 20));
        assertThat(usage.window()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void whatLacksAQuantityIsNoUsageAndNotNothing() {
        for (var json : new String[] {"{\"timestamp\":\"2026-11-22T05:00:00Z\",\"window\":\"20s\",\"usage\":{}}",
            "{\"timestamp\":\"2026-11-22T05:00:00Z\",\"window\":\"20s\",\"containers\":[]}",
            "{\"timestamp\":\"soon\",\"window\":\"20s\",\"usage\":{\"cpu\":\"1\",\"memory\":\"1\"}}"}) {
            assertThatThrownBy(() -> read(json)).as(json).isInstanceOf(ProblemException.class)
                    .hasMessageContaining("The response of the metrics API (metrics.k8s.io) is malformed");
        }
    }

    @Test
    void nodesAndPodsAreAskedForWhereTheyAre() {
        assertThat(ResourceMetricsReader.metricsPath(ObjectRef.node("n1")))
                .isEqualTo("/apis/metrics.k8s.io/v1beta1/nodes/n1");
        assertThat(ResourceMetricsReader.metricsPath(ObjectRef.pod("ml", "p")))
                .isEqualTo("/apis/metrics.k8s.io/v1beta1/namespaces/ml/pods/p");
    }
}
