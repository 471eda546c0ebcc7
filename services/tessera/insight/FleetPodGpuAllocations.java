package tessera.insight;

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
import tessera.insight.AcceleratorCatalogEntry.ResourceUnitKind;
import tessera.mig.MigProfile;
import tessera.model.NodeResourceUse;
import tessera.model.PluralText;
import tessera.model.PodSummary;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceClaim;
import tessera.model.WordListText;

/** The accelerators that pods hold in a fleet, in the units of their nodes: shares and instances are not counted as GPUs. */
public final class FleetPodGpuAllocations {

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
    public record HeldAmount(String unit, long number, double worth) {

        HeldAmount plus(HeldAmount other) {
            return new HeldAmount(unit, ResourceAmounts.saturatedSum(number, other.number), worth + other.worth);
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
    public List<HeldAmount> allocationsOf(Collection<PodSummary> pods) {
        var sum = new TreeMap<String, HeldAmount>();
        claimedAmounts(pods).filter(held -> held.worth() > 0)
                .forEach(held -> sum.merge(held.unit(), held, HeldAmount::plus));
        for (var pod : pods) {
            KaiGpuFraction.fromAnnotations(pod).map(part -> heldAmount(pod, part))
                    .ifPresent(held -> sum.merge(held.unit(), held, HeldAmount::plus));
            for (var name : pod.requests().names()) {
                if (accelerators.isRequested(pod.requests(), name) && !isReservation(pod) && !isMetByClaim(pod, name)) {
                    sum.merge(unitOf(pod.node(), name), heldAmount(pod, name), HeldAmount::plus);
                }
            }
        }
        return sum.values().stream().sorted(Comparator.comparingDouble(HeldAmount::worth).reversed()).toList();
    }

    /** Returns the amounts that pods hold of boards by their claims. Who shares a claim with others has it together with them. */
    private Stream<HeldAmount> claimedAmounts(Collection<PodSummary> pods) {
        var keys = new TreeMap<String, Set<String>>();
        pods.stream().filter(PodSummary::holdsResources)
                .forEach(pod -> keys.computeIfAbsent(pod.node(), _ -> new HashSet<>()).add(pod.key()));
        return keys.entrySet().stream().flatMap(each -> Optional.ofNullable(nodes.get(each.getKey())).stream()
                .flatMap(node -> node.claimedBoards().boards().stream())
                .flatMap(board -> boardAmounts(board, each.getValue())));
    }

    private static Stream<HeldAmount> boardAmounts(DraPublishedGpu board, Set<String> pods) {
        return switch (board.form()) {
            case WHOLE -> Stream.of(new HeldAmount("gpu", 1, shareOfUsers(board.claims(), pods)));
            case MIG ->
                board.parts().stream().map(part -> instanceAmount(board, part, shareOfUsers(part.claims(), pods)));
            default -> board.parts().isEmpty()
                    ? board.claims().stream().map(claim -> new HeldAmount(SHARE, board.sharesOf(claim),
                            board.sharesOf(claim) * shareOfUsers(Set.of(claim), pods) / board.shareCount()))
                    : board.parts().stream()
                            .map(part -> new HeldAmount(SHARE, 1,
                                    shareOfUsers(part.claims(), pods) / board.shareCount()));
        };
    }

    private static HeldAmount instanceAmount(DraPublishedGpu board, DraDeviceInventory.InventoryDevice part,
            double share) {
        var profile = board.driver().profile(part.device().device());
        return new HeldAmount(PendingPodReason.shortName(DraPublishedGpus.instanceResource(profile)), 1, share
                * MigProfile.parse(profile).orElse(MigProfile.SMALLEST).slices() / MigProfile.SLICES);
    }

    /** Returns the share of a claim's users that are among some pods. */
    private static double shareOfUsers(Collection<ResourceClaim> claims, Set<String> pods) {
        var users = DraPublishedGpu.podKeysOf(claims);
        return users.isEmpty() ? 0 : users.stream().filter(pods::contains).count() / (double) users.size();
    }

    /** Returns whether claims satisfy a pod's request for an extended resource instead of a device plugin. */
    private boolean isMetByClaim(PodSummary pod, String resource) {
        var node = nodes.get(pod.node());
        return node != null && node.info().devices().claims().stream().anyMatch(claim -> claim.extended()
                && claim.podKeys().contains(pod.key()))
                && node.claimedBoards().boards().stream().anyMatch(board -> board.driver().isOfferedAs(resource));
    }

    /** Returns the same as text, for example {@code 2 GPUs and 1 mig-3g.40gb instance}; empty for nothing. */
    public String allocationText(Collection<PodSummary> pods) {
        return WordListText.joinWords(
                allocationsOf(pods).stream().map(held -> amountText(held.unit(), held.number())).toList(), " and ");
    }

    /**
     * What some pods that are on no node yet would hold, in words as those of {@link #allocationText(Collection)}.
     *
     * @param amounts  what one of them asks for; whether a device will be a whole one is not known before it is on a node
     * @param times how many they are
     */
    public String requestText(ResourceAmounts amounts, long times) {
        return WordListText.joinWords(amounts.names().stream().filter(name -> accelerators.isRequested(amounts, name))
                .map(name -> amountText(unitOf("", name), ResourceAmounts.saturatedProduct(times, amounts.get(name))))
                .toList(),
                " and ");
    }

    private static String amountText(String unit, long number) {
        if (unit.equals("gpu")) {
            return PluralText.countText(number, "GPU");
        }
        if (unit.equals(SHARE)) {
            return number == 1 ? "1 share of a GPU" : number + " shares of GPUs";
        }
        if (unit.endsWith(" " + SHARE)) {
            var instance = unit.substring(0, unit.indexOf(' ')) + " instance";
            return number == 1 ? "1 share of a " + instance : number + " shares of " + instance + "s";
        }
        return unit.startsWith("mig-") ? PluralText.countText(number, unit + " instance") : number + " × " + unit;
    }

    /** Returns the worth of the accelerators that pods hold, in whole GPUs. */
    public double worthOf(Collection<PodSummary> pods) {
        return allocationsOf(pods).stream().mapToDouble(HeldAmount::worth).sum();
    }

    private HeldAmount heldAmount(PodSummary pod, String resource) {
        long number = pod.requests().get(resource);
        double worth = number * worthOf(pod.node(), resource);
        var node = worth == 0 ? null : nodes.get(pod.node());
        double noted = node == null ? 0 : node.notedShare(pod);
        return new HeldAmount(unitOf(pod.node(), resource), number, noted > 0 ? noted : worth);
    }

    /** Returns the amount of a fraction by annotation; an unknown size counts as the largest share. */
    private HeldAmount heldAmount(PodSummary pod, KaiGpuFraction part) {
        var node = nodes.get(pod.node());
        double noted = node == null ? 0 : node.notedShare(pod);
        return new HeldAmount(part.amountText() + (part.fraction() > 0 ? " GPU" : ""), part.gpus(),
                noted > 0 ? noted : part.gpus() * (part.fraction() > 0 ? part.fraction() : HALF));
    }

    /** Returns whether a pod only reserves a GPU for others, and so holds none itself. */
    private boolean isReservation(PodSummary pod) {
        var node = nodes.get(pod.node());
        return KaiGpuFraction.isReservation(pod) && node != null && !node.reservedFor(pod).isEmpty();
    }

    private Optional<GpuGroup> groupOf(String node, String resource) {
        return Optional.ofNullable(nodes.get(node)).flatMap(known -> known.groups().stream()
                .filter(group -> group.uses().stream().map(NodeResourceUse::resource).anyMatch(resource::equals))
                .findFirst());
    }

    private String unitOf(String node, String resource) {
        var kind = accelerators.acceleratorOf(resource);
        var form = groupOf(node, resource).map(GpuGroup::form);
        boolean device = kind.filter(it -> it.form() == ResourceUnitKind.DEVICE).isPresent();
        if (kind.filter(it -> it.form() == ResourceUnitKind.REPLICA).isPresent()
                || (device && form.filter(it -> it == GpuGroup.GpuAllocationForm.SHARED).isPresent())) {
            return SHARE;
        }
        boolean instance = kind.filter(AcceleratorCatalogEntry::isMig).isPresent()
                || (device && form.filter(it -> it == GpuGroup.GpuAllocationForm.MIG).isPresent());
        if (!instance) {
            return PendingPodReason.shortName(resource);
        }
        var name = device ? profileOf(node, resource).map(MigProfile::resourceName).orElse(resource) : resource;
        boolean shared = !name.endsWith(NodeGpuReader.SHARED) && sharesOfInstance(node, resource) > 1;
        return PendingPodReason.shortName(name) + (shared ? " " + SHARE : "");
    }

    private double worthOf(String node, String resource) {
        var kind = accelerators.acceleratorOf(resource).filter(AcceleratorCatalogEntry::isCompute);
        if (kind.isEmpty()) {
            return 0;
        }
        var group = groupOf(node, resource);
        if (kind.get().isMig() || group.filter(it -> it.form() == GpuGroup.GpuAllocationForm.MIG).isPresent()) {
            return profileOf(node, resource).orElse(MigProfile.SMALLEST).slices() / (double) MigProfile.SLICES
                    / sharesOfInstance(node, resource);
        }
        if (group.isPresent()) {
            return 1.0 / Math.max(1, group.get().parts());
        }
        return kind.get().form() == ResourceUnitKind.DEVICE ? 1 : HALF;
    }

    private Optional<MigProfile> profileOf(String node, String resource) {
        return MigProfile.ofResource(resource)
                .or(() -> Optional.ofNullable(nodes.get(node)).flatMap(GpuNode::uniformProfile));
    }

    private int sharesOfInstance(String node, String resource) {
        var known = nodes.get(node);
        return known == null ? 1 : NodeGpuReader.sharesOfInstance(resource, known.info().facts());
    }
}
