package tessera.ui.pods;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;
import tessera.scheduling.WorkloadWithoutPodsReader.PodlessWorkloadReadResult;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.pods.PodsScreenInput.PodListSection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tessera.gpu.Sample.node;

/** What the pods screen says of whom it lists, and of whom it does not. */
class PodsScreenStateBuilderTest {

    private static final PodlessWorkloadReadResult NOTHING = new PodlessWorkloadReadResult(List.of(), List.of());

    private static final String GPU = "nvidia.com/gpu";

    private static PodsScreenState state(Sample sample, String filter, String namespace) {
        return new PodsScreenStateBuilder(AcceleratorCatalog.standard()).project(sample.fleet(), new PodsScreenInput(
                filter, PodListSection.ALL, namespace, Set.of(), Map.of(), NOTHING, Map.of(), Sample.NOW));
    }

    private static List<String> remarks(PodsScreenState state) {
        return state.lines().stream()
                .flatMap(line -> line instanceof PodListLine.SectionHeading heading ? Stream.of(heading.detail())
                        : Stream.empty())
                .toList();
    }

    @Test
    void aPodOfANodeThatMayNotBeListedHoldsItsGpus() {
        var state = state(new Sample().pod("ml/train", "unseen", GPU, 4), "", "");

        assertThat(state.counts()).isEqualTo(new PodsScreenState.PodSectionCounts(0, 1, 0, true));
        assertThat(remarks(state)).contains("by owner, most GPUs first").doesNotContain("no pod uses a GPU");
    }

    @Test
    void whatIsCountedAmongSomePodsIsAtLeastSoMuch() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("mine/train", "n", GPU, 1)
                .pod("theirs/train", "n", GPU, 1).waiting("mine/big", GPU, 8, "0/1 nodes are available.")
                .waiting("mine/cut", "nvidia.com/mig-1g.10gb", 1, "0/1 nodes are available.").seenIn("mine");
        var titles = state(sample, "name:big", "").lines().stream()
                .flatMap(line -> line instanceof PodListLine.SectionHeading heading ? Stream.of(heading.title())
                        : Stream.empty());

