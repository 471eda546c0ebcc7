package tessera.dra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tessera.dra.DraDeviceInventory.DeviceAvailabilityStatus;
import tessera.kube.scheduling.Taint;
import tessera.model.ClusterDraObjects;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceTaintRule;
import tessera.model.NodeDraDevices;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;
import tessera.model.ServerVersion;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;

import static org.assertj.core.api.Assertions.assertThat;

/** What is taken, free, tainted or blocked of published devices, as the scheduler counts it. */
class DraDeviceInventoryTest {

    private static final String SHARES = ", allowMultipleAllocations: true, capacity: {shares: {value: '4',"
            + " requestPolicy: {default: '1', validRange: {min: '1', step: '1'}}}}";

    private final List<ResourceSlice> slices = new ArrayList<>();
    private final List<ResourceClaim> claims = new ArrayList<>();
    private ServerVersion server = ServerVersion.UNKNOWN;

    private static JsonNode yaml(String text) {
        try {
            return new YAMLMapper().readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String gpu(int number, String more) {
        return "{name: gpu-%d, attributes: {type: {string: gpu}}%s}".formatted(number, more);
    }

    private static String[] gpus(int count) {
        return IntStream.range(0, count).mapToObj(number -> gpu(number, "")).toArray(String[]::new);
    }

    private void slice(String name, int generation, int count, String... devices) {
        slices.add(DraObjectReader.readSlice(yaml("""
                {metadata: {name: %s}, spec: {driver: gpu.nvidia.com, nodeName: n1,
                  pool: {name: n1, generation: %d, resourceSliceCount: %d}, devices: [%s]}}""".formatted(name,
                generation, count, String.join(", ", devices)))));
    }

    private void claim(String name, String reservedFor, String... results) {
        claims.add(DraObjectReader.readClaim(yaml("""
                {metadata: {namespace: ml, name: %s}, spec: {devices: {}}, status: {reservedFor: [%s],
                  allocation: {devices: {results: [%s]}}}}""".formatted(name, reservedFor,
                String.join(", ", results)))));
    }

    private static String result(String device, String more) {
        return "{request: gpu, driver: gpu.nvidia.com, pool: n1, device: %s%s}".formatted(device, more);
    }

    private DraDeviceInventory ledger() {
        return DraDeviceInventory.ofNode(new NodeDraDevices(slices, claims, true, true, server));
    }

    private Map<DeviceAvailabilityStatus, Long> states() {
        return ledger().devices().stream()
                .collect(Collectors.groupingBy(DraDeviceInventory.InventoryDevice::state, Collectors.counting()));
    }

    private DeviceAvailabilityStatus state(String device) {
        return ledger().devices().stream().filter(entry -> entry.device().name().equals(device)).findFirst()
                .orElseThrow().state();
    }

    @Test
    void aNewerGenerationReplacesTheOlderEvenBeforeAllOfItsSlicesAreThere() {
        slice("old-a", 2, 2, gpu(0, ""));
        slice("old-b", 2, 2, gpu(1, ""));
        assertThat(states()).containsExactly(Map.entry(DeviceAvailabilityStatus.FREE, 2L));
        slice("new-a", 3, 2, gpu(7, ""));
        var pool = ledger().pools().getFirst();
        assertThat(pool.status()).isEqualTo(DraDevicePool.DevicePoolCompleteness.UPDATING);
        assertThat(pool.seenSlices()).isEqualTo(1);
        assertThat(pool.expectedSlices()).isEqualTo(2);
        assertThat(states()).containsExactly(Map.entry(DeviceAvailabilityStatus.POOL_SKIPPED, 1L));
    }

    @Test
    void twoDevicesOfOneNameMakeAPoolInvalid() {
        slice("a", 1, 1, gpu(0, ""), gpu(0, ""));
        assertThat(ledger().pools().getFirst().status()).isEqualTo(DraDevicePool.DevicePoolCompleteness.INVALID);
    }

    @Test
    void anAllocationThatIsReservedForNobodyTakesItsDevice() {
        slice("a", 1, 1, gpus(2));
        claim("leaked", "", result("gpu-0", ""));
        assertThat(states()).containsOnly(Map.entry(DeviceAvailabilityStatus.USED, 1L),
                Map.entry(DeviceAvailabilityStatus.FREE, 1L));
    }

    @Test
    void adminAccessTakesNothing() {
        slice("a", 1, 1, gpus(8));
        claim("monitor", "",
                IntStream.range(0, 8).mapToObj(n -> result("gpu-" + n, ", adminAccess: true")).toArray(String[]::new));
        claim("train", "{resource: pods, name: train, uid: u}", result("gpu-0", ""));
        assertThat(states()).containsOnly(Map.entry(DeviceAvailabilityStatus.USED, 1L),
                Map.entry(DeviceAvailabilityStatus.FREE, 7L));
        assertThat(ledger().devices().getFirst().claims()).extracting(ResourceClaim::name).containsExactly("train");
    }

    @Test
    void sharesOfADeviceLeaveTheRestToOthers() {
        slice("a", 1, 1, gpu(0, SHARES));
        var share = ", shareID: %s, consumedCapacity: {shares: '1'}";
        claim("a", "", result("gpu-0", share.formatted("a")));
        claim("b", "", result("gpu-0", share.formatted("b")));
        assertThat(state("gpu-0")).isEqualTo(DeviceAvailabilityStatus.SHARED);
        assertThat(ledger().devices().getFirst().hasConflict()).isFalse();
        assertThat(fits("")).isTrue();
        assertThat(fits(", capacity: {requests: {shares: '2'}}")).isTrue();
        assertThat(fits(", capacity: {requests: {shares: '3'}}")).isFalse();
        assertThat(fits(", capacity: {requests: {memory: 1Gi}}")).isFalse();
        claim("c", "", result("gpu-0", ", shareID: c, consumedCapacity: {shares: '2'}"));
        assertThat(state("gpu-0")).isEqualTo(DeviceAvailabilityStatus.USED);
        assertThat(fits("")).isFalse();
    }

    private boolean fits(String more) {
        return devices(more).allocate("ml", List.of("new"), "n1").isPresent();
    }

    /** With a claim that wants one more. */
    private DraClusterState devices(String more) {
        var devices = new DraClusterState();
        devices.applySnapshot(new ClusterSnapshot(1, Instant.EPOCH, new SessionConnectionStatus.NoConnection(),
                new SnapshotCollectionHealth.LiveCollection(), new SnapshotCollectionHealth.LiveCollection(),
                new VisiblePodScope.AllPods(), List.of(), List.of(), Duration.ZERO, new ClusterDraObjects("v1", server,
                        ClusterDraObjects.NONE.health(), List.of(), List.of(), List.of(), List.of(), Map.of())));
        devices.putClass(yaml("{metadata: {name: gpu}, spec: {selectors: [{cel: {expression: 'true'}}]}}"));
        slices.forEach(devices::putObject);
        claims.forEach(devices::putObject);
        devices.putClaim(yaml("{metadata: {namespace: ml, name: new}, spec: {devices: {requests: [{name: gpu,"
                + " exactly: {deviceClassName: gpu%s}}]}}}".formatted(more)));
        return devices;
    }

    private NodeDeviceAvailability room(String more) {
        return devices(more).availabilityOn("ml", List.of("new"), "n1").orElseThrow();
    }

    @Test
    void untilVersion34TheSchedulerAllocatesWhatItSeesOfAnIncompletePoolButNotAllOfIt() {
        slice("a", 1, 2, gpus(2));
        claim("a", "", result("gpu-0", ""));
        for (var version : List.of("", "v1.35.0")) {
            server = new ServerVersion(version, "");
            assertThat(states()).containsOnly(Map.entry(DeviceAvailabilityStatus.USED, 1L),
                    Map.entry(DeviceAvailabilityStatus.POOL_SKIPPED, 1L));
            assertThat(fits("")).isFalse();
            assertThat(room("").availabilityText()).isEqualTo(
                    "2 devices: 0 free, 1 allocated, 1 in a pool with missing or inconsistent ResourceSlices");
        }
        server = new ServerVersion("v1.34.9", "");
        assertThat(states()).containsOnly(Map.entry(DeviceAvailabilityStatus.USED, 1L),
                Map.entry(DeviceAvailabilityStatus.FREE, 1L));
        assertThat(fits("")).isTrue();
        assertThat(room("").free()).isEqualTo(1);
        assertThat(fits(", allocationMode: All")).isFalse();
        slices.clear();
        slice("a", 1, 1, gpu(0, ""), gpu(0, ""));
        assertThat(fits("")).isFalse();
    }

    @Test
    void whatATolerationAnAmountOrAdminAccessOpensIsFreeForThatRequest() {
        slice("a", 1, 1, gpu(0, ", taints: [{key: xid, value: '79', effect: NoSchedule}]"), gpu(1, ""), gpu(2, ""));
        claim("a", "", result("gpu-1", ""));
        assertThat(room("").availabilityText())
                .isEqualTo("3 devices: 1 free, 1 allocated, 1 out of service (taint " + "xid=79)");
        assertThat(room(", tolerations: [{key: xid, operator: Exists}]").free()).isEqualTo(2);
        claim("old", "", result("gpu-0", ""));
        assertThat(room("").availabilityText())
                .isEqualTo("3 devices: 1 free, 2 allocated, 1 of these out of service (taint xid=79)");
        claims.removeLast();
        assertThat(room(", adminAccess: true").availabilityText())
                .isEqualTo("3 devices: 2 free, 1 out of service (taint xid=79)");
        slices.clear();
        slice("b", 1, 1, gpu(3, SHARES));
        claim("b", "", result("gpu-3", ", shareID: s, consumedCapacity: {shares: '1'}"));
        assertThat(room("").availabilityText()).isEqualTo("4 shares: 3 free, 1 allocated");
        var two = ", capacity: {requests: {shares: '2'}}";
        assertThat(room(two).availabilityText()).isEqualTo("2 shares: 1 free, 1 allocated");
        assertThat(devices("").countAllocations("ml", List.of("new"), "n1")).isEqualTo(3);
        assertThat(devices(two).countAllocations("ml", List.of("new"), "n1")).isEqualTo(1);
        assertThat(fits(", count: 3")).isTrue();
        assertThat(fits(", count: 4")).isFalse();
        assertThat(devices(", adminAccess: true").countAllocations("ml", List.of("new"), "n1")).isGreaterThan(100);
    }

    @Test
    void ofPartitionsThatOverlapThoseAreFreeThatFitTogether() {
        dynamicMig();
        var small = ", selectors: [{cel: {expression: \"device.capacity['gpu.nvidia.com'].size == quantity('1')\"}}]";
        assertThat(room("").total()).as("the whole board comes first, and leaves nothing").isEqualTo(1);
        assertThat(room(small).availabilityText()).isEqualTo("2 devices: 2 free");
        claim("a", "", result("gpu-0-mig-3g40gb-9-0", ""));
        assertThat(room(small).availabilityText())
                .isEqualTo("2 devices: 1 free, 1 blocked by allocated partitions of the same GPU");
        assertThat(DeviceClassAvailability.listFor(devices(""), _ -> true).getFirst())
                .isEqualTo(new DeviceClassAvailability("gpu", true, 1, 2, 1));
    }

    /** A board of eight memory slices and seven of multiprocessors, with placements of two profiles. */
    private void dynamicMig() {
        var amounts = new StringBuilder("multiprocessors: {value: '7'}");
        IntStream.range(0, 8).forEach(slice -> amounts.append(", memory-slice-%d: {value: '1'}".formatted(slice)));
        slices.add(DraObjectReader.readSlice(yaml("""
                {metadata: {name: counters}, spec: {driver: gpu.nvidia.com, nodeName: n1,
                  pool: {name: n1, generation: 1, resourceSliceCount: 2},
                  sharedCounters: [{name: gpu-0-counter-set, counters: {%s}}]}}""".formatted(amounts))));
        slice("devices", 1, 2, partition("gpu-0", 7, 0, 8), partition("gpu-0-mig-3g40gb-9-0", 3, 0, 4),
                partition("gpu-0-mig-3g40gb-9-4", 3, 4, 4), partition("gpu-0-mig-1g10gb-19-0", 1, 0, 1),
                partition("gpu-0-mig-1g10gb-19-6", 1, 6, 1));
    }

    private static String partition(String name, int multiprocessors, int start, int size) {
        var amounts = new StringBuilder("multiprocessors: {value: '%d'}".formatted(multiprocessors));
        IntStream.range(start, start + size)
                .forEach(slice -> amounts.append(", memory-slice-%d: {value: '1'}".formatted(slice)));
        return "{name: %s, capacity: {size: {value: '%d'}}, consumesCounters: [{counterSet: gpu-0-counter-set, counters: {%s}}]}"
                .formatted(name, size, amounts);
    }

    @Test
    void whatOverlapsWithTakenPartitionsIsBlockedThoughACounterIsLeft() {
        dynamicMig();
        claim("a", "", result("gpu-0-mig-3g40gb-9-0", ""));
        assertThat(state("gpu-0")).isEqualTo(DeviceAvailabilityStatus.BLOCKED);
        assertThat(state("gpu-0-mig-1g10gb-19-0")).isEqualTo(DeviceAvailabilityStatus.BLOCKED);
        assertThat(state("gpu-0-mig-1g10gb-19-6")).isEqualTo(DeviceAvailabilityStatus.FREE);
        claim("b", "", result("gpu-0-mig-3g40gb-9-4", ""));
        assertThat(states()).containsOnly(Map.entry(DeviceAvailabilityStatus.USED, 2L),
                Map.entry(DeviceAvailabilityStatus.BLOCKED, 3L));
    }

    @Test
    void aDeviceThatNoSliceNamesStaysTakenAndChargesNoCounters() {
        dynamicMig();
        claim("a", "", result("gpu-0-mig-7g80gb-0-0", ""));
        assertThat(ledger().unpublished()).extracting(device -> device.device().device())
                .containsExactly("gpu-0-mig-7g80gb-0-0");
        assertThat(state("gpu-0")).isEqualTo(DeviceAvailabilityStatus.FREE);
    }

    @Test
    void counterSetsThatNobodyPublishesMakeAPoolInvalid() {
        slice("a", 1, 1, partition("gpu-0", 7, 0, 8));
        assertThat(ledger().pools().getFirst().status()).isEqualTo(DraDevicePool.DevicePoolCompleteness.INVALID);
    }

    @Test
    void taintsOfDriversAndOfRulesKeepClaimsAwayAndThoseThatOnlyInformDoNot() {
        slice("a", 1, 1, gpu(0, ", taints: [{key: gpu.nvidia.com/xid, value: '79', effect: NoSchedule}]"),
                gpu(1, ", taints: [{key: gpu.nvidia.com/xid, value: '43', effect: None}]"), gpu(2, ""));
        var rule = new DeviceTaintRule("burn-in", "gpu.nvidia.com", "n1", "gpu-2", false,
                new Taint("ops.example.org/burn-in", "", "NoExecute"), null);
        slices.replaceAll(slice -> slice.withRuleTaints(List.of(rule)));
        assertThat(states()).containsOnly(Map.entry(DeviceAvailabilityStatus.TAINTED, 2L),
                Map.entry(DeviceAvailabilityStatus.FREE, 1L));
        claim("a", "", result("gpu-0", ""));
        assertThat(state("gpu-0")).isEqualTo(DeviceAvailabilityStatus.USED);
        assertThat(fits("")).isTrue();
        assertThat(fits(", count: 2")).isFalse();
        assertThat(fits(", count: 2, tolerations: [{key: ops.example.org/burn-in, operator: Exists}]")).isTrue();
    }

    @Test
    void oneDeviceInTwoClaimsIsAConflictAndCountsOnce() {
        slice("a", 1, 1, gpus(2));
        claim("a", "", result("gpu-0", ""));
        claim("b", "", result("gpu-0", ""));
        assertThat(states()).containsOnly(Map.entry(DeviceAvailabilityStatus.USED, 1L),
                Map.entry(DeviceAvailabilityStatus.FREE, 1L));
        assertThat(ledger().devices().getFirst().hasConflict()).isTrue();
    }
}
