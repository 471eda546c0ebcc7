package tessera.gpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.kube.quantity.ResourceAmounts;
import tessera.mig.MigProfile;
import tessera.model.MigNodeLabels;
import tessera.model.NodeResourceUse;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;
import tessera.text.OptionalText;

/**
 * Reads the GPUs of a node from its labels, annotations and resources: physical GPUs apart from their allocation units. A pure function of one node, and of what its exporter tells.
 */
public final class NodeGpuReader {

    /** As AMD's labels spell memory. */
    private static final Pattern GIGABYTES = Pattern.compile("(\\d{1,4})G");
    private static final int MOST_UNPARTITIONED = 8;
    /** AWS offers its chips by the core as well, by a name of their own. */
    private static final String CORE = "core";

    private final AcceleratorCatalog accelerators;
    private final DefaultMigPlacementTable placementTable = new DefaultMigPlacementTable();

    public NodeGpuReader(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    /** Reads a node's GPUs; empty for a node that neither has nor holds any accelerator. */
    public Optional<GpuNode> read(NodeWithBoundPods info) {
        return read(info, 0);
    }

    /** Returns the node with the number of boards that its exporter shows, if that differs and is credible; itself otherwise. */
    GpuNode withExporterCount(GpuNode plain, NodeReadings readings) {
        long shown = countReported(readings);
        if (plain.isClaimsOnly() || shown == 0 || !isCredible(plain, shown)) {
            return plain;
        }
        return read(plain.info(), shown).orElse(plain);
    }

    /** Returns the number of boards that an exporter lists by UUID; 0 if it lists some without. */
    private static long countReported(NodeReadings readings) {
        boolean named = readings.devices().stream().allMatch(device -> device.index() >= 0 && !device.uuid().isEmpty());
        return named ? readings.devices().stream().map(DeviceReadings::uuid).distinct().count() : 0;
    }

    /**
     * Returns whether an exporter's count is credible: a larger label holds, unless only as many boards are offered as shown. AMD's exporter shows partitions as boards.
     */
    private static boolean isCredible(GpuNode node, long shown) {
        var count = node.inventory().count();
        long advertised = node.uses().stream().mapToLong(NodeResourceUse::capacity).sum();
        if (count.isKnown()) {
            return shown > count.number() || (shown < count.number() && advertised == shown);
        }
        return node.vendor().equals("NVIDIA") || shown <= MOST_UNPARTITIONED;
    }

    private Optional<GpuNode> read(NodeWithBoundPods info, long shown) {
        var claimed = new ClaimedGpuGroups(info, DraPublishedGpus.of(info), accelerators);
        var offers = offersOf(info, claimed);
        var nodeSummary = info.nodeSummary();
        var kind = offers.stream().map(NodeAcceleratorResource::kind).findFirst().or(() -> publishedKind(claimed))
                .or(() -> presentKind(nodeSummary));
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        var families = new LinkedHashMap<String, List<NodeAcceleratorResource>>();
        for (var resource : offers) {
            families.computeIfAbsent(resource.familyName() + otherModel(nodeSummary, resource), _ -> new ArrayList<>())
                    .add(resource);
        }
        if (families.isEmpty() && !claimed.boards().isEmpty()) {
            return Optional.of(claimsOnlyNode(info, kind.get(), claimed));
        }
        if (families.isEmpty()) {
            families.put("", List.of());
        }
        var read = families.values().stream().map(members -> resourceFamily(members, info, kind, shown, families))
                .toList();
        var register = read.stream().map(NodeVendorBoards::register).filter(cards -> !cards.entries().isEmpty())
                .findFirst().orElse(SchedulerRegisteredGpuCards.NONE);
        var shares = PodAnnotationGpuShares.of(info, register);
        var groups = new ArrayList<NodeGpuAllocationGroup>();
        boolean published = ResourceClaimOnlyNodeDetector.usesClaims(info)
                || (offers.isEmpty() && ResourceClaimOnlyNodeDetector.mayPublishUnread(info));
        int at = 0;
        for (var members : families.values()) {
            new NodeGpusByResourceGrouper(read.get(at++), published).groupsOf(members)
                    .forEach(group -> groups.add(withHolders(group, info, shares)));
        }
        return Optional.of(buildNode(info, kind.get(), read, claimed.mergeGroups(groups),
                new NodeGpuAllocationSources(register, shares, offers, claimed)));
    }

    private NodeVendorBoards resourceFamily(List<NodeAcceleratorResource> members, NodeWithBoundPods info,
            Optional<AcceleratorCatalogEntry> kind, long shown, Map<String, List<NodeAcceleratorResource>> families) {
        if (members.isEmpty()) {
            return familyOf(info, kind.get(), shown);
        }
        return familyOf(info, members, families.size() == 1 ? shown : 0);
    }

    /** Reads a node whose GPUs no device plugin offers. */
    private GpuNode claimsOnlyNode(NodeWithBoundPods info, AcceleratorCatalogEntry kind, ClaimedGpuGroups claimed) {
        var groups = claimed.mergeGroups(List.of());
        var first = claimed.boards().gpus().getFirst();
        var uses = groups.stream().flatMap(group -> group.uses().stream()).toList();
        var label = NodeLabelParser.firstLabel(info.nodeSummary(), kind.labels().model());
        var product = AcceleratorProduct
                .combined(groups.stream().map(group -> group.origin().product()).distinct().toList());
        var division = new NodeGpuPartitioning(
                groups.stream().anyMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG)
                        ? "mixed"
                        : "",
                "", 1);
        var inventory = new NodeGpuBoardInventory(claimed.boardCount(), claimed.gap().totalBound(),
                SchedulerRegisteredGpuCards.NONE, PodAnnotationGpuShares.of(info, SchedulerRegisteredGpuCards.NONE),
                claimed.boards(), claimed.gap(), AppliedMigConfigInstances.NONE);
        return new GpuNode(info, kind.vendor(), product,
                OptionalText.orElse(label, ClaimedGpuGroups.labelOf(first.model())), uses, groups, first.version(),
                first.cuda(), division, claimed.holders(), GpuNodeStatus.of(info, groups, uses, claimed.boards()),
                placementTable, inventory);
    }

