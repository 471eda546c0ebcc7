package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.gpu.NodeGpuAllocationGroup.ProductAndCountBound;
import tessera.kube.quantity.ResourceAmounts;
import tessera.mig.MigProfile;
import tessera.model.NodeResourceUse;

/**
 * Divides the boards of a node among the resources by which they are allocated. No board is given to two: where a source
 * tells how many there are, instances and shares come first, and what is advertised as whole beyond that is either shares of
 * the boards that are left or, where none is left, of no board at all.
 */
final class NodeGpusByResourceGrouper {

    /** Beyond any cluster, and its multiples are numbers still. */
    private static final long MOST_INSTANCES = Long.MAX_VALUE / 128;
    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final int MOST_SHARES = 1024;

    private final NodeVendorBoards family;
    private final boolean claimed;
    private final List<NodeGpuAllocationGroup> groups = new ArrayList<>();
    /** Boards that are given to no group yet. */
    private long remaining;
    /** Boards that instances are on at least. */
    private long needed;
    /** Whether partitions are offered by names of their own, so that the plain name is that of whole boards. */
    private boolean partitionsNamed;

    /** @param claimed whether boards that are not offered are handed out by claims, or may be */
    NodeGpusByResourceGrouper(NodeVendorBoards family, boolean claimed) {
        this.family = family;
        this.claimed = claimed;
        this.remaining = family.count().isKnown() ? family.count().number() : UNLIMITED;
    }

    /** @param offers of one vendor */
    List<NodeGpuAllocationGroup> groupsOf(List<NodeAcceleratorResource> offers) {
        var instances = new ArrayList<NodeResourceUse>();
        var devices = new ArrayList<NodeAcceleratorResource>();
        for (var resource : offers) {
            if (resource.kind().isMig() || (resource.isDevice() && family.uniformProfile().isPresent())) {
                instances.add(resource.use());
            } else if (resource.isDevice() && (resource.units() > 0 || resource.use().allocated() > 0)) {
                devices.add(resource);
            }
        }
        needed = fewestGpus(instances, NodeResourceUse::capacity);
        partitionsNamed = offers.stream().anyMatch(resource -> isPartition(resource) && resource.units() > 0);
        // The label is of all boards: where partitions have names of their own, what else is advertised is left over.
        var plain = partitionsNamed && !family.partition().isEmpty() ? List.<NodeAcceleratorResource>of() : devices;
        // Boards that pods hold by what is not offered any more are among those that are left.
        for (boolean gone : List.of(false, true)) {
            addNamed(offers.stream().filter(resource -> resource.units() == 0 == gone).toList());
            addDevices(plain.stream().filter(resource -> resource.units() == 0 == gone).toList());
        }
        addRemaining(instances);
        return List.copyOf(groups);
    }

    /** Adds what has resource names of its own, apart from those of whole boards and of instances. */
    private void addNamed(List<NodeAcceleratorResource> offers) {
        offers.stream().filter(NodeAcceleratorResource::isVirtual).forEach(this::addVirtual);
        offers.stream().filter(NodeGpusByResourceGrouper::isPartition).forEach(this::addPartitions);
        offers.stream()
                .filter(resource -> resource.kind().unitKind() == AcceleratorCatalogEntry.ResourceUnitKind.REPLICA)
                .forEach(this::addReplicas);
    }

    private static boolean isPartition(NodeAcceleratorResource resource) {
        return resource.kind().kind().equals("gpu-partition");
    }

    private void addVirtual(NodeAcceleratorResource resource) {
        var type = Optional.of(resource.use().resource()).filter(_ -> resource.kind().kind().equals("vgpu"))
                .flatMap(GpuProductNameResolver::parseVgpu);
        if (type.isEmpty()) {
            addGroup(NodeGpuAllocationGroup.GpuAllocationKind.WHOLE, resource.units(), 1, resource,
                    new ProductAndCountBound(GpuProductNameResolver.passthroughProduct(resource.use().resource()),
                            EstimateBoundKind.EXACT));
            return;
        }
        var product = GpuProductNameResolver.productOf(type.get().gpuName());
        int maximum = type.get().mostPerBoard(product);
        long count = maximum == 0 ? Math.min(1, resource.units()) : Math.ceilDiv(resource.units(), maximum);
        addGroup(NodeGpuAllocationGroup.GpuAllocationKind.SHARED, count,
                maximum == 0 ? Math.clamp(resource.units(), 1, 64) : maximum, resource,
                new ProductAndCountBound(product, EstimateBoundKind.AT_LEAST));
    }