        assertThat(state(sample, "", "").counts()).isEqualTo(new PodsScreenState.PodSectionCounts(2, 1, 0, false));
        assertThat(state(sample, "name:big", "").count()).isEqualTo("1 of 3 seen");
        assertThat(titles).containsExactly("≥ 1 pending", "≥ 0 running");
        assertThat(remarks(state(sample, "", "")).getFirst())
                .isEqualTo("requesting at least 8 GPUs and 1 MIG instance · 2 cannot be scheduled without a change · "
                        + "longest first");
    }

    @Test
    void podsThatWaitForDevicesThatAreNoAcceleratorsHaveASectionOfTheirOwn() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .waiting("ml/big", GPU, 8, "0/1 nodes are available.")
                .waiting("net/mpi", "rdma/hca", 1, "0/1 nodes are available: 1 Insufficient rdma/hca.")
                .waiting("lab/sim", "smarter-devices/fuse", 2, "0/1 nodes are available.")
                .waiting("web/plain", "cpu", 64, "0/1 nodes are available.");
        var state = state(sample, "", "");

        assertThat(state.counts().pending()).as("as before, those that wait for accelerators").isEqualTo(1);
        assertThat(remarks(state)).contains("rdma/hca, smarter-devices/fuse · no known accelerators");
        assertThat(state.lines().stream().filter(PodListLine.PendingPodLine.class::isInstance)
                .map(PodListLine.PendingPodLine.class::cast))
                .extracting(PodListLine.PendingPodLine::name, PodListLine.PendingPodLine::requests)
                .containsExactlyInAnyOrder(tuple("big", "8 × gpu"), tuple("mpi", "1 × rdma/hca"),
                        tuple("sim", "2 × smarter-devices/fuse"));
        assertThat(state.lines()).extracting(PodListLine::key).doesNotHaveDuplicates();
        assertThat(state(sample, "name:mpi", "").count()).isEqualTo("1 of 3");
    }

    @Test
    void anEmptyClusterIsSaidToBeEmpty() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2));

        assertThat(remarks(state(sample, "", ""))).containsExactly("no GPU pod is pending", "no pod uses a GPU");
    }

    @Test
    void whatHoldsGpusAndDoesNotRunIsNotCountedAsRunning() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("ml/train", "n", GPU, 1)
                .crashing("ml/broken", "n", GPU, 1);
        var state = state(sample, "", "");

        assertThat(state.counts().running()).isEqualTo(1);
        assertThat(remarks(state)).contains("1 more has GPUs allocated but is not running · by owner, most GPUs first");
    }

    @Test
    void whoLooksForAPodThatHasCompletedIsToldWhereItIs() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).finished("ml/done", "n", GPU, 1)
                .finished("ml/over", "n", GPU, 1).finished("ml/no-gpu", "n", "cpu", 1);

        assertThat(lastHeading(state(sample, "", "")))
                .isEqualTo("2 completed: GPUs released, not listed · find by name with Ctrl K");
        assertThat(lastHeading(state(sample, "done", ""))).startsWith("1 completed: ");
        assertThat(lastHeading(state(sample, "nobody", ""))).isEqualTo("0 running: no match");
    }

    private static String lastHeading(PodsScreenState state) {
        var heading = (PodListLine.SectionHeading) state.lines().getLast();
        return heading.title() + ": " + heading.detail();
    }

    @Test
    void aListThatIsEmptyBecauseItWasNarrowedSaysNothingOfTheCluster() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("ml/train", "n", GPU, 1)
                .waiting("ml/big", GPU, 8, "0/1 nodes are available.");

        assertThat(remarks(state(sample, "name:nobody", ""))).containsOnly("no match");
        assertThat(remarks(state(sample, "", "research"))).containsOnly("no match");
    }

    @Test
    void aShareOfAGpuIsNoGpu() {
        var sample = new Sample().with(node("whole").nvidia("NVIDIA-L4", 4).has(GPU, 4))
                .with(node("shared").nvidia("NVIDIA-L40S-SHARED", 4).has(GPU, 16).label(GPU + ".replicas", "4")
                        .label(GPU + ".sharing-strategy", "time-slicing"))
                .with(node("single").nvidia("NVIDIA-A100-SXM4-80GB-MIG-1g.10gb", 7).has(GPU, 7))
                .with(node("both").nvidia("NVIDIA-A100-SXM4-80GB", 1).label(GPU + ".replicas", "2")
                        .has("nvidia.com/mig-1g.10gb", 14))
                .with(node("dpx").label("amd.com/gpu.product-name", "AMD_Instinct_MI355X_OAM")
                        .label("amd.com/compute-memory-partition", "dpx_nps1").has("amd.com/gpu", 16))
                .pod("ml/train", "whole", GPU, 3).pod("speech/stream", "shared", GPU, 11)
                .pod("ml/embed", "dpx", "amd.com/gpu", 2).pod("ml/cut", "single", GPU, 2)
                .pod("ml/slice", "both", "nvidia.com/mig-1g.10gb", 1);

        assertThat(owned(sample, Map.of())).extracting(PodListLine.PodOwnerLine::holds).containsExactly("3 × gpu",
                "11 × shared", "2 × dpx_nps1", "2 × mig-1g.10gb", "1 × mig-1g.10gb shared");
    }

    @Test
    void whoRunsSaysHowBusyItIsAsFarAsThatIsMeasuredAndWhetherItFiresAsIdle() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4))
                .with(node("dark").nvidia("NVIDIA-L4", 4).has(GPU, 4)).pod("ml/train", "n", GPU, 2)
                .pod("ml/notebook", "n", GPU, 1).pod("ml/unseen", "n", GPU, 1).pod("ml/unmeasured", "dark", GPU, 1);
        var readings = new NodeReadings("n", "exporter", Sample.NOW, Duration.ofSeconds(15), null,
                List.of(device(0, "train", 0.9), device(1, "train", 0.5), device(2, "notebook", 0.01)));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW, Map.of("n", readings), null));
        var lines = owned(fleet, Map.of("ml/notebook", 1));

        assertThat(MeasuredNumberFormatter.valueText(busy(lines, "train").share(), MeasuredNumberFormatter::percent))
                .isEqualTo("70");
        assertThat(busy(lines, "train").idleText()).isEmpty();
        assertThat(MeasuredNumberFormatter.valueText(busy(lines, "notebook").share(), MeasuredNumberFormatter::percent))
                .isEqualTo("1");
        assertThat(busy(lines, "notebook").idleText()).isEqualTo("idle");
        assertThat(MeasuredNumberFormatter.valueText(busy(lines, "unseen").share(), MeasuredNumberFormatter::percent))
                .isEqualTo("–");
        assertThat(busy(lines, "unseen").text()).isEqualTo("The exporter does not report which pod uses which GPU");
        assertThat(busy(lines, "unmeasured").text()).isEqualTo("No metrics from the pod’s node");
    }

    private static PodGpuUtilization busy(List<PodListLine.PodOwnerLine> lines, String pod) {
        return lines.stream().filter(line -> line.single().equals(pod)).findFirst().orElseThrow().busy();
    }

    private static DeviceReadings device(int index, String pod, double busy) {
        return new DeviceReadings("GPU-" + index, index, "NVIDIA L4", "",
                List.of(new ReportedDeviceUser("ml", pod, "", "")),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, busy).toValues(), List.of());
    }

    private static List<PodListLine.PodOwnerLine> owned(Sample sample, Map<String, Integer> idle) {
        return owned(sample.fleet(), idle);
    }

    private static List<PodListLine.PodOwnerLine> owned(GpuFleet fleet, Map<String, Integer> idle) {
        return new PodsScreenStateBuilder(AcceleratorCatalog.standard())
                .project(fleet,
                        new PodsScreenInput("", PodListSection.ALL, "", Set.of(), idle, NOTHING, Map.of(), Sample.NOW))
                .lines().stream()
                .flatMap(line -> line instanceof PodListLine.PodOwnerLine owned ? Stream.of(owned) : Stream.empty())
                .toList();
    }
}
