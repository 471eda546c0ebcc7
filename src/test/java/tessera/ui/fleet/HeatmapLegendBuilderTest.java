package tessera.ui.fleet;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNodeState;
import tessera.gpu.Sample;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.heatmap.HeatmapColorMode;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What the legend below the heatmap explains. */
class HeatmapLegendBuilderTest {

    private static List<HeatmapLegendEntryState> legend(HeatmapColorMode colorMode, String namespace) {
        var fleet = new Sample().with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7))
                .with(node("b").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8).cordoned())
                .pod("ml/train", "a", "nvidia.com/gpu", 4).pod("web/serve", "b", "nvidia.com/gpu", 1).fleet();
        return legend(fleet, colorMode, namespace);
    }

    private static List<HeatmapLegendEntryState> legend(GpuFleet fleet, HeatmapColorMode colorMode, String namespace) {
        return new FleetScreenStateBuilder(AcceleratorCatalog.standard(),
                FleetAlertsAndRules.forRules(AlertRules.standardRules()))
                .project(fleet, new FleetScreenInput(colorMode, HeatmapNodeGrouping.MODEL, namespace, Instant.EPOCH))
                .legend();
    }

    @Test
    void onlyWhatIsInSightIsExplained() {
        assertThat(legend(HeatmapColorMode.ALLOCATION, "")).extracting(HeatmapLegendEntryState::text)
                .containsExactly("Whole GPU", "Free", "Cordoned", "Unhealthy");
        assertThat(legend(HeatmapColorMode.HEALTH, "")).extracting(HeatmapLegendEntryState::text)
                .containsExactly("Healthy", "Cordoned", "Unhealthy");
    }

    @Test
    void partitionsAreNotCalledShares() {
        var amd = new Sample().with(node("cpx").has("amd.com/cpx_nps4", 64))
                .pod("ml/train", "cpx", "amd.com/cpx_nps4", 4).fleet();

        assertThat(legend(amd, HeatmapColorMode.ALLOCATION, "")).extracting(HeatmapLegendEntryState::text)
                .containsExactly("Partition", "Free");
    }

    @Test
    void whatIsWrongWithANodeIsShownAsOnTheNode() {
        assertThat(legend(HeatmapColorMode.ALLOCATION, "")).filteredOn(key -> key.text().equals("Cordoned"))
                .extracting(key -> key.sample().state()).containsExactly(GpuNodeState.CORDONED);
        assertThat(legend(HeatmapColorMode.ALLOCATION, "")).filteredOn(key -> key.text().equals("Unhealthy"))
                .extracting(key -> key.sample().state()).containsExactly(GpuNodeState.UNHEALTHY);
    }

    @Test
    void whoHoldsTheMostIsOnlyExplainedWhereItIsDrawn() {
        var other = new Sample().with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7))
                .with(node("b").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8).cordoned())
                .pod("ml/train", "a", "nvidia.com/gpu", 1).pod("web/serve", "b", "nvidia.com/gpu", 4).fleet();

        assertThat(legend(other, HeatmapColorMode.ALLOCATION, "")).isEqualTo(legend(HeatmapColorMode.ALLOCATION, ""));
        assertThat(legend(other, HeatmapColorMode.OWNER, "")).isNotEqualTo(legend(HeatmapColorMode.OWNER, ""));
    }

    @Test
    void whereOneNamespaceStandsOutTheOthersAreNotExplainedOneByOne() {
        assertThat(legend(HeatmapColorMode.OWNER, "web")).extracting(HeatmapLegendEntryState::text)
                .contains("web", "Used outside web").doesNotContain("ml");
    }
}
