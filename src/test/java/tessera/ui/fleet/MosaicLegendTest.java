package tessera.ui.fleet;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode.State;
import tessera.insight.Sample;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.mosaic.MosaicLens;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the legend below the mosaic explains. */
class MosaicLegendTest {

    private static List<LegendKey> legend(MosaicLens lens, String namespace) {
        var fleet = new Sample()
                .with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7))
                .with(node("b").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8).cordoned())
                .pod("ml/train", "a", "nvidia.com/gpu", 4).pod("web/serve", "b", "nvidia.com/gpu", 1).fleet();
        return legend(fleet, lens, namespace);
    }

    private static List<LegendKey> legend(GpuFleet fleet, MosaicLens lens, String namespace) {
        return new FleetProjection(AcceleratorCatalog.standard(), AlertContext.forRules(AlertRules.standardRules()))
                .project(fleet, new FleetQuery(lens, FleetGrouping.MODEL, namespace, Instant.EPOCH)).legend();
    }

    @Test
    void onlyWhatIsInSightIsExplained() {
        assertThat(legend(MosaicLens.ALLOCATION, "")).extracting(LegendKey::text).containsExactly("Whole GPU", "Free",
                "Cordoned", "Unhealthy");
        assertThat(legend(MosaicLens.HEALTH, "")).extracting(LegendKey::text).containsExactly("Healthy", "Cordoned",
                "Unhealthy");
    }

    @Test
    void whatIsWrongWithANodeIsShownAsOnTheNode() {
        assertThat(legend(MosaicLens.ALLOCATION, "")).filteredOn(key -> key.text().equals("Cordoned"))
                .extracting(key -> key.sample().state()).containsExactly(State.CORDONED);
        assertThat(legend(MosaicLens.ALLOCATION, "")).filteredOn(key -> key.text().equals("Unhealthy"))
                .extracting(key -> key.sample().state()).containsExactly(State.UNHEALTHY);
    }

    @Test
    void whoHoldsTheMostIsOnlyExplainedWhereItIsDrawn() {
        var other = new Sample()
                .with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7))
                .with(node("b").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8).cordoned())
                .pod("ml/train", "a", "nvidia.com/gpu", 1).pod("web/serve", "b", "nvidia.com/gpu", 4).fleet();

        assertThat(legend(other, MosaicLens.ALLOCATION, "")).isEqualTo(legend(MosaicLens.ALLOCATION, ""));
        assertThat(legend(other, MosaicLens.OWNER, "")).isNotEqualTo(legend(MosaicLens.OWNER, ""));
    }

    @Test
    void whereOneNamespaceStandsOutTheOthersAreNotExplainedOneByOne() {
        assertThat(legend(MosaicLens.OWNER, "web")).extracting(LegendKey::text)
                .contains("web", "Held by others than web")
                .doesNotContain("ml");
    }
}
