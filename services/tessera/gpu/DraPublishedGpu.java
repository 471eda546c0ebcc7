package tessera.gpu;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DraDeviceInventory.ClaimedUnpublishedDevice;
import tessera.dra.DraDeviceInventory.DeviceAvailabilityStatus;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceTaint;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimConsumer;
import tessera.model.ResourceSliceDevice;

/**
 * A physical GPU that a DRA driver publishes: as a whole, as its partitions, or as both.
 *
 * @param devices  all that are this board, or a part of it
 * @param unpublishedDevices     what claims have of it and no slice names any more
 */
public record DraPublishedGpu(DraGpuDriver driver, List<InventoryDevice> devices,
        List<ClaimedUnpublishedDevice> unpublishedDevices) {

    private static final String SHARES = "shares";
    private static final String MEMORY_SLICE = "memorySlice";

    public DraPublishedGpu {
        devices = List.copyOf(devices);
        unpublishedDevices = List.copyOf(unpublishedDevices);
    }

    /** Returns the name of the whole board where that is published, else of one of its devices. */
    public String name() {
        return devices.stream().filter(entry -> driver.isWholeBoard(entry.device().device())).findFirst()
                .or(() -> devices.stream().findFirst())
                .map(entry -> driver.boardName(entry.device().name()).orElse(entry.device().name()))
                .orElseGet(() -> unpublishedDevices.getFirst().device().device());
    }

    int number() {
        return DraGpuDriver.boardNumber(name());
    }

    String uuid() {
        return devices.stream().map(InventoryDevice::device)
                .filter(each -> driver.wholeTypes().contains(each.device().attributeText("type")))
                .map(each -> driver.uuid(each.device())).filter(text -> !text.isEmpty()).findFirst()
                .or(this::parentUuid).orElse("");
    }

    private Optional<String> parentUuid() {
        return devices.stream().map(entry -> entry.device().device().attributeText("parentUUID"))
                .filter(text -> !text.isEmpty()).findFirst();
    }

    /**
     * Returns whether it is the GPU of an index or of a UUID, which takes precedence.
     *
     * @param index negative where that is not known
     * @param uuid  empty where that is not known
     */
    boolean isBoard(int index, String uuid) {
        var own = uuid();
        boolean named = !own.isEmpty() && !uuid.isEmpty();
        return named ? own.equals(uuid) : index >= 0 && index == number();
    }

    String model() {
        return firstText(devices.stream().map(entry -> driver.model(entry.device().device())));
    }

    String version() {
        return firstText(devices.stream().map(entry -> driver.version(entry.device().device())));
    }

    String cuda() {
        return firstText(devices.stream().map(entry -> driver.cuda(entry.device().device())));
    }

    private static String firstText(Stream<String> texts) {
        return texts.filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    /** Returns whether possible partitions are published, of which the scheduler picks some that do not overlap. */
    private boolean hasDynamicPartitions() {
        return devices.stream().anyMatch(entry -> !entry.device().device().counters().isEmpty());
    }

    /** Returns the partitions that exist: all that are published, or the allocated ones where they only could exist. */
    public List<InventoryDevice> parts() {
        return devices.stream().filter(entry -> driver.isPart(entry.device().device()))
                .filter(entry -> !hasDynamicPartitions() || entry.isUsed()).toList();
    }

    /** Returns the memory slices that a partition occupies, as its driver tells; none where it does not. */
    static SortedSet<Integer> memorySlices(ResourceSliceDevice device) {
        return device.capacity().keySet().stream().filter(name -> name.startsWith(MEMORY_SLICE))
                .map(name -> name.substring(MEMORY_SLICE.length())).map(NodeLabelParser::parseNumber)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the devices that are the whole board. */
    List<InventoryDevice> wholeDevices() {
        return devices.stream().filter(entry -> driver.isWholeBoard(entry.device().device())).toList();
    }

    boolean isWholeHeld() {
        return wholeDevices().stream().anyMatch(InventoryDevice::isUsed)
                || unpublishedDevices.stream().anyMatch(device -> driver.boardName(device.device().device())
                        .filter(device.device().device()::equals).isPresent());
    }

    /** Returns the devices that no claim has, and that are the same board as devices that one has, or parts of these. */
    Stream<InventoryDevice> coveredDevices() {
        boolean partHeld = isHeld();
        boolean wholeHeld = isWholeHeld();
        return devices.stream().filter(entry -> !entry.isUsed())
                .filter(entry -> driver.isWholeBoard(entry.device().device()) ? partHeld : wholeHeld);
    }

    NodeGpuAllocationGroup.GpuAllocationKind form() {
        if (wholeDevices().stream().anyMatch(entry -> entry.device().device().shareable())) {
            return NodeGpuAllocationGroup.GpuAllocationKind.SHARED;
        }
        if (isWholeHeld() || parts().isEmpty()) {
            return NodeGpuAllocationGroup.GpuAllocationKind.WHOLE;
        }
        if (driver.vendor().equals("NVIDIA")) {
            return NodeGpuAllocationGroup.GpuAllocationKind.MIG;
        }
        return NodeGpuAllocationGroup.GpuAllocationKind.SHARED;
    }

    /** Returns the number of claims that may share it. */
    int shareCount() {
        if (!parts().isEmpty()) {
            return parts().size();
        }
        long told = wholeDevices().stream().flatMap(entry -> entry.device().device().capacity().entrySet().stream())
                .filter(each -> each.getKey().equals(SHARES)).mapToLong(each -> each.getValue().amount()).max()
                .orElse(0);
        return Math.clamp(shareTotal(told), 1, 1024);
    }

    private long shareTotal(long told) {
        if (told > 0) {
            return told;
        }
        return usedShares() + (hasRoomForShare() ? 1L : 0);
    }

    /** Returns whether one more claim may share it, if only with the least there is. */
    private boolean hasRoomForShare() {
        return wholeDevices().stream().filter(entry -> entry.device().device().shareable())
                .anyMatch(DraPublishedGpu::isFree);
    }

    private static boolean isFree(InventoryDevice entry) {
        var held = entry.claims().stream().flatMap(ResourceClaim::exclusiveDevices)
                .filter(result -> result.deviceKey().equals(entry.device().key())).toList();
        return held.stream().noneMatch(result -> result.shareId().isEmpty()) && entry.device().device().capacity()
                .entrySet().stream().allMatch(each -> each.getValue().smallestShare() <= each.getValue().amount() - held
                        .stream().mapToLong(result -> result.consumedCapacity().getOrDefault(each.getKey(), 0L)).sum());
    }

    /** Returns the number of its allocated shares. */
    int usedShares() {
        if (parts().isEmpty()) {
            return (int) claims().stream().mapToLong(this::sharesOf).sum();
        }
        return (int) parts().stream().filter(InventoryDevice::isUsed).count();
    }

    /** Returns the number of its shares that a claim has. */
    long sharesOf(ResourceClaim claim) {
        return claim.exclusiveDevices().filter(this::isOfWholeDevice).count();
    }

    private boolean isOfWholeDevice(AllocatedDevice allocatedDevice) {
        return wholeDevices().stream().anyMatch(entry -> entry.device().key().equals(allocatedDevice.deviceKey()));
    }

    public boolean isHeld() {
        return !unpublishedDevices.isEmpty() || devices.stream().anyMatch(InventoryDevice::isUsed);
    }

    /** Whether nobody holds it, and nobody can have it: as a passthrough twin of the board alone it is no GPU of containers. */
    public boolean isWithheld() {
        var plain = devices.stream()
                .filter(entry -> !driver.hiddenTypes().contains(entry.device().device().attributeText("type")))
                .toList();
        return !isHeld() && (plain.isEmpty() ? devices : plain).stream()
                .noneMatch(entry -> entry.state() == DeviceAvailabilityStatus.FREE);
    }

    /** Whether it is withheld by taints of administrators alone. */
    public boolean isClosedOnPurpose() {
        return isWithheld() && taintedOnPurpose();
    }

    /** Whether administrators alone tainted it. */
    public boolean taintedOnPurpose() {
        return !taints().isEmpty() && taints().stream().allMatch(driver::foreign);
    }

    /** Returns the taints that keep it, or a part of it, from claims. */
    public List<DeviceTaint> taints() {
        return repellingTaints(devices).toList();
    }

    private static Stream<DeviceTaint> repellingTaints(List<InventoryDevice> devices) {
        return devices.stream().flatMap(entry -> entry.device().device().taints().stream()).filter(DeviceTaint::repels)
                .distinct();
    }

    /** Returns the taints by which its driver calls the board unhealthy; one of a part is about that part alone. */
    Stream<DeviceTaint> driverTaints() {
        return repellingTaints(isWithheld() ? devices : wholeDevices()).filter(taint -> !driver.foreign(taint));
    }

    /** Returns the claims that have it, or a part of it. */
    public Set<ResourceClaim> claims() {
        return Stream.concat(devices.stream().flatMap(entry -> entry.claims().stream()),
                unpublishedDevices.stream().map(ClaimedUnpublishedDevice::claim)).collect(Collectors.toSet());
    }

    /** Returns the pods among some for which claims are reserved and that have not ended. */
    static List<PodSummary> usersOf(Collection<ResourceClaim> claims, Collection<PodSummary> pods) {
        var users = claims.stream().flatMap(DraPublishedGpu::consumerKeys).collect(Collectors.toSet());
        return pods.stream().filter(pod -> pod.holdsResources() && users.contains(pod.key() + "/" + pod.uid()))
                .toList();
    }

    private static Stream<String> consumerKeys(ResourceClaim claim) {
        return claim.consumers().stream().filter(ResourceClaimConsumer::isPod)
                .map(user -> claim.namespace() + "/" + user.name() + "/" + user.uid());
    }

    /** Returns the keys of the pods that use some of these claims. */
    static Set<String> podKeysOf(Collection<ResourceClaim> claims) {
        return claims.stream().flatMap(claim -> claim.podKeys().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
