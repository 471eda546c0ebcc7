package tessera.ui.fleet;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.GpuNode.State;
import tessera.insight.Sample;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.mosaic.Lens;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the legend below the mosaic explains. */
class LegendTest {

    private static List<LegendKey> legend(Lens lens, String namespace) {
        var fleet = new Sample()
                .with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7))
                .with(node("b").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8).cordoned())
                .pod("ml/train", "a", "nvidia.com/gpu", 4).pod("web/serve", "b", "nvidia.com/gpu", 1).fleet();
        return legend(fleet, lens, namespace);
    }

    private static List<LegendKey> legend(Fleet fleet, Lens lens, String namespace) {
        return new FleetProjection(Accelerators.standard(), Vigil.by(AlertRules.standard()))
                .state(fleet, new FleetQuery(lens, Grouping.MODEL, namespace, Instant.EPOCH)).legend();
    }

    @Test
    void onlyWhatIsInSightIsExplained() {
        assertThat(legend(Lens.ALLOCATION, "")).extracting(LegendKey::text).containsExactly("Whole GPU", "Free",
                "Cordoned", "Unhealthy");
        assertThat(legend(Lens.HEALTH, "")).extracting(LegendKey::text).containsExactly("Healthy", "Cordoned",
                "Unhealthy");
    }

    @Test
    void whatIsWrongWithANodeIsShownAsOnTheNode() {
        assertThat(legend(Lens.ALLOCATION, "")).filteredOn(key -> key.text().equals("Cordoned"))
                .extracting(key -> key.sample().state()).containsExactly(State.CORDONED);
        assertThat(legend(Lens.ALLOCATION, "")).filteredOn(key -> key.text().equals("Unhealthy"))
                .extracting(key -> key.sample().state()).containsExactly(State.UNHEALTHY);
    }

    @Test
    void whoHoldsTheMostIsOnlyExplainedWhereItIsDrawn() {
        var other = new Sample()
                .with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7))
                .with(node("b").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8).cordoned())
                .pod("ml/train", "a", "nvidia.com/gpu", 1).pod("web/serve", "b", "nvidia.com/gpu", 4).fleet();

        assertThat(legend(other, Lens.ALLOCATION, "")).isEqualTo(legend(Lens.ALLOCATION, ""));
        assertThat(legend(other, Lens.OWNER, "")).isNotEqualTo(legend(Lens.OWNER, ""));
    }

    @Test
    void whereOneNamespaceStandsOutTheOthersAreNotExplainedOneByOne() {
        assertThat(legend(Lens.OWNER, "web")).extracting(LegendKey::text).contains("web", "Held by others than web")
                .doesNotContain("ml");
    }
}