    private void addPartitions(NodeAcceleratorResource resource) {
        int each = family.partitionsPerBoard(AcceleratorCatalog.shortName(resource.use().resource()));
        takeBoards(
                each == 1 ? NodeGpuAllocationGroup.GpuAllocationKind.WHOLE
                        : NodeGpuAllocationGroup.GpuAllocationKind.SHARED,
                Math.ceilDiv(resource.units(), each), each, resource, EstimateBoundKind.EXACT);
    }

    /** Adds shares with a resource name of their own, which are never whole boards. */
    private void addReplicas(NodeAcceleratorResource resource) {
        int told = family.replicas();
        if (told > 1) {
            takeBoards(NodeGpuAllocationGroup.GpuAllocationKind.SHARED, Math.ceilDiv(resource.units(), told), told,
                    resource, EstimateBoundKind.EXACT);
        } else {
            long maximum = Math.ceilDiv(resource.units(), 2);
            boolean open = remaining == UNLIMITED;
            takeBoards(NodeGpuAllocationGroup.GpuAllocationKind.SHARED, open ? maximum : resource.units(), open ? 2 : 1,
                    resource, EstimateBoundKind.AT_MOST);
        }
    }

    private void addDevices(List<NodeAcceleratorResource> devices) {
        long all = devices.stream().mapToLong(NodeAcceleratorResource::units).reduce(0, ResourceAmounts::saturatedSum);
        long room = Math.max(0, lessen(remaining, needed));
        int common = commonShares(all, room);
        if (family.hasUncountedShares() && room == UNLIMITED) {
            // All that is known of the boards is that there are some.
            devices.forEach(device -> addGroup(NodeGpuAllocationGroup.GpuAllocationKind.SHARED,
                    Math.min(1, device.units()), Math.clamp(device.units(), 1, MOST_SHARES), device,
                    originOf(family.product(), EstimateBoundKind.AT_LEAST)));
            return;
        }
        for (var device : devices.stream().sorted((one, other) -> Long.compare(other.units(), one.units())).toList()) {
            int each = labelledParts(device) > 1 ? labelledParts(device) : common;
            long count = Math.min(Math.ceilDiv(device.units(), each), room);
            if (count > 0 || device.units() == 0) {
                takeBoards(
                        each > 1 || count < device.units() ? NodeGpuAllocationGroup.GpuAllocationKind.SHARED
                                : NodeGpuAllocationGroup.GpuAllocationKind.WHOLE,
                        count, labelledParts(device), device, boundOf(device, each));
                room = lessen(room, count);
            }
        }
    }

    /** Returns the number of parts of each board by labels; 1 if no label tells. */
    private int labelledParts(NodeAcceleratorResource device) {
        int partitioned = family.partitionsPerBoard(family.partition());
        if (partitioned > 1) {
            return partitioned;
        }
        return device.kind().id().equals("nvidia-gpu") && family.replicas() > 1 ? family.replicas() : 1;
    }

    private static long lessen(long room, long count) {
        return room == UNLIMITED ? room : room - count;
    }

    private static int commonShares(long all, long room) {
        return room == UNLIMITED || all <= room ? 1 : (int) Math.min(MOST_SHARES, Math.ceilDiv(all, Math.max(1, room)));
    }

    /** Returns the bound of a count; the plain resource name may stand for shares where nothing tells. */
    private EstimateBoundKind boundOf(NodeAcceleratorResource device, int parts) {
        boolean open = !partitionsNamed && device.kind().kind().equals("gpu")
                && !device.kind().labels().equals(AcceleratorCatalogEntry.DeviceLabelKeys.NONE);
        if (parts == 1 && device.units() > 1 && open && !family.hasSharingLabel() && family.partition().isEmpty()) {
            return EstimateBoundKind.AT_MOST;
        }
        return EstimateBoundKind.EXACT;
    }

