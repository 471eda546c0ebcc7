package tessera.sharing;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigChoiceOrigin;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigFallbackRule;

import static org.assertj.core.api.Assertions.assertThat;

/** What a node will offer is known before it is told to share its GPUs. */
class AdvertisedSharesTest {

    private static final List<PluginConfigFallbackRule> CHART = List.of(PluginConfigFallbackRule.NAMED,
            PluginConfigFallbackRule.SINGLE);

    private static final ShareableNodeDevices EIGHT = ShareableNodeDevices.fromNode(
            Map.of("nvidia.com/gpu.product", "NVIDIA-L40S", "nvidia.com/gpu.count", "8"), Map.of("nvidia.com/gpu", 8L));

    private static ShareableNodeDevices mixed(Map<String, String> more, long whole) {
        var labels = new TreeMap<>(Map.of("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB", "nvidia.com/gpu.count",
                "8", "nvidia.com/mig-1g.5gb.count", "14", "nvidia.com/mig.strategy", "mixed"));
        labels.putAll(more);
        return ShareableNodeDevices.fromNode(labels, Map.of("nvidia.com/gpu", whole, "nvidia.com/mig-1g.5gb", 14L));
    }

    @ParameterizedTest
    @CsvSource({"none, 1, false, 8, , NVIDIA-L40S, none, false",
        "time-slicing, 4, false, 32, , NVIDIA-L40S-SHARED, time-slicing, false",
        "time-slicing, 4, true, 0, 32, NVIDIA-L40S, time-slicing, false",
        "mps, 10, false, 80, , NVIDIA-L40S-SHARED, mps, true", "mps, 10, true, 0, 80, NVIDIA-L40S, mps, true"})
    void wholeGpusAreMultipliedAndTheirLabelsFollow(String means, int replicas, boolean renamed, long plain,
            @Nullable Long shared, String product, String strategy, String mps) {
        var advertisedShares = AdvertisedShares.compute(EIGHT,
                DeviceShareCounts.ofGpus(GpuSharingStrategy.fromLabel(means).orElseThrow(), replicas, renamed, true));

        assertThat(advertisedShares.problem()).isEmpty();
        assertThat(advertisedShares.resources().get("nvidia.com/gpu")).isEqualTo(plain);
        assertThat(advertisedShares.resources().get("nvidia.com/gpu.shared")).isEqualTo(shared);
        assertThat(advertisedShares.labels()).containsEntry("nvidia.com/gpu.product", product)
                .containsEntry("nvidia.com/gpu.replicas", Integer.toString(replicas))
                .containsEntry("nvidia.com/gpu.sharing-strategy", strategy)
                .containsEntry("nvidia.com/mps.capable", mps);
    }

    @Test
    void instancesThatCapacityAloneTellsOfStayAsTheyAre() {
        var divided = ShareableNodeDevices.fromNode(
                Map.of("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3", "nvidia.com/gpu.count", "8"),
                Map.of("nvidia.com/gpu", 0L, "nvidia.com/mig-1g.10gb", 56L));

        var advertisedShares = AdvertisedShares.compute(divided,
                DeviceShareCounts.ofGpus(GpuSharingStrategy.fromLabel("time-slicing").orElseThrow(), 4, false, true));

        assertThat(advertisedShares.resources()).containsEntry("nvidia.com/mig-1g.10gb", 56L);
        assertThat(advertisedShares.resources().getOrDefault("nvidia.com/gpu", 0L)).isZero();
    }

    @Test
    void sharesOfInstancesThatCapacityAloneTellsOfAreNoInstances() {
        var capacity = Map.of("nvidia.com/mig-1g.5gb", 0L, "nvidia.com/mig-1g.5gb.shared", 56L);
        var told = ShareableNodeDevices.fromNode(Map.of("nvidia.com/mig-1g.5gb.replicas", "4"), capacity);
        var untold = ShareableNodeDevices.fromNode(Map.of(), capacity);

        assertThat(told.migInstances()).containsOnly(Map.entry("nvidia.com/mig-1g.5gb", 14L));
        assertThat(told.migInstancesAtMost()).isFalse();
        assertThat(untold.migInstances()).containsOnly(Map.entry("nvidia.com/mig-1g.5gb", 56L));
        assertThat(untold.migInstancesAtMost()).isTrue();
    }

    @Test
    void aNodeThatSharesAlreadyIsCountedByItsGpus() {
        var shared = ShareableNodeDevices.fromNode(Map.of("nvidia.com/gpu.product", "NVIDIA-L40S-SHARED",
                "nvidia.com/gpu.count", "8", "nvidia.com/gpu.replicas", "4"), Map.of("nvidia.com/gpu", 32L));

        assertThat(shared).isEqualTo(EIGHT);
    }

