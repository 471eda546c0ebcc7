package tessera.app.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.LabelSelector;
import tessera.insight.Sample;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What {@code tessera fleet} and {@code tessera pods} print. */
class ReportsTest {

    private static final String GPU = "nvidia.com/gpu";

    private static Sample sample() {
        return new Sample()
                .with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8).label("pool", "train"))
                .with(node("l40s-04").nvidia("NVIDIA-L40S", 4)).pod("ml/a", "h100-01", GPU, 6)
                .waiting("ml/b", GPU, 4, "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.");
    }

    private static String fleet(Fleet fleet, Format format) {
        return new FleetReport(fleet, labels -> true).print(format);
    }

    @Test
    void aTableForPeople() {
        assertThat(fleet(sample().fleet(), Format.TABLE)).isEqualTo(
                """
                        NODE      MODEL            RESOURCE         CAPACITY   ALLOCATABLE   ALLOCATED   FREE   PODS   STATE
                        h100-01   H100 SXM 80 GB   nvidia.com/gpu   8          8             6           2      1      Ready
                        l40s-04   L40S 48 GB       -                -          -             -           -      -      NotOffered
                        """);
    }

    @Test
    void jsonOfAVersionedShape() throws JsonProcessingException {
        var json = new ObjectMapper().readTree(fleet(sample().fleet(), Format.JSON));

        assertThat(json.path("apiVersion").asText()).isEqualTo("tessera/v1");
        assertThat(json.path("kind").asText()).isEqualTo("Fleet");
        assertThat(json.at("/nodes/0/name").asText()).isEqualTo("h100-01");
        assertThat(json.at("/nodes/0/resources/0").toString()).isEqualTo(
                "{\"resource\":\"nvidia.com/gpu\",\"capacity\":8,\"allocatable\":8,\"unhealthy\":0,\"allocated\":6,"
                        + "\"free\":2,\"overcommitted\":0,\"pods\":1}");
    }

    @Test
    void aSelectorNarrowsTheNodes() {
        var report = new FleetReport(sample().fleet(), LabelSelector.parse("pool=train")).print(Format.CSV);

        assertThat(report.lines()).hasSize(2).last().asString().startsWith("h100-01,H100 SXM 80 GB,nvidia.com/gpu,8");
    }

    @Test
    void whatIsNotKnownIsNeverZero() {
        var seen = sample().snapshot();
        var forbidden = new SourceHealth.Absent(Problem.of(Problem.Kind.FORBIDDEN, "You may not list pods"));
        var blind = new Fleet.Reader(Accelerators.standard()).read(new Snapshot(1, seen.at(), seen.connection(),
                seen.nodeHealth(), forbidden, seen.podScope(), seen.nodes(), List.of(), Duration.ZERO));

        assertThat(fleet(blind, Format.TABLE)).contains("unknown");
        assertThat(fleet(blind, Format.JSON)).contains("\"allocated\" : null", "\"free\" : null");
    }

    @Test
    void whatMayBeTooSmallSaysSo() {
        var seen = sample().snapshot();
        var scope = new PodScope.Only(List.of("ml"), Problem.of(Problem.Kind.FORBIDDEN, "You may not list pods"));
        var partly = new Fleet.Reader(Accelerators.standard()).read(new Snapshot(1, seen.at(), seen.connection(),
                seen.nodeHealth(), seen.podHealth(), scope, seen.nodes(), List.of(), Duration.ZERO));

        assertThat(fleet(partly, Format.TABLE)).contains("≥6").contains("≤2");
        assertThat(fleet(partly, Format.JSON)).contains("\"allocationComplete\" : false");
    }

    @Test
    void podsThatWaitComeFirstWithTheReason() {
        var report = new PodsReport(sample().fleet(), Accelerators.standard(), false, Sample.NOW);

        assertThat(report.print(Format.TABLE)).isEqualTo(
                """
                        NAMESPACE   POD   NODE      REQUESTS           OWNER   PHASE     REASON
                        ml          b     -         nvidia.com/gpu=4   -       Pending   Needs 4 × gpu free on one node; the largest free block is 2
                        ml          a     h100-01   nvidia.com/gpu=6   -       Running
                        """);
        assertThat(new PodsReport(sample().fleet(), Accelerators.standard(), true, Sample.NOW).print(Format.CSV)
                .lines()).hasSize(2);
    }
}
