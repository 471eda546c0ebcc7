package tessera.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.dra.ClaimReservedPodIndex;
import tessera.dra.DeviceClassAvailability;
import tessera.dra.DraClusterState;
import tessera.dra.DraDeviceInventory;
import tessera.dra.DraDeviceInventory.ClaimedUnpublishedDevice;
import tessera.dra.DraDevicePool;
import tessera.dra.DraDevicePool.DevicePoolCompleteness;
import tessera.dra.NodeDeviceAvailability;
import tessera.dra.UnsatisfiableClaimReason;
import tessera.model.AllocatedDevice;
import tessera.model.ClusterDraObjects;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceClass;
import tessera.model.DeviceSubRequest;
import tessera.model.DeviceTaint;
import tessera.model.NodeDraDevices;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ResourceClaim;
import tessera.model.SnapshotCollectionHealth;
import tessera.text.MessageCatalog;

/**
 * All claims of a cluster, their classes and pools, and the tainted devices.
 *
 * @param claims  those that want attention first, the oldest first among alike
 * @param classes with most free first
 * @param ledger  the pools of all drivers, by driver and name, and who has each device
 * @param tainted devices with a taint of any effect
 * @param problems    why something of it is not known
 */
public record ClusterResourceClaimOverview(boolean served, List<ResourceClaimSummary> claims,
        List<DeviceClassSummary> classes, DraDeviceInventory ledger, List<TaintedDevice> tainted,
        List<Problem> problems) {

    private static final Comparator<ResourceClaimSummary> ORDER = Comparator.comparing(ResourceClaimSummary::status)
            .thenComparing((ResourceClaimSummary claimSummary) -> claimSummary.claim().created(),
                    Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(claimSummary -> claimSummary.claim().key());
    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterResourceClaimOverview.class);

    public ClusterResourceClaimOverview {
        claims = List.copyOf(claims);
        classes = List.copyOf(classes);
        tainted = List.copyOf(tainted);
        problems = List.copyOf(problems);
    }

    /**
     * A DeviceClass with its free devices and waiting claims.
     *
     * @param pendingClaims claims that wait for it
     */
    public record DeviceClassSummary(DeviceClass deviceClass, DeviceClassAvailability freeDevices,
            long pendingClaims) {}

    /**
     * A device with a taint and its holders.
     *
     * @param claims  that have it all the same, with their namespaces
     * @param holders pods that use these
     * @param deletedPods    pods that these are reserved for and that exist no more
     */
    public record TaintedDevice(String node, String device, DeviceTaint taint, List<String> claims,
            List<String> holders, List<String> deletedPods) {

        /** Returns, for example, “held by ml/train-0”; “unused” where no claim has it. */
        public String useText() {
            if (!holders.isEmpty()) {
                return MESSAGES.text("use.held", String.join(", ", holders));
            }
            if (!deletedPods.isEmpty()) {
                return ClaimReservedPodIndex.goneText(deletedPods);
            }
            if (claims.isEmpty()) {
                return MESSAGES.text("use.unused");
            }
            return MESSAGES.text("use.held-by-claim", String.join(", ", claims));
        }
    }

    /** Returns the pools of all drivers, by driver and name. */
    public List<DraDevicePool> pools() {
        return ledger.pools();
    }

    public static ClusterResourceClaimOverview of(ClusterSnapshot clusterSnapshot) {
        var inventory = clusterSnapshot.devices();
        if (!inventory.isServed()) {
            return new ClusterResourceClaimOverview(false, List.of(), List.of(),
                    DraDeviceInventory.ofNode(NodeDraDevices.NONE), List.of(), List.of());
        }
        var devices = DraClusterState.fromSnapshot(clusterSnapshot);
        var statusReader = new ClaimStatusResolver(clusterSnapshot, devices);
        var claims = Stream
                .concat(inventory.claims().stream(), new ExtendedResourceClaimPredictor(clusterSnapshot).claims())
                .map(statusReader::lineOf).sorted(ORDER).toList();
        var waiting = claims.stream().filter(claimSummary -> claimSummary.status() == ResourceClaimStatus.PENDING)
                .flatMap(claimSummary -> claimSummary.claim().requests().stream())
                .flatMap(request -> request.options().stream()).map(DeviceSubRequest::deviceClass)
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        var rooms = classAvailabilities(devices);
        var classes = rooms.stream().flatMap(freeDevices -> classSummaries(freeDevices, inventory, waiting)).toList();
        return new ClusterResourceClaimOverview(true, claims, classes, devices.ledger(), tainted(devices),
                inventory.hiddenProblems().distinct().toList());
    }

    private static Stream<DeviceClassSummary> classSummaries(DeviceClassAvailability freeDevices,
            ClusterDraObjects inventory, Map<String, Long> waiting) {
        return inventory.classes().stream().filter(each -> each.name().equals(freeDevices.name()))
                .map(each -> new DeviceClassSummary(each, freeDevices, waiting.getOrDefault(each.name(), 0L)));
    }

    /** Returns the devices of each class: a GPU of which a claim has a partition is not free as a whole. */
    public static List<DeviceClassAvailability> classAvailabilities(DraClusterState devices) {
        var covered = devices.ledger().byPool().flatMap(pool -> DraPublishedGpus.of(pool).gpus().stream())
                .flatMap(DraPublishedGpu::coveredDevices).map(entry -> entry.device().key())
                .collect(Collectors.toSet());
        return DeviceClassAvailability.listFor(devices, entry -> !covered.contains(entry.device().key()));
    }

    private static List<TaintedDevice> tainted(DraClusterState devices) {
        var users = devices.users();
        var found = new ArrayList<TaintedDevice>();
        for (var entry : devices.ledger().devices()) {
            for (var taint : entry.device().device().taints()) {
                found.add(new TaintedDevice(entry.device().node(), entry.device().name(), taint,
                        entry.claims().stream().map(ResourceClaim::key).sorted().toList(),
                        pods(entry.claims(), users::present), pods(entry.claims(), users::gone)));
            }
        }
        return found;
    }

    private static List<String> pods(List<ResourceClaim> claims, Function<ResourceClaim, List<String>> pods) {
        return claims.stream().map(pods).flatMap(List::stream).distinct().sorted().toList();
    }

    /** Returns the keys of claims that no pod uses. */
    public Set<String> leakedClaims() {
        return claims.stream().filter(claimSummary -> claimSummary.status() == ResourceClaimStatus.LEAKED)
                .map(claimSummary -> claimSummary.claim().key()).collect(Collectors.toSet());
    }

    /** Determines the status of claims one by one. */
    private static final class ClaimStatusResolver {

        private final ClusterDraObjects inventory;
        private final DraClusterState devices;
        private final ClaimReservedPodIndex users;
        private final Map<String, List<String>> naming = new HashMap<>();
        /** The nodes of pods that name a claim, by claim. */
        private final Map<String, Set<String>> nodesOfUsers = new HashMap<>();
        /** What claims have that no slice names, by claim. */
        private final Map<String, String> missingDeviceByClaim = new HashMap<>();
        /** What is not known of claims for want of slices, by claim. */
        private final Map<String, ResourceClaimReason.ClaimCaveat> unseen = new HashMap<>();
        private final Set<String> conflicts = new HashSet<>();
        private final Map<String, String> nodes = new HashMap<>();

        private ClaimStatusResolver(ClusterSnapshot clusterSnapshot, DraClusterState devices) {
            this.inventory = clusterSnapshot.devices();
            this.devices = devices;
            users = devices.users();
            clusterSnapshot.pods().forEach(this::noteClaims);
            devices.ledger().pools().forEach(pool -> nodes.put(pool.key(), pool.node()));
            var updating = devices.ledger().pools().stream()
                    .filter(pool -> pool.status() == DevicePoolCompleteness.UPDATING)
                    .collect(Collectors.toMap(DraDevicePool::key, Function.identity()));
            if (inventory.hiddenSlicesProblem().isEmpty()) {
                devices.ledger().unpublished()
                        .forEach(device -> missing(device, updating.get(device.device().poolKey())));
            }
            for (var entry : devices.ledger().devices().stream().filter(DraDeviceInventory.InventoryDevice::hasConflict)
                    .toList()) {
                entry.claims().forEach(claim -> conflicts.add(claim.key()));
            }
        }

        /** A slice that is missing of a pool may be the one that names a device. */
        private void missing(ClaimedUnpublishedDevice each, @Nullable DraDevicePool updating) {
            var device = each.device().device();
            if (updating == null) {
                missingDeviceByClaim.putIfAbsent(each.claim().key(), device);
            } else {
                unseen.putIfAbsent(each.claim().key(), new ResourceClaimReason.ClaimCaveat(List.of(), device,
                        updating.seenSlices(), updating.expectedSlices()));
            }
        }

        private void noteClaims(PodSummary pod) {
            for (var claim : pod.claims()) {
                var key = pod.namespace() + "/" + claim;
                naming.computeIfAbsent(key, _ -> new ArrayList<>()).add(pod.key());
                if (!pod.node().isEmpty()) {
                    nodesOfUsers.computeIfAbsent(key, _ -> new HashSet<>()).add(pod.node());
                }
            }
        }

        private ResourceClaimSummary lineOf(ResourceClaim claim) {
            var pods = claim.isAllocated() || !claim.podKeys().isEmpty() ? users.present(claim)
                    : naming.getOrDefault(claim.key(), List.of());
            var status = statusOf(claim);
            return new ResourceClaimSummary(claim, status, nodeOf(claim), pods, reasonOf(claim, status, pods).text());
        }

        private ResourceClaimStatus statusOf(ResourceClaim claim) {
            if (!claim.isAllocated()) {
                return ResourceClaimStatus.PENDING;
            }
            if (isMonitoringOnly(claim)) {
                return ResourceClaimStatus.ADMIN;
            }
            if (claim.deleting()) {
                return ResourceClaimStatus.DELETING;
            }
            if (users.unused(claim)) {
                return ResourceClaimStatus.LEAKED;
            }
            if (conflicts.contains(claim.key())) {
                return ResourceClaimStatus.CONFLICT;
            }
            if (missingDeviceByClaim.containsKey(claim.key())) {
                return ResourceClaimStatus.UNPUBLISHED;
            }
            if (claim.consumers().size() - users.gone(claim).size() > 1) {
                return ResourceClaimStatus.SHARED;
            }
            return ResourceClaimStatus.ALLOCATED;
        }

        private static boolean isMonitoringOnly(ResourceClaim claim) {
            var options = claim.requests().stream().flatMap(request -> request.options().stream()).toList();
            return !options.isEmpty() && options.stream().allMatch(DeviceSubRequest::adminAccess);
        }

        private String nodeOf(ResourceClaim claim) {
            var pool = claim.devices().stream().map(AllocatedDevice::poolKey).findFirst().orElse("");
            var using = nodesOfUsers.getOrDefault(claim.key(), Set.of());
            return Stream
                    .of(nodes.getOrDefault(pool, ""), claim.nodeName(),
                            claim.isAllocated() && using.size() == 1 ? using.iterator().next() : "")
                    .filter(node -> !node.isEmpty()).findFirst().orElse("");
        }

        private ResourceClaimReason reasonOf(ResourceClaim claim, ResourceClaimStatus status, List<String> pods) {
            var gone = users.gone(claim);
            var also = unseen.getOrDefault(claim.key(), new ResourceClaimReason.ClaimCaveat(List.of(), "", 0, 0))
                    .withGone(gone);
            return switch (status) {
                case PENDING -> waitingReason(claim, pods);
                case LEAKED -> gone.isEmpty() ? new ResourceClaimReason.AllocatedClaimWithoutPod()
                        : new ResourceClaimReason.AllocatedClaimPodsGone(gone);
                case CONFLICT -> new ResourceClaimReason.ConflictingClaim();
                case UNPUBLISHED ->
                    new ResourceClaimReason.UnpublishedClaimDevice(missingDeviceByClaim.getOrDefault(claim.key(), ""));
                case DELETING -> new ResourceClaimReason.DeletingClaim();
                case SHARED -> new ResourceClaimReason.SharedClaim(pods, also);
                case ADMIN -> new ResourceClaimReason.MonitoringClaim();
                case ALLOCATED -> new ResourceClaimReason.AllocatedClaim(pods, claim.extended(), also);
            };
        }

        private ResourceClaimReason waitingReason(ResourceClaim claim, List<String> pods) {
            for (var request : claim.requests()) {
                var options = request.options();
                if (inventory.hiddenClaimsProblem().isPresent() || options.stream().noneMatch(this::hasEnoughDevices)) {
                    return new ResourceClaimReason.UnsatisfiedClaim(
                            options.stream().map(option -> lackText(claim, option)).distinct().toList());
                }
            }
            return pods.isEmpty() ? new ResourceClaimReason.UnusedClaim()
                    : new ResourceClaimReason.ClaimAwaitsNode(pods);
        }

        private boolean hasEnoughDevices(DeviceSubRequest option) {
            return NodeDeviceAvailability.isEnough(devices.availabilityFor(option), option);
        }

        private String lackText(ResourceClaim claim, DeviceSubRequest option) {
            if (inventory.classes().stream().noneMatch(each -> each.name().equals(option.deviceClass()))) {
                if (inventory.health()
                        .classes() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
                    return problem.headline();
                }
                return MESSAGES.text("lack.class", option.deviceClass());
            }
            var slicesProblem = inventory.hiddenSlicesProblem();
            if (slicesProblem.isPresent()) {
                return MESSAGES.text("lack.devices-hidden", slicesProblem.get().headline());
            }
            var rooms = devices.availabilityFor(option);
            if (rooms.isEmpty()) {
                return UnsatisfiableClaimReason.unmatchedText(devices, claim, option);
            }
            return inventory.hiddenClaimsProblem()
                    .map(problem -> MESSAGES.text("lack.holders-hidden", problem.headline())).orElseGet(() -> MESSAGES
                            .text("lack.availability", rooms.getFirst().node(), rooms.getFirst().availabilityText()));
        }
    }
}
