package tessera.insight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.insight.Accelerator.Form;
import tessera.model.PodFacts;
import tessera.model.Resources;

/** Why a GPU pod is on no node, in one plain sentence. The cluster's own words are kept beside it, in the pod. */
public final class WaitingReason {

    /** The label by which a pod says through which LocalQueue of Kueue it is let in. */
    public static final String QUEUE = "kueue.x-k8s.io/queue-name";

    private static final String SHARE = "share";

    private final Fleet fleet;
    private final Accelerators accelerators;
    private final Oversize oversize;
    private final Map<Demand, Supply> supplies = new HashMap<>();
    private final Map<Alike, String> told = new HashMap<>();

    /** The largest number of something on one node. */
    private record Most(long number, boolean parted) {

        String words() {
            return number + (parted ? " shares" : "");
        }
    }

    /**
     * What there is of a resource.
     *
     * @param most    offered by a single node, e.g. {@code 16 shares}
     * @param free    on a single node that takes pods
     * @param parted  whether those are shares of GPUs
     * @param all     offered by the nodes that take pods
     * @param shares  how many of these are shares of GPUs
     * @param closed  free on nodes that take none
     * @param tainted free on nodes whose taints may be what keeps the pod away
     */
    private record Supply(Most most, long free, boolean parted, long all, long shares, long closed, long tainted) {

        String elsewhere() {
            return (closed == 0 ? "" : "; %d more are free on cordoned or unready nodes".formatted(closed))
                    + (tainted == 0 ? "" : "; %d more are free on nodes with taints".formatted(tainted));
        }
    }

    /** What the reason is made of: the pods of a workload have it in common. */
    private record Alike(String namespace, String reason, String message, Resources requests, List<String> claims,
            String queue) {}

    /**
     * Of what there is.
     *
     * @param repelled whether the scheduler says that taints keep the pod away from some nodes
     */
    private record Demand(String resource, boolean repelled) {}

    public WaitingReason(Fleet fleet, Accelerators accelerators) {
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.oversize = new Oversize(fleet, accelerators);
    }

    public String of(PodFacts pod) {
        return told.computeIfAbsent(new Alike(pod.namespace(), pod.reason(), pod.message(), pod.requests(),
                pod.claims(), pod.labels().getOrDefault(QUEUE, "")), _ -> reason(pod));
    }

    private String reason(PodFacts pod) {
        if (pod.reason().equals("SchedulingGated")) {
            var queue = pod.labels().getOrDefault(QUEUE, "");
            return queue.isEmpty() ? "Held back by a scheduling gate; a queue or controller has to release it"
                    : "Held back by a scheduling gate until the LocalQueue %s/%s admits it".formatted(pod.namespace(),
                            queue);
        }
        if (pod.message().isEmpty()) {
            return pod.claims().isEmpty() ? "No scheduler has said anything of it yet"
                    : "No scheduler has said anything of it yet; none does before its claim %s is there".formatted(
                            String.join(", ", pod.claims()));
        }
        var refusal = Refusal.read(pod.message()).filter(each -> !each.reasons().isEmpty());
        var ever = oversize.of(pod.requests());
        if (!ever.isEmpty()) {
            return ever;
        }
        var shortage = shortage(pod, refusal.filter(Refusal::choosy).isPresent());
        if (!shortage.isEmpty()) {
            return shortage;
        }
        return refusal.map(each -> new RefusalWords(each, resource -> wanted(pod, resource), this::lack).sentence())
                .or(() -> Outright.words(pod.message())).orElseGet(() -> firstSentence(pod.message()));
    }

    /**
     * What the numbers alone explain: empty when there seems to be room.
     *
     * @param choosy whether the pod chooses among nodes: what the others have is no matter then, be it held or free
     */
    private String shortage(PodFacts pod, boolean choosy) {
        if (!fleet.snapshot().allocationComplete()) {
            return "";
        }
        for (var resource : pod.requests().names()) {
            long wanted = pod.requests().get(resource);
            if (wanted == 0 || accelerators.of(resource).filter(Accelerator::computes).isEmpty()) {
                continue;
            }
            var supply = supplies.computeIfAbsent(new Demand(resource, pod.message().contains("untolerated taint")),
                    this::supply);
            var words = supply.most().number() >= wanted && choosy ? "" : shortage(resource, wanted, supply);
            if (!words.isEmpty()) {
                return words;
            }
        }
        return "";
    }