    private Optional<AcceleratorCatalogEntry> publishedKind(ClaimedGpuGroups claimed) {
        var publishedGpus = claimed.boards();
        return Stream
                .concat(publishedGpus.gpus().stream().map(DraPublishedGpu::driver),
                        publishedGpus.unpublishedDevices().stream()
                                .flatMap(device -> DraGpuDriver.find(device.device().driver()).stream()))
                .findFirst().flatMap(driver -> accelerators.acceleratorOf(driver.resource()));
    }

    /** Facts of a node that are read before its groups. */
    private record NodeGpuAllocationSources(SchedulerRegisteredGpuCards register, PodAnnotationGpuShares shares,
            List<NodeAcceleratorResource> resources, ClaimedGpuGroups claimed) {}

    private GpuNode buildNode(NodeWithBoundPods info, AcceleratorCatalogEntry kind, List<NodeVendorBoards> families,
            List<NodeGpuAllocationGroup> groups, NodeGpuAllocationSources read) {
        var nodeSummary = info.nodeSummary();
        var label = families.getFirst().label();
        var uses = read.resources().stream().map(NodeAcceleratorResource::use).toList();
        var weakest = families.stream().map(NodeVendorBoards::count)
                .reduce((one, other) -> one.countSource().compareTo(other.countSource()) >= 0 ? one : other)
                .orElseThrow();
        var inventory = new NodeGpuBoardInventory(weakest, boundOf(groups), read.register(), read.shares(),
                read.claimed().boards(), MissingResourceSliceEffect.NONE, AppliedMigConfigInstances.NONE);
        var division = NodeGpuPartitioning.of(families.getFirst(), groups,
                migMode(nodeSummary, uses, families.getFirst()));
        return new GpuNode(info, kind.vendor(), productOf(families, groups), label, uses, groups,
                NodeLabelParser.firstLabel(nodeSummary, kind.labels().driver()),
                nodeSummary.label("nvidia.com/cuda.runtime-version.full"), division, holdersOf(info, uses, read),
                GpuNodeStatus.of(info, groups, uses, read.claimed().boards()), placementTable, inventory);
    }