    @Test
    void underTheStrategySingleInstancesGoByTheNameOfGpus() {
        var devices = ShareableNodeDevices.fromNode(Map.of("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb",
                "nvidia.com/gpu.count", "56", "nvidia.com/mig.strategy", "single"), Map.of("nvidia.com/gpu", 56L));
        var advertisedShares = AdvertisedShares.compute(devices,
                DeviceShareCounts.ofGpus(GpuSharingStrategy.TIME_SLICING, 2, false, true));

        assertThat(advertisedShares.resources()).containsEntry("nvidia.com/gpu", 112L);
        assertThat(advertisedShares.labels()).containsEntry("nvidia.com/gpu.product",
                "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb-SHARED");
    }

    @Test
    void underTheStrategyMixedEveryProfileHasItsOwnReplicas() {
        var shares = new DeviceShareCounts(GpuSharingStrategy.TIME_SLICING, false, true,
                new TreeMap<>(Map.of("nvidia.com/mig-1g.5gb", 3)));
        var advertisedShares = AdvertisedShares.compute(mixed(Map.of("nvidia.com/gpu.replicas", "1"), 6), shares);

        assertThat(advertisedShares.resources()).containsEntry("nvidia.com/mig-1g.5gb", 42L)
                .containsEntry("nvidia.com/gpu", 6L);
        assertThat(advertisedShares.labels()).containsEntry("nvidia.com/mig-1g.5gb.replicas", "3")
                .containsEntry("nvidia.com/mig-1g.5gb.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb-SHARED")
                .containsEntry("nvidia.com/gpu.replicas", "1")
                .containsEntry("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB");
        assertThat(AdvertisedShares.compute(mixed(Map.of("nvidia.com/gpu.replicas", "0"), 0), shares).labels())
                .doesNotContainKey("nvidia.com/gpu.replicas");
    }

    @Test
    void mpsIsRefusedWhereMigDividesGpus() {
        var mps = DeviceShareCounts.ofGpus(GpuSharingStrategy.MPS, 4, false, true);

        assertThat(AdvertisedShares.compute(mixed(Map.of("nvidia.com/gpu.replicas", "1"), 6), mps).problem())
                .contains("MIG");
        assertThat(AdvertisedShares.compute(EIGHT, mps).problem()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"7, 5, 48, true", "9, 0, 48, true", "9, 0, 49, false", "7, 0, 16, true", "7, 0, 17, false",
        "6, 1, 48, false"})
    void mpsHasAsManyClientsAsTheGenerationOfTheGpuAllows(String major, String minor, int replicas, boolean fine) {
        var devices = ShareableNodeDevices.fromNode(Map.of("nvidia.com/gpu.count", "1", "nvidia.com/gpu.compute.major",
                major, "nvidia.com/gpu.compute.minor", minor), Map.of());

        assertThat(AdvertisedShares
                .compute(devices, DeviceShareCounts.ofGpus(GpuSharingStrategy.MPS, replicas, false, true)).problem()
                .isEmpty()).isEqualTo(fine);
    }

    @ParameterizedTest
    @CsvSource({"shared-4, whole, shared-4, LABEL", "'', whole, whole, DEFAULT", "'', '', default, FALLBACK"})
    void theLabelOfANodeComesBeforeTheDefaultAndThatBeforeAGuess(String label, String usual, String key,
            PluginConfigChoiceOrigin source) {
        assertThat(DevicePluginConfigChoice.choose(label, usual, List.of("default", "whole"), CHART))
                .isEqualTo(new DevicePluginConfigChoice(key, source));
    }

    @Test
    void withoutLabelAndDefaultAnOperatorsNodesGoWithoutAndAPluginOfItsOwnTakesTheOnlyOneThereIs() {
        assertThat(DevicePluginConfigChoice.choose("", "", List.of("only"), CHART))
                .isEqualTo(new DevicePluginConfigChoice("only", PluginConfigChoiceOrigin.FALLBACK));
        assertThat(DevicePluginConfigChoice.choose("", "", List.of("one", "two"), CHART).source())
                .isEqualTo(PluginConfigChoiceOrigin.NOTHING);
        assertThat(DevicePluginConfigChoice.choose("", "", List.of("default"), List.of(PluginConfigFallbackRule.EMPTY))
                .source()).isEqualTo(PluginConfigChoiceOrigin.NONE);
    }

    @ParameterizedTest
    @CsvSource({"EMPTY NAMED, default, '', NONE", "SINGLE, default, default, FALLBACK",
        "SINGLE, default two, '', NOTHING", "SINGLE NAMED, default two, default, FALLBACK", "NAMED, only, '', NOTHING",
        "NAMED EMPTY, only, '', NONE", "'', default, '', NOTHING"})
    void whatIsGuessedFirstCounts(String fallbacks, String keys, String key, PluginConfigChoiceOrigin source) {
        var guesses = Stream.of(fallbacks.split(" ")).filter(word -> !word.isEmpty())
                .map(PluginConfigFallbackRule::valueOf).toList();

        assertThat(DevicePluginConfigChoice.choose("", "", List.of(keys.split(" ")), guesses))
                .isEqualTo(new DevicePluginConfigChoice(key, source));
    }
}
