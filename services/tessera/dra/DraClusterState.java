package tessera.dra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.model.ClaimDeviceRequest;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceClass;
import tessera.model.DeviceClassResourceNames;
import tessera.model.DeviceSubRequest;
import tessera.model.DeviceTaintRule;
import tessera.model.DraObject;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;

/** The device classes, slices and claims of dynamic resource allocation, as a scheduler sees them. One thread at a time. */
public final class DraClusterState {

    /** More pods than that are not counted. */
    private static final int MOST = 1_000;

    private final DeviceSelectorEvaluator selectors = new DeviceSelectorEvaluator();
    private final Map<String, DeviceClass> classes = selectors.classes();
    private final PublishedDevicePools published = new PublishedDevicePools();
    private final Map<String, ResourceClaim> claims = new HashMap<>();
    private final Map<DeviceSubRequest, List<NodeDeviceAvailability>> availabilityByRequest = new HashMap<>();
    private final Map<DeviceSubRequest, Optional<String>> unclear = new HashMap<>();
    /** Kept until something changes, as it is asked for once for each claim and node. */
    private @Nullable DraDeviceInventory ledger;
    private @Nullable NodeDraDeviceIndex index;

    public void putClass(JsonNode deviceClass) {
        putObject(DraObjectReader.readClass(deviceClass));
    }

    public void removeClass(String name) {
        classes.remove(name);
        forgetResults();
    }

    private void forgetResults() {
        availabilityByRequest.clear();
        unclear.clear();
    }

    public void putSlice(JsonNode slice) {
        putObject(DraObjectReader.readSlice(slice));
    }

    public void removeSlice(String name) {
        published.removeSlice(name);
        resetLedger();
    }

    public void putClaim(JsonNode claim) {
        putObject(DraObjectReader.readClaim(claim));
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(namespace + "/" + name);
        resetLedger();
    }

    private void resetLedger() {
        ledger = null;
        index = null;
        availabilityByRequest.clear();
    }

    /** Returns the state of a snapshot, whose slices carry the taints of rules. */
    public static DraClusterState fromSnapshot(ClusterSnapshot clusterSnapshot) {
        var devices = new DraClusterState();
        var inventory = clusterSnapshot.devices();
        devices.published.applySnapshot(clusterSnapshot, List.of());
        inventory.classes().forEach(devices::putObject);
        inventory.slices().forEach(devices::putObject);
        inventory.claims().forEach(devices::putObject);
        return devices;
    }

    /** Returns who uses claims, as far as a snapshot tells it. */
    public ClaimReservedPodIndex users() {
        return published.users();
    }

    /** Returns the holders of each device. */
    public DraDeviceInventory ledger() {
        var kept = ledger;
        if (kept == null) {
            kept = DraDeviceInventory.ofPools(published.pools(), claims.values());
            ledger = kept;
        }
        return kept;
    }

    NodeDraDeviceIndex ledgerIndex() {
        var nodeIndex = index;
        if (nodeIndex == null) {
            nodeIndex = new NodeDraDeviceIndex(ledger());
            index = nodeIndex;
        }
        return nodeIndex;
    }

    /** Returns the devices that match a request for each node that has any, that with most free first. */
    public List<NodeDeviceAvailability> availabilityFor(DeviceSubRequest request) {
        var known = availabilityByRequest.get(request);
        if (known == null) {
            known = computeAvailability(request);
            availabilityByRequest.put(request, known);
        }
        return known;
    }

    /**
     * Applies the taint rules, the nodes that may reach devices, and the version of the server.
     */
    public void applySnapshot(ClusterSnapshot clusterSnapshot) {
        published.applySnapshot(clusterSnapshot, clusterSnapshot.devices().rules());
        resetLedger();
    }

    /** Adds or updates an object that is no taint rule. */
    public void putObject(DraObject object) {
        switch (object) {
            case DeviceClass deviceClass -> {
                classes.put(deviceClass.name(), deviceClass);
                forgetResults();
            }
            case ResourceClaim claim -> {
                claims.put(claim.key(), claim);
                resetLedger();
            }
            case ResourceSlice slice -> {
                published.putSlice(slice);
                resetLedger();
            }
            case DeviceTaintRule _ -> {
                // They are given all at once.
            }
        }
    }

    /** Returns whether claims of a pod do not exist yet, so that nothing is tried; names that are unknown yet are empty. */
    public boolean awaitsClaims(String namespace, List<String> names) {
        return names.stream().map(name -> claims.get(namespace + "/" + name))
                .anyMatch(claim -> claim == null || claim.deleting());
    }

    /** Returns the reason why the claims fit no node, whatever the nodes are like; empty for none. */
    public Optional<String> preFilterFailure(String namespace, List<String> names) {
        return findWithoutClass(namespace, names).map(request -> "request %s: device class %s does not exist"
                .formatted(request.name(), request.deviceClass()));
    }