    private List<NodeAcceleratorResource> offersOf(NodeWithBoundPods info, ClaimedGpuGroups claimed) {
        return info.resourceNames().stream().flatMap(name -> acceleratorResources(name, info, claimed))
                .filter(resource -> resource.units() > 0 || resource.use().allocated() > 0).toList();
    }

    private Stream<NodeAcceleratorResource> acceleratorResources(String name, NodeWithBoundPods info,
            ClaimedGpuGroups claimed) {
        return accelerators.acceleratorOf(name).filter(AcceleratorCatalogEntry::isCompute)
                .map(kind -> new NodeAcceleratorResource(kind, cored(info, claimed.withoutClaimed(info.useOf(name)))))
                .stream();
    }

    /** A chip of which a core is held is not free, though the scheduler counts the two apart. */
    private static NodeResourceUse cored(NodeWithBoundPods info, NodeResourceUse chips) {
        var cores = info.useOf(chips.resource() + CORE);
        long each = chips.capacity() == 0 ? 1 : Math.max(1, cores.capacity() / chips.capacity());
        if (cores.allocated() == 0) {
            return chips;
        }
        return new NodeResourceUse(chips.resource(), chips.capacity(), chips.allocatable(),
                ResourceAmounts.saturatedSum(chips.allocated(), Math.ceilDiv(cores.allocated(), each)),
                chips.pods() + cores.pods());
    }

    /** Returns the kind whose labels describe the boards; any kind if none has labels. */
    private static AcceleratorCatalogEntry labelledKind(List<NodeAcceleratorResource> members) {
        return members.stream().map(NodeAcceleratorResource::kind)
                .filter(kind -> !kind.labels().equals(AcceleratorCatalogEntry.DeviceLabelKeys.NONE)).findFirst()
                .orElseGet(() -> members.getFirst().kind());
    }

    /** Returns the product label of instances that are of another model than the node's label names; empty for none. */
    private static String otherModel(NodeSummary nodeSummary, NodeAcceleratorResource resource) {
        var own = resource.kind().isMig()
                ? AcceleratorCatalog.plainLabel(
                        nodeSummary.label(NodeVendorBoards.plainResource(resource.use().resource()) + ".product"))
                : "";
        return !own.equals(AcceleratorCatalog.plainLabel(nodeSummary.label("nvidia.com/gpu.product"))) ? own : "";
    }

    private NodeVendorBoards familyOf(NodeWithBoundPods info, List<NodeAcceleratorResource> members, long shown) {
        var nodeSummary = info.nodeSummary();
        var model = otherModel(nodeSummary, members.getFirst());
        if (model.isEmpty()) {
            return familyOf(info, labelledKind(members), shown);
        }
        return new NodeVendorBoards(nodeSummary, accelerators.product(model), model, GpuBoardCount.ADVERTISED,
                SchedulerRegisteredGpuCards.NONE, "");
    }

    private NodeVendorBoards familyOf(NodeWithBoundPods info, AcceleratorCatalogEntry kind, long shown) {
        var nodeSummary = info.nodeSummary();
        var labels = kind.labels();
        var label = NodeLabelParser.firstLabel(nodeSummary, labels.model());
        var register = SchedulerRegisteredGpuCards.of(info, labels.registers(), accelerators::product);
        boolean instances = NodeVendorBoards.uniformProfile(nodeSummary, label).isPresent();
        var count = shown > 0 ? GpuBoardCount.fromExporter(shown)
                : new GpuBoardCounter(nodeSummary, kind).determine(register, instances);
        var partition = NodeLabelParser.firstLabel(nodeSummary, labels.partition());
        if (!partition.isEmpty() && !count.isKnown()) {
            // How many there are follows from what is advertised, and that from this label.
            count = GpuBoardCount.fromLabel(GpuBoardCountSource.COUNT_LABEL,
                    labels.partition().stream().filter(key -> !nodeSummary.label(key).isEmpty()).findFirst().orElse(""),
                    0);
        }
        return new NodeVendorBoards(nodeSummary, productOf(nodeSummary, kind, label, register), label, count, register,
                partition);
    }