    private String shortage(String resource, long wanted, Supply supply) {
        if (supply.most().number() == 0) {
            return "No node offers " + resource;
        }
        if (supply.most().number() < wanted) {
            return "Wants %s on one node; no node has more than %s".formatted(amount(resource, wanted),
                    supply.most().words());
        }
        if (supply.all() == 0) {
            return "Every node that offers %s is cordoned or not ready".formatted(resource);
        }
        if (supply.free() == 0) {
            return "%s held%s".formatted(all(resource, supply), supply.elsewhere());
        }
        return supply.free() >= wanted ? ""
                : "Needs %s free on one node; the largest free block is %d%s%s".formatted(amount(resource, wanted),
                        supply.free(), supply.parted() ? supply.free() == 1 ? " share" : " shares" : "",
                        supply.elsewhere());
    }

    private String all(String resource, Supply supply) {
        long whole = supply.all() - supply.shares();
        if (supply.shares() == 0 || whole == 0) {
            var noun = supply.shares() == 0 ? noun(resource, supply.all()) : SHARE + (supply.all() == 1 ? "" : "s");
            return supply.all() == 1 ? "The only %s is".formatted(noun)
                    : "All %d %s are".formatted(supply.all(), noun);
        }
        return "All %s and %d %s are".formatted(amount(resource, whole), supply.shares(),
                SHARE + (supply.shares() == 1 ? "" : "s"));
    }

    private Supply supply(Demand demand) {
        var resource = demand.resource();
        long tainted = 0;
        var most = new Most(0, false);
        long free = 0;
        boolean parted = false;
        long all = 0;
        long shares = 0;
        long closed = 0;
        for (var node : fleet.nodes()) {
            var use = node.info().use(resource);
            boolean shared = shared(node, resource);
            most = use.allocatable() > most.number() ? new Most(use.allocatable(), shared) : most;
            if (node.cordoned() || node.state().compareTo(GpuNode.State.NOT_READY) <= 0) {
                closed = Resources.saturatedSum(closed, use.free());
            } else if (demand.repelled() && foreign(node, resource)) {
                tainted = Resources.saturatedSum(tainted, use.free());
            } else {
                parted = use.free() > free ? shared : parted;
                free = Math.max(free, use.free());
                all = Resources.saturatedSum(all, use.allocatable());
                shares = Resources.saturatedSum(shares, shared ? use.allocatable() : 0);
            }
        }
        return new Supply(most, free, parted, all, shares, closed, tainted);
    }

    /** Whether what goes by the name of a GPU is a share of one. */
    private boolean shared(GpuNode node, String resource) {
        return isGpu(resource) && node.groups().stream().anyMatch(group -> group.form() == GpuGroup.Form.SHARED
                && group.uses().stream().anyMatch(use -> use.resource().equals(resource)));
    }

    /** Whether a node has taints besides those of the device, which who asks for it tolerates as a rule. */
    private static boolean foreign(GpuNode node, String resource) {
        var domain = resource.substring(0, resource.indexOf('/') + 1);
        return node.info().facts().taints().stream().anyMatch(taint -> !taint.effect().equals("PreferNoSchedule")
                && !taint.key().startsWith(domain));
    }

    /** A resource without its vendor's domain: {@code gpu}, {@code mig-3g.40gb}. */
    public static String brief(String resource) {
        return resource.substring(resource.indexOf('/') + 1);
    }

    private boolean isGpu(String resource) {
        return accelerators.of(resource).filter(kind -> kind.kind().equals("gpu") && kind.form() == Form.DEVICE)
                .isPresent();
    }

    /** Some units of a resource, as people call them: {@code 8 GPUs}, {@code 1 mig-3g.40gb instance}. */
    private String amount(String resource, long number) {
        return number + " " + noun(resource, number);
    }

    private String noun(String resource, long number) {
        var plural = number == 1 ? "" : "s";
        if (isGpu(resource)) {
            return "GPU" + plural;
        }
        return accelerators.of(resource).map(kind -> kind.form() == Form.REPLICA ? SHARE + plural
                : kind.mig() ? brief(resource) + " instance" + plural : brief(resource)).orElse(brief(resource));
    }

    private String wanted(PodFacts pod, String resource) {
        long number = pod.requests().get(resource);
        return number == 0 || accelerators.of(resource).isEmpty() ? "" : amount(resource, number);
    }

    private String lack(String resource) {
        return switch (resource) {
            case Resources.CPU -> "too little CPU";
            case Resources.MEMORY -> "too little memory";
            case "ephemeral-storage" -> "too little disk";
            default -> "too few %s".formatted(noun(resource, 0));
        };
    }

    private static String firstSentence(String message) {
        int end = message.indexOf(". ");
        return end < 0 ? message : message.substring(0, end);
    }
}
