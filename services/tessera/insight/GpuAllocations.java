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
import tessera.dra.DeviceLedger;
import tessera.insight.Accelerator.UnitForm;
import tessera.mig.MigProfile;
import tessera.model.ListText;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceClaim;
import tessera.model.ResourceUse;

/** What pods hold of the accelerators of a fleet, as it is handed out where they are: neither a share nor an instance is a GPU. */
public final class GpuAllocations {

    /** What a share is called, by whatever name it is asked for. */
    private static final String SHARE = "shared";
    /** The largest share there can be: where nothing tells the number of shares, there are at least two. */
    private static final double HALF = 0.5;

    private final AcceleratorCatalog accelerators;
    private final Map<String, GpuNode> nodes = new HashMap<>();

    /**
     * So much of one thing.
     *
     * @param unit  as one of it is called, e.g. {@code gpu}, {@code shared}, {@code mig-3g.40gb}
     * @param worth what all of it comes to in whole GPUs
     */
    public record HeldAmount(String unit, long number, double worth) {

        HeldAmount plus(HeldAmount other) {
            return new HeldAmount(unit, ResourceAmounts.saturatedSum(number, other.number), worth + other.worth);
        }
    }

    public GpuAllocations(GpuFleet fleet, AcceleratorCatalog accelerators) {
        this(fleet.nodes(), accelerators);
    }

    /** Those on some nodes; what pods elsewhere hold is told by what they ask for. */
    public GpuAllocations(Collection<GpuNode> known, AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
        known.forEach(node -> nodes.put(node.name(), node));
    }

    /** What some pods hold, or ask for while they are on no node; what is worth most first. */
    public List<HeldAmount> of(Collection<PodFacts> pods) {
        var sum = new TreeMap<String, HeldAmount>();
        claimed(pods).filter(held -> held.worth() > 0).forEach(held -> sum.merge(held.unit(), held, HeldAmount::plus));
        for (var pod : pods) {
            GpuFraction.of(pod).map(part -> held(pod, part))
                    .ifPresent(held -> sum.merge(held.unit(), held, HeldAmount::plus));
            for (var name : pod.requests().names()) {
                if (accelerators.wants(pod.requests(), name) && !reserves(pod) && !met(pod, name)) {
                    sum.merge(unit(pod.node(), name), held(pod, name), HeldAmount::plus);
                }
            }
        }
        return sum.values().stream().sorted(Comparator.comparingDouble(HeldAmount::worth).reversed()).toList();
    }

    /** What pods have of boards by their claims. Who shares a claim with others has it together with them. */
    private Stream<HeldAmount> claimed(Collection<PodFacts> pods) {
        var keys = new TreeMap<String, Set<String>>();
        pods.stream().filter(PodFacts::holdsResources)
                .forEach(pod -> keys.computeIfAbsent(pod.node(), _ -> new HashSet<>()).add(pod.key()));
        return keys.entrySet().stream().flatMap(each -> Optional.ofNullable(nodes.get(each.getKey())).stream()
                .flatMap(node -> node.claimed().boards().stream()).flatMap(board -> held(board, each.getValue())));
    }

    private static Stream<HeldAmount> held(SliceBoard board, Set<String> pods) {
        return switch (board.form()) {
            case WHOLE -> Stream.of(new HeldAmount("gpu", 1, share(board.claims(), pods)));
            case MIG -> board.parts().stream().map(part -> instance(board, part, share(part.claims(), pods)));
            default -> board.parts().isEmpty()
                    ? board.claims().stream().map(claim -> new HeldAmount(SHARE, board.sharesOf(claim),
                            board.sharesOf(claim) * share(Set.of(claim), pods) / board.shares()))
                    : board.parts().stream()
                            .map(part -> new HeldAmount(SHARE, 1, share(part.claims(), pods) / board.shares()));
        };
    }

    private static HeldAmount instance(SliceBoard board, DeviceLedger.LedgerEntry part, double share) {
        var profile = board.driver().profile(part.device().device());
        return new HeldAmount(WaitingReason.brief(SliceBoards.instance(profile)), 1, share
                * MigProfile.parse(profile).orElse(MigProfile.SMALLEST).slices() / MigProfile.SLICES);
    }

    /** How many of those that use some claims are of some pods. */
    private static double share(Collection<ResourceClaim> claims, Set<String> pods) {
        var users = SliceBoard.pods(claims);
        return users.isEmpty() ? 0 : users.stream().filter(pods::contains).count() / (double) users.size();
    }

    /** Whether claims meet what a pod asks for of an extended resource: its node's device plugin has no part in it. */
    private boolean met(PodFacts pod, String resource) {
        var node = nodes.get(pod.node());
        return node != null && node.info().devices().claims().stream().anyMatch(claim -> claim.extended()
                && claim.pods().contains(pod.key()))
                && node.claimed().boards().stream().anyMatch(board -> board.driver().offers(resource));
    }

