package tessera.gpu;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DraDeviceInventory;
import tessera.dra.DraDeviceInventory.ClaimedUnpublishedDevice;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.dra.DraDevicePool;
import tessera.mig.MigProfile;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceSubRequest;
import tessera.model.NodeResourceUse;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;

/**
 * The physical GPUs that DRA drivers publish on a node, each once: a board, its partitions and its passthrough twin share UUID, PCI address or name. What a claim has and no slice names is a part of a
 * board that is published under another layout, or no board at all.
 *
 * @param unpublishedDevices GPUs that claims have and that are none of the boards
 */
public record DraPublishedGpus(List<DraPublishedGpu> gpus, List<ClaimedUnpublishedDevice> unpublishedDevices) {

    public static final DraPublishedGpus NONE = new DraPublishedGpus(List.of(), List.of());

    public DraPublishedGpus {
        gpus = List.copyOf(gpus);
        unpublishedDevices = List.copyOf(unpublishedDevices);
    }

    /** Returns the claims that have GPUs of the node, or parts of them. */
    public Set<ResourceClaim> claims() {
        return Stream.concat(gpus.stream().flatMap(gpu -> gpu.claims().stream()),
                unpublishedDevices.stream().map(ClaimedUnpublishedDevice::claim)).collect(Collectors.toSet());
    }

    /** Boards of one driver, model and form of allocation. */
    record DraGpuGroup(DraGpuDriver driver, String model, NodeGpuAllocationGroup.GpuAllocationKind form,
            List<DraPublishedGpu> gpus) {

        /**
         * Returns the resources under which a device plugin would offer the boards, with the usage by claims.
         *
         * @param pods of the node: who is none of them holds nothing
         */
        List<NodeResourceUse> uses(Collection<PodSummary> pods) {
            return switch (form) {
                case MIG -> instanceUses(pods);
                case SHARED -> List.of(sharesUse(pods));
                default -> List.of(wholeUse(pods));
            };
        }

        private NodeResourceUse wholeUse(Collection<PodSummary> pods) {
            long allocated = gpus.stream().filter(DraPublishedGpu::isHeld).count();
            long withheld = gpus.stream().filter(DraPublishedGpu::isWithheld).count();
            return new NodeResourceUse(driver.resource(), gpus.size(), gpus.size() - withheld, allocated,
                    countUsers(pods));
        }

        private NodeResourceUse sharesUse(Collection<PodSummary> pods) {
            long all = gpus.stream().mapToLong(DraPublishedGpu::shareCount).sum();
            long withheld = gpus.stream().filter(DraPublishedGpu::isWithheld).mapToLong(DraPublishedGpu::shareCount)
                    .sum();
            return new NodeResourceUse(driver.resource(), all, all - withheld,
                    gpus.stream().mapToLong(DraPublishedGpu::usedShares).sum(), countUsers(pods));
        }

        private List<NodeResourceUse> instanceUses(Collection<PodSummary> pods) {
            Map<String, List<InventoryDevice>> profiles = new LinkedHashMap<>();
            // What the scheduler passes over for now is not counted among what it hands out.
            for (var gpu : gpus) {
                gpu.parts().stream()
                        .filter(part -> part.state() != DraDeviceInventory.DeviceAvailabilityStatus.POOL_SKIPPED)
                        .forEach(part -> addByProfile(part, profiles));
            }
            var uses = new ArrayList<NodeResourceUse>();
            profiles.forEach((resource, parts) -> {
                long allocated = parts.stream().filter(InventoryDevice::isUsed).count();
                long withheld = parts.stream().filter(
                        entry -> !entry.isUsed() && entry.state() != DraDeviceInventory.DeviceAvailabilityStatus.FREE)
                        .count();
                var claims = parts.stream().flatMap(entry -> entry.claims().stream()).collect(Collectors.toSet());
                uses.add(new NodeResourceUse(resource, parts.size(), parts.size() - withheld, allocated,
                        DraPublishedGpu.usersOf(claims, pods).size()));
            });
            return uses;
        }

        private void addByProfile(InventoryDevice part, Map<String, List<InventoryDevice>> profiles) {
            profiles.computeIfAbsent(instanceResource(driver.profile(part.device().device())), _ -> new ArrayList<>())
                    .add(part);
        }

        /** Returns the number of boards of which something is held. */
        long countHeldBoards() {
            return gpus.stream().filter(DraPublishedGpu::isHeld).count();
        }

        private int countUsers(Collection<PodSummary> pods) {
            return DraPublishedGpu
                    .usersOf(gpus.stream().flatMap(gpu -> gpu.claims().stream()).collect(Collectors.toSet()), pods)
                    .size();
        }
    }

    /** Returns the resource by which a device plugin offers instances of a profile. */
    static String instanceResource(String profile) {
        return MigProfile.parse(profile).map(MigProfile::resourceName).orElse("nvidia.com/mig-" + profile);
    }

    /** Reads the boards of one node; of a pool that nobody publishes any more those that claims have are boards where a device plugin offers them. */
    static DraPublishedGpus of(NodeWithBoundPods node) {
        if (node.devices().slices().isEmpty() && node.devices().claims().isEmpty()) {
            return NONE;
        }
        return of(DraDeviceInventory.ofNode(node.devices()), ResourceClaimOnlyNodeDetector.hasPluginResources(node));
    }

