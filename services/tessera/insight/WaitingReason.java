package tessera.insight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.insight.Accelerator.UnitForm;
import tessera.insight.PendingDiagnosis.Prospect;
import tessera.mig.MigProducts;
import tessera.model.ListText;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.model.SchedulingConstraints;
import tessera.model.SentenceText;
import tessera.model.UnresolvedConstraints;

/** Why a GPU pod is on no node, in one plain sentence. The cluster's own words are kept beside it, in the pod. */
public final class WaitingReason {

    /** The label by which a pod says through which LocalQueue of Kueue it is let in. */
    public static final String QUEUE = "kueue.x-k8s.io/queue-name";

    private static final String QUEUES = "kueue.x-k8s.io/";
    private static final String SHARE = "share";

    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    private final OversizedRequests oversize;
    private final ClaimShortage claims;
    private final Map<ResourceAvailability.SupplyRequest, ResourceAvailability> supplies = new HashMap<>();
    private final Map<ResourceAvailability.SupplyRequest, String> layouts = new HashMap<>();
    private final Map<PodDemandKey, NodeAccess> doors = new HashMap<>();
    private final Map<SharedDemand, PendingDiagnosis> told = new HashMap<>();

    /** What the reason is made of: the pods of a workload have it in common. */
    private record SharedDemand(String namespace, String reason, String message, ResourceAmounts requests,
            List<String> claims, String queue, Optional<SchedulingConstraints> placing) {}

    private record PodDemandKey(ResourceAmounts requests, Optional<SchedulingConstraints> placing) {}

    public WaitingReason(GpuFleet fleet, AcceleratorCatalog accelerators) {
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.oversize = new OversizedRequests(fleet, accelerators);
        this.claims = new ClaimShortage(fleet);
    }

    /** The sentence alone. */
    public String of(PodFacts pod) {
        return judge(pod).sentence();
    }

    /** By the scheduler's own message, and by what nodes offer and pods hold. */
    public PendingDiagnosis judge(PodFacts pod) {
        return told.computeIfAbsent(new SharedDemand(pod.namespace(), pod.reason(), pod.message(), pod.requests(),
                pod.claims(), SchedulerMessages.queue(pod.labels()), pod.placing()), _ -> verdict(pod));
    }

    private PendingDiagnosis verdict(PodFacts pod) {
        if (pod.reason().equals("SchedulingGated")) {
            return PendingDiagnosis.unknown(gated(pod));
        }
        if (pod.message().isEmpty()) {
            var scheduler = pod.placing().map(SchedulingConstraints::scheduler).filter(name -> !name.isEmpty());
            return PendingDiagnosis.unknown(scheduler.isPresent()
                    ? "It is for the scheduler %s, which has said nothing of it yet".formatted(scheduler.get())
                    : pod.claims().isEmpty() ? "No scheduler has said anything of it yet"
                            : "No scheduler has said anything of it yet; none does before its claim %s is there"
                                    .formatted(String.join(", ", pod.claims())));
        }
        var lacking = claims.of(pod);
        if (lacking.isPresent()) {
            return lacking.get();
        }
        var refusal = SchedulerMessage.read(pod.message()).filter(each -> !each.reasons().isEmpty());
        // Where others decide, what nodes have free says nothing.
        var other = pod.placing().map(SchedulingConstraints::scheduler).filter(name -> !name.isEmpty())
                .filter(_ -> refusal.isEmpty() || SchedulerMessages.explain(pod.message()).isPresent()
                        || fleet.registers(pod.requests()));
        if (other.isPresent()) {
            return PendingDiagnosis.unknown(SchedulerMessages.sentence(other.get(), pod.message(), pod.labels()));
        }
        if (!fleet.snapshot().nodesSeen() && !fleet.snapshot().nodes().isEmpty()) {
            return PendingDiagnosis.unknown(told(pod, refusal));
        }
        var never = Optional.of(oversize.of(pod.requests())).filter(words -> !words.isEmpty())
                .or(() -> oversize.selected(pod.requests(), pod.placing()));
        if (never.isPresent()) {
            return PendingDiagnosis.never(never.get());
        }
        var verdict = judge(pod, refusal);
        return verdict.prospect() == Prospect.LATER && !oversize.fitsEmptied(pod.requests(), pod.placing())
                ? PendingDiagnosis.unknown(verdict.sentence())
                : verdict;
    }

    /** A queue takes away its own gates alone. */
    private static String gated(PodFacts pod) {
        var gates = pod.placing().map(SchedulingConstraints::gates).orElse(List.of());
        var queue = pod.labels().getOrDefault(QUEUE, "");
        var held = gates.isEmpty() ? "Held back by a scheduling gate"
                : "Held back by the scheduling gate%s %s".formatted(gates.size() == 1 ? "" : "s",
                        ListText.joined(gates, " and "));
        return held + (queue.isEmpty() || !gates.stream().allMatch(gate -> gate.startsWith(QUEUES))
                ? "; a queue or controller has to release it"
                : " until the LocalQueue %s/%s admits it".formatted(pod.namespace(), queue));
    }