    private AcceleratorProduct productOf(NodeSummary nodeSummary, AcceleratorCatalogEntry kind, String label,
            SchedulerRegisteredGpuCards register) {
        if (label.isEmpty()) {
            var named = register.entries().stream().map(NodeAnnotationGpuEntry::product).distinct().toList();
            if (!named.isEmpty()) {
                return AcceleratorProduct.combined(named);
            }
            return CloudInstanceTypeCatalog.gpusOf(nodeSummary)
                    .filter(machine -> kind.isGpuBased() && machine.vendor().equals(kind.vendor()))
                    .map(machine -> accelerators.product(machine.product()))
                    .or(() -> labelledProduct(nodeSummary, kind))
                    .orElseGet(() -> new AcceleratorProduct(kind.title(), 0));
        }
        var product = accelerators.product(label);
        var memory = GIGABYTES.matcher(NodeLabelParser.firstLabel(nodeSummary, kind.labels().memory()));
        if (product.gigabytes() == 0 && memory.matches()) {
            return new AcceleratorProduct(product.name(), Integer.parseInt(memory.group(1)));
        }
        return product;
    }

    private static Optional<AcceleratorProduct> labelledProduct(NodeSummary nodeSummary, AcceleratorCatalogEntry kind) {
        return CloudInstanceTypeCatalog.labelledModel(nodeSummary).filter(_ -> kind.isGpuBased())
                .map(GpuProductNameResolver::productOf);
    }

    /** Returns the product of its boards, of whatever family. */
    private static AcceleratorProduct productOf(List<NodeVendorBoards> families, List<NodeGpuAllocationGroup> groups) {
        var products = groups.stream().map(group -> group.origin().product()).distinct().toList();
        if (products.isEmpty()) {
            return families.getFirst().product();
        }
        return AcceleratorProduct.combined(products);
    }

    private static EstimateBoundKind boundOf(List<NodeGpuAllocationGroup> groups) {
        return groups.stream().map(group -> group.origin().bound()).reduce(EstimateBoundKind.EXACT,
                EstimateBoundKind::plus);
    }

    private static NodeGpuAllocationGroup withHolders(NodeGpuAllocationGroup group, NodeWithBoundPods info,
            PodAnnotationGpuShares shares) {
        if (group.form() == NodeGpuAllocationGroup.GpuAllocationKind.WHOLE && !shares.reservedShares().isEmpty()) {
            return group.withLent(info.pods().stream().filter(shares::standsFor)
                    .filter(pod -> requestsAny(pod, group.uses())).count());
        }
        if (group.form() != NodeGpuAllocationGroup.GpuAllocationKind.SHARED || shares.notedShares().isEmpty()) {
            return group;
        }
        long boards = shares.countNotedBoards();
        var counted = group.origin().bound() == EstimateBoundKind.AT_LEAST && boards > group.count()
                ? group.withCount(boards)
                : group;
        var noted = shares.notedPodKeys();
        boolean all = info.pods().stream().filter(pod -> pod.holdsResources() && requestsAny(pod, group.uses()))
                .allMatch(pod -> noted.contains(pod.key()));
        return all ? counted.withHeld(boards) : counted;
    }

    private static boolean requestsAny(PodSummary pod, List<NodeResourceUse> uses) {
        return uses.stream().anyMatch(use -> pod.requests().get(use.resource()) > 0);
    }

    /** Returns the holders; pods that share a reserved GPU hold it, not its reservation pod. */
    private static List<PodSummary> holdersOf(NodeWithBoundPods info, List<NodeResourceUse> uses,
            NodeGpuAllocationSources read) {
        var shares = read.shares();
        var claiming = read.claimed().holders();
        var asking = info.pods().stream().filter(pod -> pod.holdsResources()
                && (requestsAny(pod, uses) || claiming.contains(pod)) && !shares.standsFor(pod));
        var sharers = shares.sharers();
        if (sharers.isEmpty()) {
            return asking.toList();
        }
        return Stream.concat(asking, sharers.stream()).distinct().toList();
    }