    static DraPublishedGpus of(DraDeviceInventory inventory) {
        return of(inventory, false);
    }

    private static DraPublishedGpus of(DraDeviceInventory inventory, boolean offered) {
        var drafts = new LinkedHashSet<PublishedGpuBuilder>();
        var known = new HashMap<String, PublishedGpuBuilder>();
        for (var entry : inventory.devices()) {
            DraGpuDriver.find(entry.device().driver()).filter(
                    driver -> driver.isWholeBoard(entry.device().device()) || driver.isPart(entry.device().device()))
                    .ifPresent(driver -> {
                        var names = driver.boardKeys(entry.device().device());
                        draftFor(driver, names.isEmpty() ? List.of(entry.device().name()) : names, known,
                                drafts).devices.add(entry);
                    });
        }
        var lost = new ArrayList<ClaimedUnpublishedDevice>();
        var updating = inventory.pools().stream()
                .filter(pool -> pool.status() == DraDevicePool.DevicePoolCompleteness.UPDATING).map(DraDevicePool::key)
                .collect(Collectors.toSet());
        var published = inventory.pools().stream().map(DraDevicePool::key).collect(Collectors.toSet());
        for (var unpublishedDevice : inventory.unpublished()) {
            var pool = unpublishedDevice.device().poolKey();
            var driver = DraGpuDriver.find(unpublishedDevice.device().driver()).orElse(null);
            if (driver != null) {
                driver.boardName(unpublishedDevice.device().device())
                        // A slice that is missing may be the one that names it.
                        .flatMap(name -> updating.contains(pool) || (offered && !published.contains(pool))
                                ? Optional.of(draftFor(driver, List.of(name), known, drafts))
                                : Optional.ofNullable(known.get(driverKey(driver, name))))
                        .map(gpuBuilder -> gpuBuilder.unpublishedDevices).orElse(lost).add(unpublishedDevice);
            }
        }
        return new DraPublishedGpus(
                drafts.stream().map(draft -> new DraPublishedGpu(draft.driver, draft.devices, draft.unpublishedDevices))
                        .sorted(Comparator.comparingInt(DraPublishedGpu::number)).toList(),
                lost);
    }

    /** A board while its devices are collected. */
    private static final class PublishedGpuBuilder {
        private final DraGpuDriver driver;
        private final List<InventoryDevice> devices = new ArrayList<>();
        private final List<ClaimedUnpublishedDevice> unpublishedDevices = new ArrayList<>();

        private PublishedGpuBuilder(DraGpuDriver driver) {
            this.driver = driver;
        }
    }

    private static PublishedGpuBuilder draftFor(DraGpuDriver driver, List<String> names,
            Map<String, PublishedGpuBuilder> known, Set<PublishedGpuBuilder> drafts) {
        var keys = names.stream().map(name -> driverKey(driver, name)).toList();
        var draft = keys.stream().filter(known::containsKey).findFirst().map(known::get)
                .orElseGet(() -> new PublishedGpuBuilder(driver));
        drafts.add(draft);
        keys.forEach(key -> known.putIfAbsent(key, draft));
        return draft;
    }

    private static String driverKey(DraGpuDriver driver, String name) {
        return driver.name() + " " + name;
    }

    /** Returns the boards grouped by driver, model and form of allocation. */
    List<DraGpuGroup> groups() {
        return gpus.stream()
                .collect(Collectors.groupingBy(gpu -> List.of(gpu.driver().name(), modelOf(gpu), gpu.form().name()),
                        LinkedHashMap::new, Collectors.toList()))
                .values().stream().map(alike -> new DraGpuGroup(alike.getFirst().driver(), modelOf(alike.getFirst()),
                        alike.getFirst().form(), alike))
                .toList();
    }

    /** Returns the model of a board; if no slice names it, the common model of the others. */
    private String modelOf(DraPublishedGpu gpu) {
        var own = gpu.model();
        var others = own.isEmpty()
                ? gpus.stream().filter(each -> each.driver().equals(gpu.driver())).map(DraPublishedGpu::model)
                        .filter(model -> !model.isEmpty()).distinct().toList()
                : List.<String>of();
        return others.size() == 1 ? others.getFirst() : own;
    }

    /** Returns the devices that a pod claims of these boards, by DeviceClass, without claims for extended resources. */
    public Map<String, Long> requestsOf(PodSummary pod) {
        var requests = new TreeMap<String, Long>();
        for (var claim : claims().stream().filter(claim -> !claim.extended()
                && claim.namespace().equals(pod.namespace()) && claim.podKeys().contains(pod.key())).toList()) {
            claim.exclusiveDevices()
                    .forEach(allocatedDevice -> requests.merge(classOf(claim, allocatedDevice), 1L, Long::sum));
        }
        return requests;
    }

    private static String classOf(ResourceClaim claim, AllocatedDevice allocatedDevice) {
        return claim.requests().stream().flatMap(request -> request.options().stream())
                .filter(option -> option.name().equals(allocatedDevice.request())).map(DeviceSubRequest::deviceClass)
                .findFirst().orElse(allocatedDevice.driver());
    }

    /** Whether a claim holds a board that a device plugin could offer by a resource. */
    boolean holds(String resource) {
        return gpus.stream().anyMatch(gpu -> gpu.isHeld() && gpu.driver().isOfferedAs(resource));
    }

    public boolean isEmpty() {
        return gpus.isEmpty();
    }
}