    /** What the scheduler says, without a look at nodes of which not all are read. */
    private String told(PodFacts pod, Optional<SchedulerMessage> refusal) {
        return refusal.map(each -> words(pod, each).sentence())
                .or(() -> PreFilterMessages.words(pod.message())).orElseGet(() -> SentenceText.first(pod.message()));
    }

    private SchedulerMessageText words(PodFacts pod, SchedulerMessage refusal) {
        return new SchedulerMessageText(refusal, resource -> wanted(pod, resource), this::lack,
                resource -> refusal.nodes() == fleet.snapshot().nodes().size() && accelerators.of(resource).isPresent()
                        ? ResourceAvailability.roomy(fleet, resource, pod.requests().get(resource))
                        : 0);
    }

    /** Whoever has not read the whole pod does not say that room is all that it waits for. */
    private static PendingDiagnosis tied(PodFacts pod, PendingDiagnosis verdict) {
        var ties = pod.placing().map(SchedulingConstraints::ties).orElse(UnresolvedConstraints.NONE);
        if (ties.words().isEmpty() || verdict.prospect() == Prospect.NEVER) {
            return verdict;
        }
        return new PendingDiagnosis(ties.firm() ? Prospect.UNKNOWN : verdict.prospect(),
                "%s; %s may be in the way as well"
                        .formatted(verdict.sentence(), ListText.joined(ties.words(), " and ")));
    }

    private PendingDiagnosis judge(PodFacts pod, Optional<SchedulerMessage> refusal) {
        var said = refusal.map(each -> words(pod, each));
        var found = said.map(words -> words.vain() ? closed(pod, words)
                : words.further() ? new PendingDiagnosis(words.prospect(), words.sentence())
                        : tied(pod, new PendingDiagnosis(words.prospect(), words.sentence())));
        // Whoever chooses among nodes, or could not be placed if all others were gone, does not wait for those.
        boolean free = refusal.filter(SchedulerMessage::choosy).isEmpty()
                && said.filter(SchedulerMessageText::vain).isEmpty();
        return shortage(pod, free, found.map(PendingDiagnosis::prospect).orElse(Prospect.UNKNOWN))
                .map(verdict -> tied(pod, verdict)).or(() -> found)
                .or(() -> PreFilterMessages.words(pod.message()).map(PendingDiagnosis::never))
                .orElseGet(() -> PendingDiagnosis.unknown(SentenceText.first(pod.message())));
    }

    /** Of a pod that nobody's end helps: nodes that could take it may be closed for now. */
    private PendingDiagnosis closed(PodFacts pod, SchedulerMessageText words) {
        var nodes = fleet.snapshot().nodes();
        var stand = doors.computeIfAbsent(new PodDemandKey(pod.requests(), pod.placing()),
                wants -> NodeAccess.of(nodes, wants.requests(), wants.placing()));
        var sentence = words.sentence();
        // Which nodes have the devices that it claims only its claims tell.
        if (words.further() || !pod.claims().isEmpty()) {
            return stand.passing() ? PendingDiagnosis.unknown(sentence) : PendingDiagnosis.never(sentence);
        }
        if (stand.exact() && !nodes.isEmpty()) {
            if (stand.open()) {
                return PendingDiagnosis.unknown(sentence);
            }
            var why = stand.closed().isEmpty() ? sentence : NodeBlockers.sentence(stand.closed());
            return stand.passing() ? PendingDiagnosis.unknown(why) : PendingDiagnosis.never(why);
        }
        if (stand.passing()) {
            return PendingDiagnosis
                    .unknown(sentence + "; whether it may use those that are closed for now is not known here");
        }
        return (words.passing() && !stand.ill()) || (words.nameless() && nodes.isEmpty())
                ? PendingDiagnosis.unknown(sentence)
                : PendingDiagnosis.never(sentence);
    }