    /** The same in words, for example {@code 2 GPUs and 1 mig-3g.40gb instance}; empty for nothing. */
    public String words(Collection<PodFacts> pods) {
        return ListText.joined(of(pods).stream().map(held -> words(held.unit(), held.number())).toList(), " and ");
    }

    /**
     * What some pods that are on no node yet would hold, in words as those of {@link #words(Collection)}.
     *
     * @param each  what one of them asks for; whether a device will be a whole one is not known before it is on a node
     * @param times how many they are
     */
    public String asked(ResourceAmounts each, long times) {
        return ListText.joined(each.names().stream().filter(name -> accelerators.wants(each, name))
                .map(name -> words(unit("", name), ResourceAmounts.saturatedProduct(times, each.get(name)))).toList(),
                " and ");
    }

    private static String words(String unit, long number) {
        if (unit.equals("gpu")) {
            return Plurals.of(number, "GPU");
        }
        if (unit.equals(SHARE)) {
            return number == 1 ? "1 share of a GPU" : number + " shares of GPUs";
        }
        if (unit.endsWith(" " + SHARE)) {
            var instance = unit.substring(0, unit.indexOf(' ')) + " instance";
            return number == 1 ? "1 share of a " + instance : number + " shares of " + instance + "s";
        }
        return unit.startsWith("mig-") ? Plurals.of(number, unit + " instance") : number + " × " + unit;
    }

    /** What some pods hold, in whole GPUs. */
    public double worth(Collection<PodFacts> pods) {
        return of(pods).stream().mapToDouble(HeldAmount::worth).sum();
    }

    private HeldAmount held(PodFacts pod, String resource) {
        long number = pod.requests().get(resource);
        double worth = number * worth(pod.node(), resource);
        var node = worth == 0 ? null : nodes.get(pod.node());
        double noted = node == null ? 0 : node.noted(pod);
        return new HeldAmount(unit(pod.node(), resource), number, noted > 0 ? noted : worth);
    }

    /** Parts of GPUs by annotation: where their size is not told before they are placed, it is the largest of a share. */
    private HeldAmount held(PodFacts pod, GpuFraction part) {
        var node = nodes.get(pod.node());
        double noted = node == null ? 0 : node.noted(pod);
        return new HeldAmount(part.amount() + (part.part() > 0 ? " GPU" : ""), part.gpus(),
                noted > 0 ? noted : part.gpus() * (part.part() > 0 ? part.part() : HALF));
    }

    /** A pod that only reserves a GPU for others holds none itself. */
    private boolean reserves(PodFacts pod) {
        var node = nodes.get(pod.node());
        return GpuFraction.reserves(pod) && node != null && !node.reservedFor(pod).isEmpty();
    }

    private Optional<GpuGroup> group(String node, String resource) {
        return Optional.ofNullable(nodes.get(node)).flatMap(known -> known.groups().stream()
                .filter(group -> group.uses().stream().map(ResourceUse::resource).anyMatch(resource::equals))
                .findFirst());
    }

    private String unit(String node, String resource) {
        var kind = accelerators.of(resource);
        var form = group(node, resource).map(GpuGroup::form);
        boolean device = kind.filter(it -> it.form() == UnitForm.DEVICE).isPresent();
        if (kind.filter(it -> it.form() == UnitForm.REPLICA).isPresent()
                || (device && form.filter(it -> it == GpuGroup.GroupForm.SHARED).isPresent())) {
            return SHARE;
        }
        boolean instance = kind.filter(Accelerator::mig).isPresent()
                || (device && form.filter(it -> it == GpuGroup.GroupForm.MIG).isPresent());
        if (!instance) {
            return WaitingReason.brief(resource);
        }
        var name = device ? profile(node, resource).map(MigProfile::resource).orElse(resource) : resource;
        boolean shared = !name.endsWith(GpuNodes.SHARED) && sharesOfInstance(node, resource) > 1;
        return WaitingReason.brief(name) + (shared ? " " + SHARE : "");
    }

    private double worth(String node, String resource) {
        var kind = accelerators.of(resource).filter(Accelerator::computes);
        if (kind.isEmpty()) {
            return 0;
        }
        var group = group(node, resource);
        if (kind.get().mig() || group.filter(it -> it.form() == GpuGroup.GroupForm.MIG).isPresent()) {
            return profile(node, resource).orElse(MigProfile.SMALLEST).slices() / (double) MigProfile.SLICES
                    / sharesOfInstance(node, resource);
        }
        if (group.isPresent()) {
            return 1.0 / Math.max(1, group.get().parts());
        }
        return kind.get().form() == UnitForm.DEVICE ? 1 : HALF;
    }

    private Optional<MigProfile> profile(String node, String resource) {
        return MigProfile.ofResource(resource)
                .or(() -> Optional.ofNullable(nodes.get(node)).flatMap(GpuNode::instances));
    }

    private int sharesOfInstance(String node, String resource) {
        var known = nodes.get(node);
        return known == null ? 1 : GpuNodes.sharesOfInstance(resource, known.info().facts());
    }
}
