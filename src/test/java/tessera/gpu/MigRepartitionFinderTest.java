package tessera.gpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample.NodeBuilder;
import tessera.kube.quantity.ResourceAmounts;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayout;
import tessera.mig.MigLayoutNotation;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Where a pod that waits for MIG instances could be given room, without touching a GPU that somebody holds. */
class MigRepartitionFinderTest {

    private static final String MODEL = "NVIDIA H100 80GB HBM3";
    private static final MigProductCatalog PRODUCTS = MigProductCatalog.bundled();

    private static NodeBuilder divisible(String name, int gpus) {
        return node(name).nvidia("NVIDIA-H100-80GB-HBM3", gpus).label("nvidia.com/mig.capable", "true")
                .label("nvidia.com/gpu.deploy.mig-manager", "true").label("nvidia.com/mig.strategy", "mixed")
                .label("nvidia.com/mig.config.state", "success");
    }

    private static DeviceReadings whole(int index, String holder) {
        return new DeviceReadings("GPU-" + index, index, MODEL, "",
                holder.isEmpty() ? List.of() : List.of(new ReportedDeviceUser("r", holder, "main", "")),
                DeviceMetricValues.NONE, List.of());
    }

    private static GpuFleet fleet(Sample sample, Map<String, List<DeviceReadings>> devices) {
        var nodes = new HashMap<String, NodeReadings>();
        devices.forEach((name, some) -> nodes.put(name,
                new NodeReadings(name, "ops/exporter", Sample.NOW, Duration.ofSeconds(15), null, some)));
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW, nodes, null));
    }

    private static MigInstanceCombination wanted(String profile, int count) {
        return MigInstanceCombination.of(Map.of(MigProfile.parse(profile).orElseThrow(), count));
    }

    @Test
    void anIdleGpuIsCutAndTheNodeWithFewestPodsComesFirst() {
        var sample = new Sample().with(divisible("a", 2).has("nvidia.com/gpu", 2))
                .with(divisible("b", 2).has("nvidia.com/gpu", 2)).pod("r/x", "a", "nvidia.com/gpu", 1);
        var found = MigRepartitionFinder.findCandidates(
                fleet(sample,
                        Map.of("a", List.of(whole(0, "x"), whole(1, "")), "b", List.of(whole(0, ""), whole(1, "")))),
                wanted("3g.40gb", 1), PRODUCTS);

        assertThat(found).extracting(candidate -> candidate.node().name()).containsExactly("b", "a");
        assertThat(found.getLast().changed()).as("the GPU that is held stays").containsExactly(1);
        assertThat(MigLayoutNotation.format(found.getLast().layout().toConfigEntries())).isEqualTo("0=off;1=2x3g.40gb");
        assertThat(found.getLast().pods()).isEqualTo(1);
    }

    @Test
    void nodesThatGkeDividedAreNotProposed() {
        var sample = new Sample().with(
                divisible("a", 1).has("nvidia.com/gpu", 1).label("cloud.google.com/gke-gpu-partition-size", "1g.10gb"))
                .with(divisible("b", 1).has("nvidia.com/gpu", 1));

        assertThat(MigRepartitionFinder.findCandidates(
                fleet(sample, Map.of("a", List.of(whole(0, "")), "b", List.of(whole(0, "")))), wanted("3g.40gb", 1),
                PRODUCTS)).extracting(candidate -> candidate.node().name()).containsExactly("b");
    }

    @Test
    void whatIsOfferedAlreadyOrHasNoRoomOrCannotBeTakenIsLeftOut() {
        var free = new Sample().with(divisible("a", 1).has("nvidia.com/mig-3g.40gb", 2));
        var cut = new DeviceReadings("GPU-0", 0, MODEL, "", List.of(), DeviceMetricValues.NONE,
                List.of(new MigInstanceReadings(1, "3g.40gb", null, DeviceMetricValues.NONE),
                        new MigInstanceReadings(2, "3g.40gb", null, DeviceMetricValues.NONE)));
        assertThat(MigRepartitionFinder.findCandidates(fleet(free, Map.of("a", List.of(cut))), wanted("3g.40gb", 1),
                PRODUCTS)).isEmpty();

        var full = new Sample().with(divisible("a", 1).has("nvidia.com/gpu", 1)).pod("r/x", "a", "nvidia.com/gpu", 1);
        assertThat(MigRepartitionFinder.findCandidates(fleet(full, Map.of("a", List.of(whole(0, "x")))),
                wanted("1g.10gb", 1), PRODUCTS)).isEmpty();

        var closed = new Sample().with(divisible("a", 1).has("nvidia.com/gpu", 1).cordoned());
        assertThat(MigRepartitionFinder.findCandidates(fleet(closed, Map.of("a", List.of(whole(0, "")))),
                wanted("1g.10gb", 1), PRODUCTS)).isEmpty();

        var unknown = new Sample().with(divisible("a", 1).has("nvidia.com/gpu", 1));
        assertThat(MigRepartitionFinder.findCandidates(fleet(unknown, Map.of()), wanted("1g.10gb", 1), PRODUCTS))
                .as("it is not told which GPU is which").isEmpty();
    }

    @Test
    void afterwardsThereIsRoomAndNoGpuThatIsHeldIsAnother() {
        var random = new Random(4);
        for (int round = 0; round < 200; round++) {
            int gpus = 1 + random.nextInt(8);
            var sample = new Sample().with(divisible("a", gpus).has("nvidia.com/gpu", gpus));
            var devices = new ArrayList<DeviceReadings>();
            for (int gpu = 0; gpu < gpus; gpu++) {
                boolean held = random.nextBoolean();
                devices.add(whole(gpu, held ? "p" + gpu : ""));
                if (held) {
                    sample.pod("r/p" + gpu, "a", "nvidia.com/gpu", 1);
                }
            }
            var sizes = PRODUCTS.findById("h100-80gb").orElseThrow().profiles();
            var requested = wanted("2g.20gb", 1 + random.nextInt(3));
            for (int more = random.nextInt(4); more > 0; more--) {
                requested = requested.plus(sizes.get(random.nextInt(sizes.size())).profile());
            }
            var asked = requested;

            for (var candidate : MigRepartitionFinder.findCandidates(fleet(sample, Map.of("a", devices)), asked,
                    PRODUCTS)) {
                var layout = candidate.layout();
                for (int gpu = 0; gpu < gpus; gpu++) {
                    boolean held = !devices.get(gpu).holders().isEmpty();
                    assertThat(layout.gpus().get(gpu).isPresent()).isEqualTo(candidate.changed().contains(gpu));
                    assertThat(held && candidate.changed().contains(gpu)).isFalse();
                    assertThat(layout.layoutOf(gpu).isLegal()).isTrue();
                }
                var made = MigInstanceCombination.of(layout.gpus().stream().flatMap(Optional::stream)
                        .map(MigLayout::combination).flatMap(cut -> cut.profiles().stream()).toList());
                asked.counts()
                        .forEach((profile, count) -> assertThat(made.countOf(profile)).isGreaterThanOrEqualTo(count));
            }
        }
    }

    @Test
    void aPodsInstancesAreReadFromWhatItAsksFor() {
        assertThat(MigRepartitionFinder
                .requestedInstances(ResourceAmounts.of(Map.of("nvidia.com/mig-1g.10gb", 2L, "cpu", 4000L))))
                .isEqualTo(wanted("1g.10gb", 2));
    }
}