    /** What the numbers alone explain: empty when there seems to be room. */
    private Optional<PendingDiagnosis> shortage(PodFacts pod, boolean free, Prospect prospect) {
        if (!fleet.snapshot().allocationComplete() || !fleet.snapshot().nodesSeen()) {
            return Optional.empty();
        }
        return pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0
                && accelerators.of(name).filter(Accelerator::computes).isPresent()).flatMap(resource -> {
                    var wish = new ResourceAvailability.SupplyRequest(resource, pod.requests().get(resource),
                            pod.message().contains("untolerated taint"));
                    var supply = supplies.computeIfAbsent(wish,
                            asked -> ResourceAvailability.of(fleet.nodes(), asked, this::shared));
                    return tooLarge(wish, supply, prospect).or(() -> free ? held(wish, supply) : Optional.empty())
                            .stream();
                }).findFirst();
    }

    /** Why no node could ever give so much. */
    private Optional<PendingDiagnosis> tooLarge(ResourceAvailability.SupplyRequest wish, ResourceAvailability supply,
            Prospect prospect) {
        if (supply.whole() >= wish.wanted() || (wish.wanted() == 1 && !supply.sharing().isEmpty())) {
            return Optional.empty();
        }
        if (fleet.snapshot().nodes().stream()
                .anyMatch(node -> UnadvertisedDevices.lacks(node.facts(), wish.resource(), wish.wanted()))) {
            return Optional.empty();
        }
        var much = amount(wish.resource(), wish.wanted());
        if (!supply.sharing().isEmpty()) {
            // What a kubelet makes of who asks for several shares is not known here.
            return Optional.of(new PendingDiagnosis(prospect == Prospect.NEVER ? prospect : Prospect.UNKNOWN,
                    supply.whole() == 0
                            ? "Wants %s on one node; nodes offer only shares of GPUs, several of which may be of one"
                                    .formatted(much)
                            : "Wants %s on one node; shares of GPUs aside, no node has more than %d".formatted(much,
                                    supply.whole())));
        }
        return Optional.of(PendingDiagnosis.never((supply.whole() == 0 && !offered(wish.resource())
                ? "No node offers " + wish.resource()
                : "Wants %s on one node; no node has more than %s".formatted(much,
                        most(wish.resource(), supply.whole())))
                + layouts.computeIfAbsent(wish, this::otherLayout)));
    }

    /** How many nodes would offer so much if their GPUs were cut otherwise. */
    private String otherLayout(ResourceAvailability.SupplyRequest wish) {
        var potential = new MigPotential(ResourceAmounts.of(Map.of(wish.resource(), wish.wanted())),
                MigProducts.bundled());
        long able = fleet.nodes().stream().filter(node -> potential.gives(node, wish.resource())).count();
        return able == 0 ? "" : "; %s could with another MIG layout".formatted(able == 1 ? "1 node" : able + " nodes");
    }

    private boolean offered(String resource) {
        return fleet.nodes().stream().anyMatch(node -> node.info().use(resource).allocatable() > 0);
    }

    /** The most that a node has: whole ones, or where there are none shares. */
    private String most(String resource, long whole) {
        return whole > 0 ? Long.toString(whole)
                : fleet.nodes().stream().mapToLong(node -> node.info().use(resource).allocatable()).max().orElse(0)
                        + " shares";
    }

    /** Who holds what is wanted, so that it may be had later. */
    private Optional<PendingDiagnosis> held(ResourceAvailability.SupplyRequest wish, ResourceAvailability supply) {
        var resource = wish.resource();
        if (supply.all() == 0) {
            var closed = "Every node that offers %s is cordoned or not ready".formatted(resource);
            return Optional.of(PendingDiagnosis.unknown(closed));
        }
        if (supply.free() == 0) {
            return Optional
                    .of(PendingDiagnosis.later("%s held%s".formatted(all(resource, supply), supply.elsewhere())));
        }
        return supply.free() >= wish.wanted() ? Optional.empty()
                : Optional.of(
                        PendingDiagnosis.later("Needs %s free on one node; the largest free block is %d%s%s".formatted(
                                amount(resource, wish.wanted()), supply.free(),
                                supply.parted() ? supply.free() == 1 ? " share" : " shares" : "", supply.elsewhere())));
    }

    private String all(String resource, ResourceAvailability supply) {
        long whole = supply.all() - supply.shares();
        if (supply.shares() == 0 || whole == 0) {
            var noun = supply.shares() == 0 ? noun(resource, supply.all()) : SHARE + (supply.all() == 1 ? "" : "s");
            return supply.all() == 1 ? "The only %s is".formatted(noun) : "All %d %s are".formatted(supply.all(), noun);
        }
        return "All %s and %d %s are".formatted(amount(resource, whole), supply.shares(),
                SHARE + (supply.shares() == 1 ? "" : "s"));
    }

    /** Whether what goes by the name of a GPU is a share of one. */
    private boolean shared(GpuNode node, String resource) {
        return isGpu(resource) && node.groups().stream().anyMatch(group -> group.form() == GpuGroup.GroupForm.SHARED
                && group.uses().stream().anyMatch(use -> use.resource().equals(resource)));
    }

    /** A resource without its vendor's domain: {@code gpu}, {@code mig-3g.40gb}. */
    public static String brief(String resource) {
        return resource.substring(resource.indexOf('/') + 1);
    }

    private boolean isGpu(String resource) {
        return accelerators.of(resource).filter(kind -> kind.kind().equals("gpu") && kind.form() == UnitForm.DEVICE)
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
        return accelerators.of(resource).map(kind -> kind.form() == UnitForm.REPLICA ? SHARE + plural
                : kind.mig() ? brief(resource) + " instance" + plural : brief(resource)).orElse(brief(resource));
    }

    private String wanted(PodFacts pod, String resource) {
        long number = pod.requests().get(resource);
        return number == 0 || accelerators.of(resource).isEmpty() ? "" : amount(resource, number);
    }

    private String lack(String resource) {
        return switch (resource) {
            case ResourceAmounts.CPU -> "too little CPU";
            case ResourceAmounts.MEMORY -> "too little memory";
            case "ephemeral-storage" -> "too little disk";
            default -> "too few %s".formatted(noun(resource, 0));
        };
    }
}