    private void addRemaining(List<NodeResourceUse> instances) {
        if (!instances.isEmpty()) {
            long cut = remaining == UNLIMITED ? needed : remaining;
            groups.add(NodeGpuAllocationGroup
                    .of(NodeGpuAllocationGroup.GpuAllocationKind.MIG, cut, 1, instances,
                            originOf(family.product(), EstimateBoundKind.AT_LEAST))
                    .withFewestHeld(fewestGpus(instances, NodeResourceUse::allocated)));
        } else if (remaining != UNLIMITED && remaining > 0 && !claimed) {
            addNotOffered(remaining, EstimateBoundKind.EXACT);
        } else if (remaining == UNLIMITED && groups.stream().allMatch(group -> group.count() == 0) && !claimed) {
            // That it has those that pods hold, or else any, is all that is known of it.
            groups.replaceAll(group -> group.withCount(group.fewestHeld()));
            if (groups.stream().allMatch(group -> group.count() == 0)) {
                addNotOffered(1, EstimateBoundKind.AT_LEAST);
            }
        }
    }

    private void addNotOffered(long count, EstimateBoundKind bound) {
        groups.add(NodeGpuAllocationGroup.of(NodeGpuAllocationGroup.GpuAllocationKind.NOT_OFFERED, count, 1, List.of(),
                originOf(family.product(), bound)));
    }

    /** Takes boards from the remaining ones; more shares than expected mean more shares of each. */
    private void takeBoards(NodeGpuAllocationGroup.GpuAllocationKind form, long wanted, int parts,
            NodeAcceleratorResource resource, EstimateBoundKind bound) {
        long count = resource.units() > 0 ? Math.min(wanted, remaining) : boardsHeldOf(resource);
        if (count == 0 && resource.units() > 0) {
            return;
        }
        boolean whole = form == NodeGpuAllocationGroup.GpuAllocationKind.WHOLE;
        int each = 1;
        if (!whole) {
            each = count == 0 ? parts : Math.clamp(Math.ceilDiv(resource.units(), count), parts, MOST_SHARES);
        }
        remaining = lessen(remaining, count);
        addGroup(form, count, each, resource, originOf(family.product(), bound));
    }

    /** Returns the boards that pods may hold by a resource that is not offered any more; 0 where nothing tells how many boards there are. */
    private long boardsHeldOf(NodeAcceleratorResource resource) {
        if (remaining == UNLIMITED) {
            return 0;
        }
        return Math.min(resource.use().allocated(), Math.max(0, remaining - needed));
    }

    private ProductAndCountBound originOf(AcceleratorProduct product, EstimateBoundKind bound) {
        return new ProductAndCountBound(product, family.count().isKnown() ? EstimateBoundKind.EXACT : bound);
    }

    private void addGroup(NodeGpuAllocationGroup.GpuAllocationKind form, long count, int parts,
            NodeAcceleratorResource resource, ProductAndCountBound origin) {
        groups.add(NodeGpuAllocationGroup.of(form, count, parts, List.of(resource.use()), origin));
    }

    /** Returns the fewest GPUs that can hold these instances, by memory, compute slices and each profile's maximum. */
    private long fewestGpus(List<NodeResourceUse> uses, ToLongFunction<NodeResourceUse> units) {
        int gigabytes = family.product().gigabytes();
        long memory = 0;
        long slices = 0;
        long maximum = 0;
        for (var use : uses) {
            var profile = MigProfile.ofResource(use.resource()).or(family::uniformProfile).orElse(MigProfile.SMALLEST);
            long instances = Math.min(Math.ceilDiv(units.applyAsLong(use),
                    NodeVendorBoards.sharesOfInstance(use.resource(), family.nodeSummary())), MOST_INSTANCES);
            memory = ResourceAmounts.saturatedSum(memory, instances * profile.memoryEighths(gigabytes));
            slices = ResourceAmounts.saturatedSum(slices, instances * profile.slices());
            maximum = Math.max(maximum, Math.ceilDiv(instances, profile.maxPerGpu(gigabytes)));
        }
        return Math.max(maximum,
                Math.max(Math.ceilDiv(memory, MigProfile.UNITS), Math.ceilDiv(slices, MigProfile.SLICES)));
    }
}
