package tessera.ui.fleet;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.EstimateBoundKind;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.NodeDraDevices;
import tessera.model.NodeWithBoundPods;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.HeadlineFigureHistory.HeadlineFigureKind;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What the figures above the heatmap say. */
class FleetHeadlineFigureCalculatorTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String INSTANCE = "nvidia.com/mig-3g.40gb";

    private static Sample sample() {
        return new Sample()
                .with(node("l40s-01").nvidia("NVIDIA-L40S-SHARED", 4).label("nvidia.com/gpu.replicas", "4")
                        .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 16))
                .with(node("closed").nvidia("NVIDIA-L4", 3).has(GPU, 3).cordoned()).pod("mine/a", "l40s-01", GPU, 3)
                .pod("theirs/b", "closed", GPU, 1).waiting("mine/c", GPU, 4, "0/2 nodes are available.")
                .waiting("mine/d", INSTANCE, 2, "0/2 nodes are available.")
                .waiting("mine/e", INSTANCE, 1, "0/2 nodes are available.");
    }

    private static FleetHeadlineFigure figure(Sample sample, String title) {
        return FleetHeadlineFigureCalculator.figuresOf(sample.fleet(), AcceleratorCatalog.standard(), Sample.NOW)
                .values().stream().filter(figure -> figure.title().equals(title)).findFirst().orElseThrow();
    }

    @Test
    void whoSeesAllPodsIsToldNumbersAndBoundsWhereNobodyTellsWhichGpusSharesLieOn() {
        assertThat(figure(sample(), "Allocated"))
                .isEqualTo(new FleetHeadlineFigure("Allocated", "≤ 4", "≤ 58 %", "1 whole · ≤ 3 in parts", null));
        assertThat(figure(sample(), "Free").number()).isEqualTo("≥ 1");
        assertThat(figure(sample(), "Free").share()).isEqualTo("≥ 14 %");
        assertThat(figure(sample(), "Out of service").number()).isEqualTo("2");
        assertThat(figure(sample(), "Pending pods").number()).isEqualTo("3");
    }

    @Test
    void whatACriticalSignSpeaksAgainstIsOutOfServiceAndNotFree() {
        var sick = new Sample().with(node("sick").nvidia("NVIDIA-L4", 4).has(GPU, 4).condition("GpuUnhealthy", "True",
                "GPU 1 fell off the bus"));

        assertThat(figure(sick, "Free").number()).isEqualTo("3");
        assertThat(figure(sick, "Out of service").detail()).isEqualTo("1 faulty");
        assertThat(figure(sick, "Out of service").glyph()).isEqualTo(StatusGlyph.BROKEN);
    }

    @Test
    void gpusThatClaimsHandOutAreSaidNotToBeCounted() {
        var fleet = new Sample().with(node("plugged").nvidia("NVIDIA-L4", 3).has(GPU, 3))
                .with(node("claimed").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("claimed", NodeDraDevices.UNREAD);

        assertThat(figure(fleet, "GPUs")).isEqualTo(
                new FleetHeadlineFigure("GPUs", "≥ 3", "", "2 nodes, excl. unread ResourceSlices · 1 model", null));
    }

    @Test
    void aFigureIsDrawnAsFarBackAsTheClusterThatIsOpenWasSeenWholly() {
        var clusterSnapshot = sample().snapshot();
        var told = clusterSnapshot.nodes().stream().collect(Collectors.toMap(NodeWithBoundPods::name,
                info -> new NodeReadings(info.name(), "", null, Duration.ofSeconds(15), null, List.of())));
        var reader = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard());
        var whole = reader.read(clusterSnapshot, new FleetReadings(Sample.NOW, told, null));
        var open = new AtomicReference<>("one");
        var figureHistory = new HeadlineFigureHistory(open::get);

        figureHistory.record(reader.read(clusterSnapshot), Sample.NOW.minusSeconds(60));
        figureHistory.record(whole, Sample.NOW.minusSeconds(40));
        assertThat(figureHistory.trendOf(HeadlineFigureKind.PENDING)).as("no exporter has to tell it").isPresent();
        assertThat(figureHistory.trendOf(HeadlineFigureKind.ALLOCATED)).as("known once").isEmpty();
        figureHistory.record(whole, Sample.NOW);

        assertThat(figureHistory.trendOf(HeadlineFigureKind.ALLOCATED)).hasValueSatisfying(trend -> {
            assertThat(trend.series().last()).isEqualTo(4);
            assertThat(IntStream.range(0, trend.series().size()).mapToObj(trend.series()::valueAt)
                    .filter(value -> !Float.isNaN(value))).as("nothing is drawn between").hasSize(2);
        });
        open.set("another");
        figureHistory.record(whole, Sample.NOW.plusSeconds(20));
        assertThat(figureHistory.trendOf(HeadlineFigureKind.PENDING)).as("of another cluster").isEmpty();
    }

    @Test
    void whatIsBehindACordonIsABoundWhereNobodyTellsWhichGpusSharesLieOn() {
        var closed = new Sample()
                .with(node("l40s-01").nvidia("NVIDIA-L40S-SHARED", 4).label("nvidia.com/gpu.replicas", "4")
                        .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 16).cordoned())
                .pod("mine/a", "l40s-01", GPU, 3);

        assertThat(figure(closed, "Allocated").number()).isEqualTo("≤ 3");
        assertThat(figure(closed, "Free").number()).isEqualTo("0");
        assertThat(figure(closed, "Out of service").number()).isEqualTo("≥ 1");
        assertThat(figure(closed, "Out of service").detail()).isEqualTo("at least 1 cordoned");
        assertThat(figure(closed.pod("mine/b", "l40s-01", GPU, 5), "Out of service").detail())
                .isEqualTo("GPUs in use unknown");
        assertThat(figure(closed.seenIn("mine"), "Out of service").number()).isEqualTo("≤ 2");
    }

    @Test
    void aShareBelowOnePercentIsNotCalledNone() {
        assertThat(GroupedNumberFormatter.percent(5, 696, EstimateBoundKind.AT_LEAST)).isEqualTo("≥ 0.7 %");
        assertThat(GroupedNumberFormatter.percent(5, 696, EstimateBoundKind.AT_MOST)).isEqualTo("≤ 0.8 %");
    }

    @Test
    void whoSeesSomePodsIsToldBoundsThatHold() {
        var sample = sample().seenIn("mine");

        assertThat(figure(sample, "Allocated"))
                .isEqualTo(new FleetHeadlineFigure("Allocated", "≥ 1", "≥ 14 %", "≥ 0 whole · ≥ 1 in parts", null));
        assertThat(figure(sample, "Free").number()).isEqualTo("≤ 3");
        assertThat(figure(sample, "Free").share()).as("3 of 7, never rounded below").isEqualTo("≤ 43 %");
        assertThat(figure(sample, "Out of service").number()).isEqualTo("≤ 3");
        assertThat(figure(sample, "Out of service").detail()).isEqualTo("at most 3 cordoned");
        assertThat(figure(sample, "Pending pods").number()).isEqualTo("≥ 3");
        assertThat(figure(sample, "Pending pods").detail()).contains("requesting at least 4 GPUs and 3 MIG instances")
                .contains("longest seen 47");
    }

    @Test
    void whoSeesNoPodsIsToldNoNumber() {
        for (var title : new String[] {"Allocated", "Free", "Pending pods"}) {
            assertThat(figure(sample().unseen(), title).number()).as(title).isEqualTo("–");
        }
    }

    @Test
    void instancesAreNotCalledGpus() {
        assertThat(figure(sample(), "Pending pods").detail())
                .startsWith("requesting 4 GPUs and 3 MIG instances · longest");
    }
}