    /** Returns whether anything on a node indicates devices of a resource's kind, offered or not. */
    public boolean hasEvidence(NodeSummary nodeSummary, String resource) {
        int slash = resource.indexOf('/');
        var domain = resource.substring(0, slash + 1);
        return List.of(nodeSummary.capacity(), nodeSummary.allocatable()).stream()
                .anyMatch(amounts -> hasAmountInDomain(amounts, domain))
                || accelerators.acceleratorOf(resource).filter(kind -> hasPresentLabel(kind, nodeSummary)).isPresent();
    }

    private static boolean hasAmountInDomain(ResourceAmounts amounts, String domain) {
        return amounts.names().stream()
                .anyMatch(name -> name.startsWith(domain) && amounts.get(name) > 0 && name.indexOf('/') > 0);
    }

    private static boolean hasPresentLabel(AcceleratorCatalogEntry kind, NodeSummary nodeSummary) {
        return kind.labels().present().stream().anyMatch(label -> hasLabel(nodeSummary, label));
    }

    /** Returns the kind that labels indicate, or that was advertised once and is now at zero. */
    private Optional<AcceleratorCatalogEntry> presentKind(NodeSummary nodeSummary) {
        return accelerators.computeKinds().stream()
                .filter(kind -> kind.labels().present().stream().anyMatch(label -> hasLabel(nodeSummary, label)))
                .findFirst().or(() -> findByCapacity(nodeSummary)).or(() -> orderedKind(nodeSummary));
    }

    private Optional<AcceleratorCatalogEntry> findByCapacity(NodeSummary nodeSummary) {
        return nodeSummary.capacity().names().stream().flatMap(name -> accelerators.acceleratorOf(name).stream())
                .filter(AcceleratorCatalogEntry::isCompute).findFirst();
    }

    /** Returns the kind that comes with the machine's instance type, if nothing offers it yet. */
    private Optional<AcceleratorCatalogEntry> orderedKind(NodeSummary nodeSummary) {
        // On Windows they are offered as DirectX devices.
        return CloudInstanceTypeCatalog.gpusOf(nodeSummary).filter(_ -> !nodeSummary.isWindows())
                .flatMap(this::gpuKindOfMachine);
    }

    private Optional<AcceleratorCatalogEntry> gpuKindOfMachine(CloudInstanceTypeCatalog.InstanceTypeGpus machine) {
        return accelerators.computeKinds().stream()
                .filter(kind -> kind.kind().equals("gpu") && kind.vendor().equals(machine.vendor())).findFirst();
    }

    private static boolean hasLabel(NodeSummary nodeSummary, String wanted) {
        int equals = wanted.indexOf('=');
        if (equals < 0) {
            return nodeSummary.label(wanted).equals("true");
        }
        return nodeSummary.label(wanted.substring(0, equals)).equals(wanted.substring(equals + 1));
    }

    /** Returns whether a GPU-sharing scheduler hands out the GPUs of a node in parts, under the name of whole ones. */
    public static boolean hasSharedCards(NodeWithBoundPods info, String resource) {
        if (!resource.equals(SchedulerRegisteredGpuCards.RESOURCE)) {
            return false;
        }
        var register = SchedulerRegisteredGpuCards.of(info, SchedulerRegisteredGpuCards.REGISTERS,
                label -> new AcceleratorProduct(label, 0));
        if (register.annotation().isEmpty()) {
            return false;
        }
        // A register outlives the scheduler that kept it: whoever offers as many as there are cards shares none.
        var count = new GpuBoardCounter(info.nodeSummary(),
                AcceleratorCatalog.standard().acceleratorOf(resource).orElseThrow()).determine(register, false);
        return info.useOf(resource).allocatable() > (register.isUnread() ? count.number() : register.entries().size());
    }

    private static String migMode(NodeSummary nodeSummary, List<NodeResourceUse> uses, NodeVendorBoards family) {
        if (family.uniformProfile().isPresent()) {
            return "single";
        }
        if (uses.stream().anyMatch(use -> MigProfile.ofResource(use.resource()).isPresent())) {
            return "mixed";
        }
        return nodeSummary.label(MigNodeLabels.STRATEGY);
    }
}
