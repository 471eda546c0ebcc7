package tessera.gpu;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.dra.DraDeviceInventory;
import tessera.gpu.AcceleratorCatalogEntry.ResourceUnitKind;
import tessera.kube.quantity.ResourceAmounts;
import tessera.mig.MigProfile;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeResourceUse;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** The accelerators that pods hold in a fleet, in the units of their nodes: shares and instances are not counted as GPUs. */
public final class FleetPodGpuAllocations {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FleetPodGpuAllocations.class);

    /** What a share is called, by whatever name it is asked for. */
    private static final String SHARE = "shared";
    /** The largest share there can be: where nothing tells the number of shares, there are at least two. */
    private static final double HALF = 0.5;

    private final AcceleratorCatalog accelerators;
    private final Map<String, GpuNode> nodes = new HashMap<>();

    /**
     * An amount of one kind of accelerator.
     *
     * @param unit  as one of it is called, e.g. {@code gpu}, {@code shared}, {@code mig-3g.40gb}
     * @param worth what all of it comes to in whole GPUs
     */
    public record HeldAcceleratorAmount(String unit, long number, double worth) {

        HeldAcceleratorAmount plus(HeldAcceleratorAmount other) {
            return new HeldAcceleratorAmount(unit, ResourceAmounts.saturatedSum(number, other.number),
                    worth + other.worth);
        }
    }

    public FleetPodGpuAllocations(GpuFleet fleet, AcceleratorCatalog accelerators) {
        this(fleet.nodes(), accelerators);
    }

    /** Those on some nodes; what pods elsewhere hold is told by what they ask for. */
    public FleetPodGpuAllocations(Collection<GpuNode> known, AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
        known.forEach(node -> nodes.put(node.name(), node));
    }

    /** Returns the accelerators that pods hold, or request while they are on no node; those of most worth first. */
    public List<HeldAcceleratorAmount> allocationsOf(Collection<PodSummary> pods) {
        var sum = new TreeMap<String, HeldAcceleratorAmount>();
        claimedAmounts(pods).filter(held -> held.worth() > 0)
                .forEach(held -> sum.merge(held.unit(), held, HeldAcceleratorAmount::plus));
        for (var pod : pods) {
            KaiGpuFraction.fromAnnotations(pod).map(part -> heldAmount(pod, part))
                    .ifPresent(held -> sum.merge(held.unit(), held, HeldAcceleratorAmount::plus));
            for (var name : pod.requests().names()) {
                if (accelerators.isRequested(pod.requests(), name) && !isReservation(pod) && !isMetByClaim(pod, name)) {
                    sum.merge(unitOf(pod.node(), name), heldAmount(pod, name), HeldAcceleratorAmount::plus);
                }
            }
        }
        return sum.values().stream().sorted(Comparator.comparingDouble(HeldAcceleratorAmount::worth).reversed())
                .toList();
    }

    /** Returns the amounts that pods hold of boards by their claims. Who shares a claim with others has it together with them. */
    private Stream<HeldAcceleratorAmount> claimedAmounts(Collection<PodSummary> pods) {
        var keys = new TreeMap<String, Set<String>>();
        for (var pod : pods.stream().filter(PodSummary::holdsResources).toList()) {
            keys.computeIfAbsent(pod.node(), _ -> new HashSet<>()).add(pod.key());
        }
        return keys.entrySet().stream()
                .flatMap(each -> Optional.ofNullable(nodes.get(each.getKey())).stream()
                        .flatMap(node -> node.claimedBoards().gpus().stream())
                        .flatMap(gpu -> boardAmounts(gpu, each.getValue())));
    }

    private static Stream<HeldAcceleratorAmount> boardAmounts(DraPublishedGpu gpu, Set<String> pods) {
        return switch (gpu.form()) {
            case WHOLE -> Stream.of(new HeldAcceleratorAmount("gpu", 1, shareOfUsers(gpu.claims(), pods)));
            case MIG -> gpu.parts().stream().map(part -> instanceAmount(gpu, part, shareOfUsers(part.claims(), pods)));
            default -> gpu.parts().isEmpty()
                    ? gpu.claims().stream()
                            .map(claim -> new HeldAcceleratorAmount(SHARE, gpu.sharesOf(claim),
                                    gpu.sharesOf(claim) * shareOfUsers(Set.of(claim), pods) / gpu.shareCount()))
                    : gpu.parts().stream().map(part -> new HeldAcceleratorAmount(SHARE, 1,
                            shareOfUsers(part.claims(), pods) / gpu.shareCount()));
        };
    }

    private static HeldAcceleratorAmount instanceAmount(DraPublishedGpu gpu, DraDeviceInventory.InventoryDevice part,
            double share) {
        var profile = gpu.driver().profile(part.device().device());
        return new HeldAcceleratorAmount(AcceleratorCatalog.shortName(DraPublishedGpus.instanceResource(profile)), 1,
                share * MigProfile.parse(profile).orElse(MigProfile.SMALLEST).slices() / MigProfile.SLICES);
    }

    /** Returns the share of a claim's users that are among some pods. */
    private static double shareOfUsers(Collection<ResourceClaim> claims, Set<String> pods) {
        var users = DraPublishedGpu.podKeysOf(claims);
        return users.isEmpty() ? 0 : users.stream().filter(pods::contains).count() / (double) users.size();
    }

    /** Returns whether claims satisfy a pod's request for an extended resource instead of a device plugin. */
    private boolean isMetByClaim(PodSummary pod, String resource) {
        var node = nodes.get(pod.node());
        return node != null
                && node.info().devices().claims().stream()
                        .anyMatch(claim -> claim.extended() && claim.podKeys().contains(pod.key()))
                && node.claimedBoards().gpus().stream().anyMatch(gpu -> gpu.driver().isOfferedAs(resource));
    }

    /** Returns the same as text, for example {@code 2 GPUs and 1 mig-3g.40gb instance}; empty for nothing. */
    public String allocationText(Collection<PodSummary> pods) {
        return SentenceJoiner
                .listText(allocationsOf(pods).stream().map(held -> amountText(held.unit(), held.number())).toList());
    }

    /**
     * What some pods that are on no node yet would hold, in words as those of {@link #allocationText(Collection)}.
     *
     * @param amounts  what one of them asks for; whether a device will be a whole one is not known before it is on a node
     * @param times how many they are
     */
    public String requestText(ResourceAmounts amounts, long times) {
        return SentenceJoiner.listText(amounts.names().stream().filter(name -> accelerators.isRequested(amounts, name))
                .map(name -> amountText(unitOf("", name), ResourceAmounts.saturatedProduct(times, amounts.get(name))))
                .toList());
    }

    private static String amountText(String unit, long number) {
        if (unit.equals("gpu")) {
            return MESSAGES.text("amount.gpus", number);
        }
        if (unit.equals(SHARE)) {
            return MESSAGES.text("amount.shares", number);
        }
        if (unit.endsWith(" " + SHARE)) {
            return MESSAGES.text("amount.instance-shares", number, unit.substring(0, unit.indexOf(' ')));
        }
        if (unit.startsWith("mig-")) {
            return MESSAGES.text("amount.instances", number, unit);
        }
        // The units of fractions are amounts themselves.
        return MESSAGES.text(Character.isDigit(unit.charAt(0)) ? "amount.fraction" : "amount.other", number, unit);
    }

    /** Returns the accelerators that pods hold as text, in the units of their nodes in a snapshot. */
    public static String allocationText(Collection<PodSummary> pods, ClusterSnapshot snapshot,
            AcceleratorCatalog accelerators) {
        var read = new NodeGpuReader(accelerators);
        return new FleetPodGpuAllocations(pods.stream().map(PodSummary::node).distinct()
                .flatMap(node -> snapshot.findNode(node).stream()).flatMap(node -> read.read(node).stream()).toList(),
                accelerators).allocationText(pods);
    }

    /** Returns the worth of the accelerators that pods hold, in whole GPUs. */
    public double worthOf(Collection<PodSummary> pods) {
        return allocationsOf(pods).stream().mapToDouble(HeldAcceleratorAmount::worth).sum();
    }

    private HeldAcceleratorAmount heldAmount(PodSummary pod, String resource) {
        long number = pod.requests().get(resource);
        double worth = number * worthOf(pod.node(), resource);
        double noted = notedShare(pod);
        return new HeldAcceleratorAmount(unitOf(pod.node(), resource), number, worth > 0 && noted > 0 ? noted : worth);
    }

    private double notedShare(PodSummary pod) {
        var node = nodes.get(pod.node());
        return node == null ? 0 : node.notedShare(pod);
    }

    /** Returns the amount of a fraction by annotation; an unknown size counts as the largest share. */
    private HeldAcceleratorAmount heldAmount(PodSummary pod, KaiGpuFraction part) {
        return new HeldAcceleratorAmount(part.amountText() + (part.fraction() > 0 ? " GPU" : ""),
                part.gpus(), worth(notedShare(pod), part));
    }

    private static double worth(double noted, KaiGpuFraction part) {
        if (noted > 0) {
            return noted;
        }
        return part.gpus() * (part.fraction() > 0 ? part.fraction() : HALF);
    }

    /** Returns whether a pod only reserves a GPU for others, and so holds none itself. */
    private boolean isReservation(PodSummary pod) {
        var node = nodes.get(pod.node());
        return KaiGpuFraction.isReservation(pod) && node != null && !node.reservedFor(pod).isEmpty();
    }

    private Optional<NodeGpuAllocationGroup> groupOf(String node, String resource) {
        return Optional.ofNullable(nodes.get(node))
                .flatMap(gpuNode -> gpuNode.groups().stream().filter(
                        group -> group.uses().stream().map(NodeResourceUse::resource).anyMatch(resource::equals))
                        .findFirst());
    }

    private String unitOf(String node, String resource) {
        var kind = accelerators.acceleratorOf(resource);
        var form = groupOf(node, resource).map(NodeGpuAllocationGroup::form);
        boolean device = kind.filter(it -> it.unitKind() == ResourceUnitKind.DEVICE).isPresent();
        if (kind.filter(it -> it.unitKind() == ResourceUnitKind.REPLICA).isPresent()
                || (device && form.filter(it -> it == NodeGpuAllocationGroup.GpuAllocationKind.SHARED).isPresent())) {
            return partitionMode(node).orElse(SHARE);
        }
        boolean instance = kind.filter(AcceleratorCatalogEntry::isMig).isPresent()
                || (device && form.filter(it -> it == NodeGpuAllocationGroup.GpuAllocationKind.MIG).isPresent());
        if (!instance) {
            return AcceleratorCatalog.shortName(resource);
        }
        var name = device ? profileOf(node, resource).map(MigProfile::resourceName).orElse(resource) : resource;
        boolean shared = !name.endsWith(NodeVendorBoards.SHARED) && sharesOfInstance(node, resource) > 1;
        return AcceleratorCatalog.shortName(name) + (shared ? " " + SHARE : "");
    }

    /** Returns the mode that a node's label tells of boards whose partitions are counted as GPUs. */
    private Optional<String> partitionMode(String node) {
        return Optional.ofNullable(nodes.get(node)).filter(GpuNode::isPartitioned).map(GpuNode::sharingStrategy)
                .filter(mode -> !mode.isEmpty());
    }

    private double worthOf(String node, String resource) {
        var kind = accelerators.acceleratorOf(resource).filter(AcceleratorCatalogEntry::isCompute);
        if (kind.isEmpty()) {
            return 0;
        }
        var group = groupOf(node, resource);
        if (kind.get().isMig()
                || group.filter(it -> it.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG).isPresent()) {
            return profileOf(node, resource).orElse(MigProfile.SMALLEST).slices() / (double) MigProfile.SLICES
                    / sharesOfInstance(node, resource);
        }
        if (group.isPresent()) {
            return 1.0 / Math.max(1, group.get().parts());
        }
        return kind.get().unitKind() == ResourceUnitKind.DEVICE ? 1 : HALF;
    }

    private Optional<MigProfile> profileOf(String node, String resource) {
        return MigProfile.ofResource(resource)
                .or(() -> Optional.ofNullable(nodes.get(node)).flatMap(GpuNode::uniformProfile));
    }

    private int sharesOfInstance(String node, String resource) {
        var gpuNode = nodes.get(node);
        return gpuNode == null ? 1 : NodeVendorBoards.sharesOfInstance(resource, gpuNode.info().nodeSummary());
    }
}
