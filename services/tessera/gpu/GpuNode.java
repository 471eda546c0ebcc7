package tessera.gpu;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.OngoingNodeChange;
import tessera.mig.MigProfile;
import tessera.model.NodeResourceUse;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;

/**
 * A node with its GPUs as an operator sees it.
 *
 * @param info       the node and its pods
 * @param vendor     who makes its accelerators
 * @param product    what the market calls them
 * @param label      the product label's value, verbatim; empty when there is none
 * @param uses       the accelerator resources it advertises, or that pods on it hold
 * @param groups     its physical GPUs, by how they are handed out
 * @param driver     the driver's version; empty when no label tells
 * @param cuda       the newest CUDA the driver supports; empty when no label tells
 * @param boardDivision     how its GPUs are divided, and by whom
 * @param holders    the pods that hold any of its accelerators
 * @param nodeStatus   what the above comes to
 * @param placementTable     where drivers usually put MIG instances
 * @param inventory     who tells how many GPUs there are, and which parts of them pods were given
 */
public record GpuNode(NodeWithBoundPods info, String vendor, AcceleratorProduct product, String label,
        List<NodeResourceUse> uses, List<NodeGpuAllocationGroup> groups, String driver, String cuda,
        NodeGpuPartitioning boardDivision, List<PodSummary> holders, GpuNodeStatus nodeStatus,
        DefaultMigPlacementTable placementTable, NodeGpuBoardInventory inventory) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuNode.class);

    public GpuNode {
        uses = List.copyOf(uses);
        groups = List.copyOf(groups);
        holders = List.copyOf(holders);
    }

    public String name() {
        return info.name();
    }

    public GpuNodeState state() {
        return nodeStatus.state();
    }

    /** Returns whether the node does not report: its last values may be outdated, and nothing new can start on it. */
    public boolean isLost() {
        return state().compareTo(GpuNodeState.NOT_READY) <= 0;
    }

    /** Returns whether the driver's labels are kept current: not on a node that does not report or offers no GPU. */
    public boolean hasCurrentDriver() {
        return state().compareTo(GpuNodeState.NOT_OFFERED) > 0;
    }

    public boolean isCordoned() {
        return info.nodeSummary().unschedulable();
    }

    /** Returns whether the node takes no new pods: it is cordoned, or a taint keeps them away while a controller takes it down. */
    public boolean isClosed() {
        return nodeStatus.closed();
    }

    /** Returns in a word the way in which it is closed to new pods; empty while it is open. */
    public String closureText() {
        if (isCordoned()) {
            return MESSAGES.text("closure.cordoned");
        }
        return isClosed() ? MESSAGES.text("closure.closed") : "";
    }

    /** Returns whether a planned change takes GPUs away for a while: they are missing, and nothing is broken by that. */
    public boolean isChanging() {
        return OngoingNodeChange.of(info.nodeSummary()).isPresent();
    }

    /** Returns the faults that monitors report, the most urgent first. */
    public List<NodeFault> faults() {
        return nodeStatus.faults();
    }

    /**
     * Returns its GPUs, each counted once, with the state of the node taken into account.
     *
     * @param visibility how much of the pods is seen: it decides what the figures are bounds of
     */
    public GpuStatusCounts tally(PodListCompleteness visibility) {
        if (visibility == PodListCompleteness.ALL) {
            return nodeStatus.counts();
        }
        return nodeStatus.least();
    }

    /** Returns the bound of the number of its GPUs that pods hold. */
    public EstimateBoundKind allocatedBound(PodListCompleteness visibility) {
        if (visibility == PodListCompleteness.ALL && !hasHiddenClaims()) {
            return nodeStatus.boundOf(GpuStatusCounts::allocated)
                    .plus(groups.stream().map(NodeGpuAllocationGroup::allocatedBound).reduce(EstimateBoundKind.EXACT,
                            EstimateBoundKind::plus));
        }
        return EstimateBoundKind.AT_LEAST;
    }

    /** Returns the bound of the number of its free GPUs. */
    public EstimateBoundKind freeBound(PodListCompleteness visibility) {
        if (visibility != PodListCompleteness.ALL || hasHiddenClaims()) {
            return EstimateBoundKind.AT_MOST;
        }
        // Of GPUs that nobody counts, those that are free are no better known than all.
        if (faultyGpus().located()) {
            return inventory.missingSlices().freeBound().plus(nodeStatus.boundOf(GpuStatusCounts::free))
                    .plus(handsOutNone() ? EstimateBoundKind.EXACT : totalBound());
        }
        return EstimateBoundKind.AT_LEAST;
    }

    /** Returns whether none of its GPUs is free, however many there are. */
    private boolean handsOutNone() {
        return isLost() || isClosed() || state() == GpuNodeState.NOT_OFFERED;
    }

    /** Returns the bound of the number of its GPUs out of service. */
    EstimateBoundKind outOfServiceBound(PodListCompleteness visibility) {
        if (visibility == PodListCompleteness.ALL && !faultyGpus().located()) {
            return EstimateBoundKind.AT_MOST;
        }
        if (visibility == PodListCompleteness.ALL) {
            return inventory.missingSlices().outOfServiceBound().plus(nodeStatus.boundOf(GpuStatusCounts::outOfService))
                    .plus(handsOutNone() ? totalBound() : EstimateBoundKind.EXACT);
        }
        return outOfServiceAtMost() ? EstimateBoundKind.AT_MOST : EstimateBoundKind.EXACT;
    }

    /** Returns whether fewer of its GPUs may be out of service, because unseen pods may hold some of them. */
    private boolean outOfServiceAtMost() {
        return nodeStatus.least().cordoned() > 0 || groups.stream().anyMatch(
                group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG && group.unhealthyUnits() > 0);
    }

    /**
     * Returns the number of devices that are counted and not allocatable without intent; a shared board counts once.
     */
    public long withheldDevices() {
        return nodeStatus.withheld();
    }

    /** Returns how many of its boards no resource hands out. */
    public long missingDevices() {
        return groups.stream().filter(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.NOT_OFFERED)
                .mapToLong(NodeGpuAllocationGroup::count).sum();
    }

    /** Returns how many units of a resource are not handed out, and in a word why; empty where all are. */
    public String withheldText(NodeResourceUse use) {
        if (use.unhealthy() == 0) {
            return "";
        }
        if (withheldDevices() == 0) {
            return MESSAGES.text("withheld.maintenance", use.unhealthy());
        }
        return MESSAGES.text(nodeStatus.closedDevices() == 0 ? "withheld.unhealthy" : "withheld.devices",
                use.unhealthy());
    }

    /** Returns the UUIDs of boards that a GPU-sharing scheduler registers as unhealthy. */
    public List<String> registeredUnhealthy() {
        return inventory.register().entries().stream().filter(annotationEntry -> !annotationEntry.healthy())
                .map(NodeAnnotationGpuEntry::id).toList();
    }

    /** Returns whether a GPU-sharing scheduler keeps a register of the cards behind a resource. */
    boolean hasCardRegister(String resource) {
        return !inventory.register().entries().isEmpty() && info.useOf(resource).capacity() > 0
                && uses.stream().anyMatch(use -> use.resource().equals(resource));
    }

    /** Returns whether HAMi keeps a register of its cards. */
    boolean isHamiNode() {
        return !inventory.register().entries().isEmpty() && !inventory.register().isVolcano();
    }

    /** Returns the number of whole GPUs that a single pod could be given here now. */
    public long freeBlock() {
        if (isClosed() || isChanging() || state().compareTo(GpuNodeState.NOT_OFFERED) <= 0) {
            return 0;
        }
        long maximum = 0;
        for (var group : groups) {
            if (group.form() == NodeGpuAllocationGroup.GpuAllocationKind.WHOLE) {
                maximum = Math.max(maximum, Math.min(group.count(), freeUnits(group)));
            }
        }
        return maximum;
    }

    private long freeUnits(NodeGpuAllocationGroup group) {
        return group.uses().stream().mapToLong(this::usableUnits).sum();
    }

    /** Returns how many units of a resource nobody holds, those on faulty GPUs aside. */
    public long usableUnits(NodeResourceUse use) {
        return Math.max(0, use.free() - faultyGpus().freeUnits().getOrDefault(use.resource(), 0L));
    }

    /** Returns its GPUs that critical signs speak against. */
    FaultyGpus faultyGpus() {
        return nodeStatus.faultyGpus();
    }

    /** Returns what critical signs say of it, first what they say of its GPUs, with the GPUs that each is about. */
    public List<String> faultTexts() {
        return faultyGpus().reasonTexts();
    }

    /** Returns what critical signs say against its GPUs, each reason with the GPUs that it is about. */
    public List<String> gpuFaultTexts() {
        return faultyGpus().gpuReasonTexts();
    }

    /** Returns what critical signs say against one of its GPUs; empty where none does. */
    public String faultText(int index, @Nullable DeviceReadings device) {
        return faultyGpus().reasonText(index, device);
    }

    /** Returns the node with its faulty GPUs out of service. */
    GpuNode withFaultyGpus(FaultyGpus gpus) {
        if (gpus.isEmpty()) {
            return this;
        }
        return new GpuNode(info, vendor, product, label, uses, groups, driver, cuda, boardDivision, holders,
                nodeStatus.withFaultyGpus(gpus), placementTable, inventory);
    }

    /** Returns the node with other products of its groups. */
    GpuNode withGroups(List<NodeGpuAllocationGroup> named) {
        var products = named.stream().map(group -> group.origin().product()).distinct().toList();
        return new GpuNode(info, vendor, AcceleratorProduct.combined(products), label, uses, named, driver, cuda,
                boardDivision, holders, nodeStatus, placementTable, inventory);
    }

    /** Returns {@code mixed} or {@code single} where a MIG strategy is in force; empty otherwise. */
    public String migMode() {
        return boardDivision.migMode();
    }

    /** Returns the strategy by which GPUs are shared or partitioned, e.g. {@code time-slicing}, {@code hami}; empty where they are not. */
    public String sharingStrategy() {
        return boardDivision.sharing();
    }

    /** Returns the scheduler whose own device plugin shares its cards, e.g. {@code HAMi}; empty where none registers them. */
    public Optional<String> cardSharer() {
        return Optional.of(inventory.register()).filter(register -> !register.entries().isEmpty())
                .map(register -> register.isVolcano() ? "Volcano" : "HAMi")
                .filter(_ -> Set.of("hami", "volcano").contains(sharingStrategy()));
    }

    /** Returns the number of shares of each GPU; 1 if they are not shared. */
    public int replicas() {
        return boardDivision.replicas();
    }

    /** Returns the MIG profile of all instances that are offered under the name of whole GPUs; empty if none are. */
    Optional<MigProfile> uniformProfile() {
        return NodeVendorBoards.uniformProfile(info.nodeSummary(), label);
    }

    /** Returns the number of its GPUs with the source of that number. */
    public GpuBoardCount boardCount() {
        return inventory.count();
    }

    /** Returns the bound of the number of its GPUs. */
    public EstimateBoundKind totalBound() {
        return inventory.bound();
    }

    /** Returns the advertised resources beyond the GPUs that it has: requests for them get none. */
    public List<NodeResourceUse> excessUses() {
        return uses.stream().filter(this::isExcess).toList();
    }

    /** Returns whether a resource is advertised and no GPU is left for it. */
    public boolean isExcess(NodeResourceUse use) {
        return use.allocatable() > 0 && vendor.equals("NVIDIA") && !grouped(use);
    }

    /** Whether some of its GPUs are handed out by a resource. */
    boolean grouped(NodeResourceUse use) {
        return groups.stream().flatMap(group -> group.uses().stream())
                .anyMatch(each -> each.resource().equals(use.resource()));
    }

    /** Returns the product of the GPUs behind a resource. */
    public AcceleratorProduct product(String resource) {
        return groups.stream()
                .filter(group -> group.uses().stream().map(NodeResourceUse::resource).anyMatch(resource::equals))
                .map(group -> group.origin().product()).findFirst().orElse(product);
    }

    /** Returns the product of its MIG GPUs; of all of them where none is divided. */
    public AcceleratorProduct migProduct() {
        return groups.stream().filter(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG)
                .map(group -> group.origin().product()).findFirst().orElse(product);
    }

    /** Returns whether neither labels nor the register of a GPU-sharing scheduler name the model of its boards. */
    public boolean isUnnamed() {
        return label.isEmpty() && inventory.register().entries().isEmpty()
                && CloudInstanceTypeCatalog.gpusOf(info.nodeSummary()).isEmpty()
                && CloudInstanceTypeCatalog.labelledModel(info.nodeSummary()).isEmpty();
    }

    /** Returns the whole GPUs that a GPU-sharing scheduler noted for a pod; 0 if none did. */
    public double notedShare(PodSummary pod) {
        return inventory.shares().shareOf(pod);
    }

    /** Returns the pods that share the GPU which a reservation pod holds; empty for any other pod. */
    public List<PodSummary> reservedFor(PodSummary pod) {
        return inventory.shares().reservedShares().getOrDefault(pod.key(), List.of()).stream().map(PodGpuShare::pod)
                .toList();
    }

    /** Returns in a few words the division of its GPUs, e.g. {@code MIG mixed} or {@code time-slice × 4}. */
    public String divisionText() {
        if (isClaimsOnly()) {
            return ClaimedGpuGroups.divisionText(groups);
        }
        return isUncounted() ? "" : boardDivision.divisionText(groups);
    }

    /** Returns whether pods get its GPUs whole. */
    public boolean isWhole() {
        return !isClaimsOnly() && !isUncounted() && boardDivision.isWhole(groups);
    }

    /** Returns whether a mode of its GPUs partitions them, as those of AMD. */
    public boolean isPartitioned() {
        return boardDivision.isPartitioned(groups);
    }

    /** Returns whether its GPUs are allocated by claims alone. */
    public boolean isClaimsOnly() {
        return ResourceClaimOnlyNodeDetector.usesClaims(info);
    }

    /** Returns whether its GPUs are allocated by claims, or may be, and their number may not be read. */
    public boolean isUncounted() {
        return groups.isEmpty() && (isClaimsOnly() || ResourceClaimOnlyNodeDetector.mayPublishUnread(info));
    }

    /** Returns whether it has GPUs that no resource advertises and no ResourceSlice is known to publish. */
    public boolean lacksAdvertisedGpus() {
        return state() == GpuNodeState.NOT_OFFERED || state() == GpuNodeState.OFFER_UNKNOWN;
    }

    /** Whether claims hand out its GPUs, or did, and no driver publishes any of them now. */
    public boolean unpublished() {
        return info.devices().slicesKnown() && claimedBoards().isEmpty()
                && uses.stream().allMatch(use -> use.capacity() == 0)
                && (!claimedBoards().unpublishedDevices().isEmpty()
                        || ResourceClaimOnlyNodeDetector.hasDriverLabels(info.nodeSummary()));
    }

    /** Returns the pods that have a GPU by claims, as far as it is known to be theirs. */
    public List<PodSummary> claimantsOf(int index, String uuid) {
        return claimedBoards().gpus().stream().filter(gpu -> gpu.isBoard(index, uuid))
                .flatMap(gpu -> DraPublishedGpu.usersOf(gpu.claims(), info.pods()).stream()).distinct().toList();
    }

    /** Returns the boards that DRA drivers publish; a device plugin may offer the same. */
    public DraPublishedGpus claimedBoards() {
        return inventory.claimed();
    }

    /** Returns whether a device plugin offers boards that claims allocate as well. */
    public boolean isDoublyOffered() {
        return !claimedBoards().isEmpty() && !isClaimsOnly();
    }

    /** Returns how much is seen of who holds its GPUs, where so much of the pods is seen. */
    public PodListCompleteness sight(PodListCompleteness pods) {
        return pods == PodListCompleteness.ALL && hasHiddenClaims() ? PodListCompleteness.SOME : pods;
    }

    /** Returns whether it is unknown which of its boards claims hold. */
    public boolean hasHiddenClaims() {
        return !claimedBoards().isEmpty() && !info.devices().claimsKnown();
    }

    /** Returns the node with the number of its divided boards of which pods hold a part. */
    GpuNode withTouchedBoards(long touched) {
        var exact = groups.stream().map(group -> group.isDivided() ? group.withHeld(touched) : group).toList();
        return new GpuNode(info, vendor, product, label, uses, exact, driver, cuda, boardDivision, holders,
                GpuNodeStatus.of(info, exact, uses, claimedBoards()), placementTable, inventory);
    }

    /** Returns the node divided as its applied MIG manager configuration says. */
    GpuNode withMigInstances(AppliedMigConfigInstances instances) {
        return new GpuNode(info, vendor, product, label, uses, groups, driver, cuda, boardDivision, holders, nodeStatus,
                placementTable, inventory.withCuts(instances));
    }
}