    /** Returns the driver of a class that is to be created: the one of its name, or the only one that publishes devices; empty where that is not clear. */
    public Optional<String> driverForClass(String name) {
        var drivers = allocatableDevices().stream().map(ResourcePoolDevice::driver).collect(Collectors.toSet());
        return drivers.stream().filter(driver -> driver.equals(name) || drivers.size() == 1).findFirst();
    }

    /** Returns the device class that the claims name and that does not exist; empty for none. */
    public Optional<String> missingClass(String namespace, List<String> names) {
        return findWithoutClass(namespace, names).map(DeviceSubRequest::deviceClass);
    }

    private Optional<DeviceSubRequest> findWithoutClass(String namespace, List<String> names) {
        return subRequestsOf(namespace, names).filter(option -> !classes.containsKey(option.deviceClass())).findFirst();
    }

    private Stream<DeviceSubRequest> subRequestsOf(String namespace, List<String> names) {
        return unallocatedClaims(namespace, names).stream().flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.options().stream());
    }

    List<ResourceClaim> unallocatedClaims(String namespace, List<String> names) {
        return findClaims(namespace, names).stream().filter(claim -> !claim.isAllocated()).toList();
    }

    private List<ResourceClaim> findClaims(String namespace, List<String> names) {
        return names.stream().flatMap(name -> Optional.ofNullable(claims.get(namespace + "/" + name)).stream())
                .toList();
    }

    /** Returns the reason why a node does not fit a pod with these claims; empty where it fits. */
    public Optional<String> filterFailure(String namespace, List<String> names, String node) {
        if (unreachableClaim(namespace, names, node).isPresent()) {
            return Optional.of("resourceclaim not available on the node");
        }
        if (allocate(namespace, names, node).isPresent()) {
            return Optional.empty();
        }
        return Optional.of("cannot allocate all claims");
    }

    /** Returns the devices that the unallocated claims get on a node; empty where they do not all fit. */
    public Optional<List<ClaimDeviceAllocation>> allocate(String namespace, List<String> names, String node) {
        return allocate(namespace, names, node, useOn(node, _ -> true));
    }

    /** Returns the use of a node's reachable devices by some claims. */
    DraDeviceUsage useOn(String node, Predicate<ResourceClaim> of) {
        return ledgerIndex().useOf(ledgerIndex().reachableFrom(node), of);
    }

    /** Returns whether a node has the devices for the claims, in use or not, and whether or not the claims are allocated. */
    public boolean couldFit(String namespace, List<String> names, String node) {
        return allocate(findClaims(namespace, names), node, useOn(node, _ -> false)).isPresent();
    }

    /** Returns the claims that have devices which only one node reaches. */
    public List<NodeAllocatedResourceClaim> allocatedClaims(String namespace, List<String> names) {
        return findClaims(namespace, names).stream().filter(claim -> claim.isAllocated() && !claim.nodeName().isEmpty())
                .map(claim -> new NodeAllocatedResourceClaim(claim.name(), claim.nodeName(), claim.podKeys())).toList();
    }

    /** Returns the claim that has devices which a node does not reach; empty for none. */
    public Optional<NodeAllocatedResourceClaim> unreachableClaim(String namespace, List<String> names, String node) {
        return findClaims(namespace, names).stream().filter(claim -> isOutOfReach(claim, node))
                .map(claim -> new NodeAllocatedResourceClaim(claim.name(), claim.nodeName(), claim.podKeys()))
                .findFirst();
    }

    private boolean isOutOfReach(ResourceClaim claim, String node) {
        return Optional.ofNullable(claim.allocation()).filter(allocation -> !published.reaches(node, allocation))
                .isPresent();
    }

    /** Returns how often the claims fit a node, if each pod had claims of its own. */
    public int countAllocations(String namespace, List<String> names, String node) {
        var use = useOn(node, _ -> true);
        int times = 0;
        while (times < MOST) {
            int before = use.changeCount();
            if (allocate(namespace, names, node, use).isEmpty()) {
                return times;
            }
            // What only looks on, or shares a claim that is met, takes nothing and leaves room for any number.
            times = use.changeCount() == before ? MOST : times + 1;
        }
        return times;
    }

    /** @param use what others hold; grows by what is got */
    Optional<List<ClaimDeviceAllocation>> allocate(String namespace, List<String> names, String node,
            DraDeviceUsage use) {
        return allocate(unallocatedClaims(namespace, names), node, use);
    }

    private Optional<List<ClaimDeviceAllocation>> allocate(List<ResourceClaim> wanting, String node,
            DraDeviceUsage use) {
        // Before pools with missing slices were passed over, those that contradict themselves were errors.
        if (published.serverVersion().allocatesFromIncompletePools() && ledgerIndex().reachesPool(node,
                pool -> pool.status() == DraDevicePool.DevicePoolCompleteness.INVALID)) {
            return Optional.empty();
        }
        var results = new ArrayList<ClaimDeviceAllocation>();
        for (var claim : wanting) {
            var got = new ResourceClaimAllocator(ledgerIndex(), selectors, claim, node, use).allocate();
            if (got.isEmpty()) {
                return Optional.empty();
            }
            results.addAll(got.get());
        }
        return Optional.of(results);
    }

    DeviceSelectorEvaluator selectors() {
        return selectors;
    }

    boolean matchesRequest(DeviceSubRequest request, ResourcePoolDevice device) {
        return selectors.matchesRequest(request, device);
    }

    /** Returns an expression of the claims, or of their classes, that cannot be evaluated here; empty for none. */
    public Optional<String> undeterminedSelector(String namespace, List<String> names) {
        return subRequestsOf(namespace, names).flatMap(option -> undeterminedSelector(option).stream()).findFirst();
    }

    Optional<String> undeterminedSelector(DeviceSubRequest request) {
        return unclear.computeIfAbsent(request,
                each -> selectors.undeterminedSelector(each, published.allocatableDevices()));
    }

    /** Returns the class that serves an extended resource; empty where none does. */
    public Optional<String> classOfResource(String resource) {
        return DeviceClassResourceNames.classServing(classes.values(), resource).map(DeviceClass::name);
    }

    /** Returns whether the class of a request exists, and every selector that applies can be evaluated. */
    public boolean isDetermined(DeviceSubRequest request) {
        return classes.containsKey(request.deviceClass()) && undeterminedSelector(request).isEmpty();
    }

    /** Returns the names of all classes. */
    public Set<String> classNames() {
        return classes.keySet();
    }

    /** Returns the devices of pools from which the scheduler allocates. */
    List<ResourcePoolDevice> allocatableDevices() {
        return published.allocatableDevices();
    }

    /** Returns the availability for the unallocated request of some claims that decides; of alternatives, for the first that a node has devices for. */
    public Optional<NodeDeviceAvailability> availabilityOn(String namespace, List<String> names, String node) {
        return decidingRequest(namespace, names, node).stream().flatMap(option -> availabilityOn(option, node).stream())
                .findFirst();
    }

    private Optional<NodeDeviceAvailability> availabilityOn(DeviceSubRequest request, String node) {
        var suiting = ledgerIndex().reachableFrom(node).stream()
                .filter(entry -> matchesRequest(request, entry.device())).toList();
        if (suiting.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(NodeDeviceAvailability.ofEntries(ledgerIndex(), users(), request, node, suiting));
    }

    /** Returns whether a node would have enough devices for that request, if none was tainted or in an unfinished pool, or may have them there; who wants all of them takes none while one is. */
    public boolean isTemporarilyClosed(String namespace, List<String> names, String node) {
        return decidingRequest(namespace, names, node).stream().anyMatch(option -> isDeciding(option, node));
    }

    private boolean isDeciding(DeviceSubRequest option, String node) {
        return availabilityOn(option,
                node).filter(
                        availability -> option.all() ? availability.withheld() > 0
                                : availability.usable() < option.count()
                                        && (availability.total() >= option.count() || availability.skipped() > 0))
                .isPresent();
    }

    /** Returns the alternatives of the request that a node is furthest from meeting; the first of equals. */
    private List<DeviceSubRequest> decidingRequest(String namespace, List<String> names, String node) {
        return unallocatedClaims(namespace, names).stream().flatMap(claim -> claim.requests().stream())
                .map(ClaimDeviceRequest::options).min(Comparator.comparingInt(options -> bestProspect(options, node)))
                .orElse(List.of());
    }

    private int bestProspect(List<DeviceSubRequest> options, String node) {
        return options.stream()
                .mapToInt(option -> availabilityOn(option, node).map(each -> each.prospectFor(option)).orElse(0)).max()
                .orElse(0);
    }

    /** Returns the devices that match a request for each node that has any, that with most free first. */
    private List<NodeDeviceAvailability> computeAvailability(DeviceSubRequest request) {
        var suiting = ledger().devices().stream().filter(entry -> matchesRequest(request, entry.device())).toList();
        return NodeDraDeviceIndex.groupByNode(suiting).entrySet().stream()
                .map(each -> NodeDeviceAvailability.ofEntries(ledgerIndex(), users(), request, each.getKey(),
                        each.getValue()))
                .sorted(Comparator.comparingLong(NodeDeviceAvailability::free)
                        .thenComparingLong(NodeDeviceAvailability::total).reversed())
                .toList();
    }
}
