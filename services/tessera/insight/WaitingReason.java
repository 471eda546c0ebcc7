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

/** Explains in one sentence why a GPU pod is on no node. The cluster's own words are kept beside it, in the pod. */
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
    private final Map<PodDemandKey, String> layouts = new HashMap<>();
    private final Map<PodDemandKey, NodeAccess> doors = new HashMap<>();
    private final Map<ReasonKey, PendingDiagnosis> told = new HashMap<>();

    /** The inputs of a reason, which the pods of a workload have in common. */
    private record ReasonKey(String namespace, String reason, String message, ResourceAmounts requests,
            List<String> claims, String queue, Optional<SchedulingConstraints> placing) {}

    private record PodDemandKey(ResourceAmounts requests, Optional<SchedulingConstraints> placing) {}

    public WaitingReason(GpuFleet fleet, AcceleratorCatalog accelerators) {
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.oversize = new OversizedRequests(fleet, accelerators);
        this.claims = new ClaimShortage(fleet);
    }

    /** Returns the sentence alone. */
    public String reasonText(PodFacts pod) {
        return diagnose(pod).sentence();
    }

    /** Returns the diagnosis by the scheduler's message, the offered resources and the holders. */
    public PendingDiagnosis diagnose(PodFacts pod) {
        return told.computeIfAbsent(new ReasonKey(pod.namespace(), pod.reason(), pod.message(), pod.requests(),
                pod.claims(), SchedulerMessages.queueName(pod.labels()), pod.schedulingConstraints()),
                _ -> buildDiagnosis(pod));
    }

    /** Returns the text for a pod of which no scheduler has said anything. */
    private String silenceText(PodFacts pod) {
        var scheduler = pod.schedulingConstraints().map(SchedulingConstraints::schedulerName)
                .filter(name -> !name.isEmpty());
        var missing = claims.missingClaims(pod);
        return scheduler.isPresent()
                ? "It is for the scheduler %s, which has said nothing of it yet".formatted(scheduler.get())
                : "No scheduler has said anything of it yet" + (missing.isEmpty() ? ""
                        : "; none does before its claim %s is there".formatted(String.join(", ", missing)));
    }

    private PendingDiagnosis buildDiagnosis(PodFacts pod) {
        if (pod.reason().equals("SchedulingGated")) {
            return PendingDiagnosis.forUnknown(gateText(pod));
        }
        if (pod.message().isEmpty()) {
            return PendingDiagnosis.forUnknown(silenceText(pod));
        }
        var lacking = claims.diagnose(pod);
        if (lacking.isPresent()) {
            return lacking.get();
        }
        var refusal = SchedulerMessage.parse(pod.message()).filter(message -> !message.reasons().isEmpty());
        // Where others decide, what nodes have free says nothing.
        var other = pod.schedulingConstraints().map(SchedulingConstraints::schedulerName)
                .filter(name -> !name.isEmpty())
                .filter(_ -> refusal.isEmpty() || SchedulerMessages.explain(List.of(pod.message())).isPresent()
                        || fleet.isCardRegistered(pod.requests()));
        if (other.isPresent()) {
            return diagnoseElsewhere(pod, other.get());
        }
        if (!fleet.snapshot().hasAllNodes() && !fleet.snapshot().nodes().isEmpty()) {
            return PendingDiagnosis.forUnknown(messageText(pod, refusal));
        }
        var never = Optional.of(oversize.reasonText(pod.requests())).filter(text -> !text.isEmpty())
                .or(() -> oversize.selectorReasonText(pod.requests(), pod.schedulingConstraints()));
        if (never.isPresent()) {
            return PendingDiagnosis.forNever(never.get());
        }
        var verdict = diagnoseMessage(pod, refusal);
        return verdict.prospect() == Prospect.LATER
                && !oversize.fitsEmptied(pod.requests(), pod.schedulingConstraints())
                        ? PendingDiagnosis.forUnknown(verdict.sentence())
                        : verdict;
    }

    private static PendingDiagnosis diagnoseElsewhere(PodFacts pod, String scheduler) {
        return PendingDiagnosis
                .forUnknown(SchedulerMessages.sentence(scheduler, List.of(pod.message()), pod.labels()));
    }

    /** Returns the text about scheduling gates; a queue removes its own gates alone. */
    private static String gateText(PodFacts pod) {
        var gates = pod.schedulingConstraints().map(SchedulingConstraints::schedulingGates).orElse(List.of());
        var queue = pod.labels().getOrDefault(QUEUE, "");
        var held = gates.isEmpty() ? "Held back by a scheduling gate"
                : "Held back by the scheduling gate%s %s".formatted(gates.size() == 1 ? "" : "s",
                        ListText.joinWords(gates, " and "));
        return held + (queue.isEmpty() || !gates.stream().allMatch(gate -> gate.startsWith(QUEUES))
                ? "; a queue or controller has to release it"
                : " until the LocalQueue %s/%s admits it".formatted(pod.namespace(), queue));
    }

    /** Returns the scheduler's message without comparing it with nodes, as not all are read. */
    private String messageText(PodFacts pod, Optional<SchedulerMessage> refusal) {
        return refusal.map(message -> messageOf(pod, message).sentence())
                .or(() -> PreFilterMessages.explanationText(pod.message()))
                .orElseGet(() -> SentenceText.firstSentence(pod.message()));
    }

    private SchedulerMessageText messageOf(PodFacts pod, SchedulerMessage refusal) {
        return new SchedulerMessageText(refusal, resource -> requestText(pod, resource), this::lackText,
                resource -> refusal.nodes() == fleet.snapshot().nodes().size()
                        && accelerators.acceleratorOf(resource).isPresent()
                                ? ResourceAvailability.countRoomyNodes(fleet, resource, pod.requests().get(resource))
                                : 0);
    }

    /** Adds constraints that are not evaluated, so that room is not named as the only blocker. */
    private static PendingDiagnosis addUnresolved(PodFacts pod, PendingDiagnosis verdict) {
        var ties = pod.schedulingConstraints().map(SchedulingConstraints::unresolved)
                .orElse(UnresolvedConstraints.NONE);
        if (ties.constraintNames().isEmpty() || verdict.prospect() == Prospect.NEVER) {
            return verdict;
        }
        return new PendingDiagnosis(ties.mayOutlastPods() ? Prospect.UNKNOWN : verdict.prospect(),
                "%s; %s may be in the way as well"
                        .formatted(verdict.sentence(), ListText.joinWords(ties.constraintNames(), " and ")));
    }

    private PendingDiagnosis diagnoseMessage(PodFacts pod, Optional<SchedulerMessage> refusal) {
        var said = refusal.map(message -> messageOf(pod, message));
        var found = said.map(words -> words.isHopeless() ? diagnoseClosed(pod, words)
                : words.hasOtherReasons() ? new PendingDiagnosis(words.prospect(), words.sentence())
                        : addUnresolved(pod, new PendingDiagnosis(words.prospect(), words.sentence())));
        // Whoever chooses among nodes, or could not be placed if all others were gone, does not wait for those.
        boolean free = refusal.filter(SchedulerMessage::hasNonMatchingNodes).isEmpty()
                && said.filter(SchedulerMessageText::isHopeless).isEmpty();
        return findShortage(pod, free, found.map(PendingDiagnosis::prospect).orElse(Prospect.UNKNOWN))
                .map(verdict -> addUnresolved(pod, verdict)).or(() -> found)
                .or(() -> PreFilterMessages.explanationText(pod.message()).map(PendingDiagnosis::forNever))
                .orElseGet(() -> PendingDiagnosis.forUnknown(SentenceText.firstSentence(pod.message())));
    }

    /** Diagnoses a pod that no other pod's end helps; suitable nodes may be closed for now. */
    private PendingDiagnosis diagnoseClosed(PodFacts pod, SchedulerMessageText words) {
        var nodes = fleet.snapshot().nodes();
        var stand = doors.computeIfAbsent(new PodDemandKey(pod.requests(), pod.schedulingConstraints()),
                wants -> NodeAccess.of(nodes, wants.requests(), wants.placing()));
        var sentence = words.sentence();
        // Which nodes have the devices that it claims only its claims tell.
        if (words.hasOtherReasons() || !pod.claims().isEmpty()) {
            return stand.hasTemporaryBlocker() ? PendingDiagnosis.forUnknown(sentence)
                    : PendingDiagnosis.forNever(sentence);
        }
        if (stand.exact() && !nodes.isEmpty()) {
            if (stand.open()) {
                return PendingDiagnosis.forUnknown(sentence);
            }
            var reason = stand.closed().isEmpty() ? sentence : NodeBlockers.sentence(stand.closed());
            return stand.hasTemporaryBlocker() ? PendingDiagnosis.forUnknown(reason)
                    : PendingDiagnosis.forNever(reason);
        }
        if (stand.hasTemporaryBlocker()) {
            return PendingDiagnosis
                    .forUnknown(sentence + "; whether it may use those that are closed for now is not known here");
        }
        return (words.hasTemporaryReasons() && !stand.ill()) || (words.hasUnnamedTaints() && nodes.isEmpty())
                ? PendingDiagnosis.forUnknown(sentence)
                : PendingDiagnosis.forNever(sentence);
    }

    /** Returns the shortage that the numbers alone explain; empty if there seems to be room. */
    private Optional<PendingDiagnosis> findShortage(PodFacts pod, boolean free, Prospect prospect) {
        if (!fleet.snapshot().isAllocationComplete() || !fleet.snapshot().hasAllNodes()) {
            return Optional.empty();
        }
        return pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0
                && accelerators.acceleratorOf(name).filter(Accelerator::isCompute).isPresent()).flatMap(resource -> {
                    var wish = new ResourceAvailability.SupplyRequest(resource, pod.requests().get(resource),
                            pod.message().contains("untolerated taint"));
                    var supply = supplies.computeIfAbsent(wish,
                            asked -> ResourceAvailability.of(fleet.nodes(), asked, this::isShared));
                    return findTooLarge(pod, wish, supply, prospect)
                            .or(() -> free ? findHeld(wish, supply) : Optional.empty())
                            .stream();
                }).findFirst();
    }

    /** Returns the diagnosis of a request that no node could ever satisfy. */
    private Optional<PendingDiagnosis> findTooLarge(PodFacts pod, ResourceAvailability.SupplyRequest wish,
            ResourceAvailability supply,
            Prospect prospect) {
        if (supply.largestWhole() >= wish.requested() || (wish.requested() == 1 && !supply.sharingNodes().isEmpty())) {
            return Optional.empty();
        }
        if (fleet.snapshot().nodes().stream()
                .anyMatch(node -> UnadvertisedDevices.lacksForNow(node.facts(), wish.resource(), wish.requested()))) {
            return Optional.empty();
        }
        var much = amountText(wish.resource(), wish.requested());
        if (!supply.sharingNodes().isEmpty()) {
            // What a kubelet makes of who asks for several shares is not known here.
            return Optional.of(new PendingDiagnosis(prospect == Prospect.NEVER ? prospect : Prospect.UNKNOWN,
                    supply.largestWhole() == 0
                            ? "Wants %s on one node; nodes offer only shares of GPUs, several of which may be of one"
                                    .formatted(much)
                            : "Wants %s on one node; shares of GPUs aside, no node has more than %d".formatted(much,
                                    supply.largestWhole())));
        }
        return Optional.of(PendingDiagnosis.forNever((supply.largestWhole() == 0 && !isOffered(wish.resource())
                ? "No node offers " + wish.resource()
                : "Wants %s on one node; no node has more than %s".formatted(much,
                        largestText(wish.resource(), supply.largestWhole())))
                + layouts.computeIfAbsent(new PodDemandKey(pod.requests(), pod.schedulingConstraints()),
                        _ -> otherLayoutText(pod, wish.resource()))));
    }

    /** Returns the number of nodes that could take the pod with another MIG layout, as text. */
    private String otherLayoutText(PodFacts pod, String resource) {
        var potential = new MigPotential(pod.requests(), MigProducts.bundled());
        long able = fleet.nodes().stream().filter(node -> potential.canOffer(node, resource)
                && oversize.fitsBesideDevices(node.info().facts(), pod.requests(), pod.schedulingConstraints()))
                .count();
        return able == 0 ? "" : "; %s could with another MIG layout".formatted(able == 1 ? "1 node" : able + " nodes");
    }

    private boolean isOffered(String resource) {
        return fleet.nodes().stream().anyMatch(node -> node.info().useOf(resource).allocatable() > 0);
    }

    /** Returns the largest amount of a node: whole GPUs, or shares if there are none. */
    private String largestText(String resource, long whole) {
        return whole > 0 ? Long.toString(whole)
                : fleet.nodes().stream().mapToLong(node -> node.info().useOf(resource).allocatable()).max().orElse(0)
                        + " shares";
    }

    /** Returns the diagnosis of a resource that is held and so may be free later. */
    private Optional<PendingDiagnosis> findHeld(ResourceAvailability.SupplyRequest wish, ResourceAvailability supply) {
        var resource = wish.resource();
        if (supply.allocatable() == 0) {
            var closed = "Every node that offers %s is cordoned or not ready".formatted(resource);
            return Optional.of(PendingDiagnosis.forUnknown(closed));
        }
        if (supply.largestFree() == 0) {
            return Optional
                    .of(PendingDiagnosis
                            .forLater("%s held%s".formatted(allHeldText(resource, supply), supply.elsewhereText())));
        }
        return supply.largestFree() >= wish.requested() ? Optional.empty()
                : Optional.of(
                        PendingDiagnosis
                                .forLater("Needs %s free on one node; the largest free block is %d%s%s".formatted(
                                        amountText(resource, wish.requested()), supply.largestFree(),
                                        supply.largestFreeShared() ? supply.largestFree() == 1 ? " share" : " shares"
                                                : "",
                                        supply.elsewhereText())));
    }

    private String allHeldText(String resource, ResourceAvailability supply) {
        long whole = supply.allocatable() - supply.allocatableShares();
        if (supply.allocatableShares() == 0 || whole == 0) {
            var noun = supply.allocatableShares() == 0 ? unitNoun(resource, supply.allocatable())
                    : SHARE + (supply.allocatable() == 1 ? "" : "s");
            return supply.allocatable() == 1 ? "The only %s is".formatted(noun)
                    : "All %d %s are".formatted(supply.allocatable(), noun);
        }
        return "All %s and %d %s are".formatted(amountText(resource, whole), supply.allocatableShares(),
                SHARE + (supply.allocatableShares() == 1 ? "" : "s"));
    }

    /** Returns whether a resource named like a GPU is a share of one. */
    private boolean isShared(GpuNode node, String resource) {
        return isGpu(resource) && node.groups().stream().anyMatch(group -> group.form() == GpuGroup.GroupForm.SHARED
                && group.uses().stream().anyMatch(use -> use.resource().equals(resource)));
    }

    /** Returns a resource without its vendor's domain: {@code gpu}, {@code mig-3g.40gb}. */
    public static String shortName(String resource) {
        return resource.substring(resource.indexOf('/') + 1);
    }

    private boolean isGpu(String resource) {
        return accelerators.acceleratorOf(resource)
                .filter(kind -> kind.kind().equals("gpu") && kind.form() == UnitForm.DEVICE)
                .isPresent();
    }

    /** Returns an amount of a resource as text: {@code 8 GPUs}, {@code 1 mig-3g.40gb instance}. */
    private String amountText(String resource, long number) {
        return number + " " + unitNoun(resource, number);
    }

    private String unitNoun(String resource, long number) {
        var plural = number == 1 ? "" : "s";
        if (isGpu(resource)) {
            return "GPU" + plural;
        }
        return accelerators.acceleratorOf(resource).map(kind -> kind.form() == UnitForm.REPLICA ? SHARE + plural
                : kind.isMig() ? shortName(resource) + " instance" + plural : shortName(resource))
                .orElse(shortName(resource));
    }

    private String requestText(PodFacts pod, String resource) {
        long number = pod.requests().get(resource);
        return number == 0 || accelerators.acceleratorOf(resource).isEmpty() ? "" : amountText(resource, number);
    }

    private String lackText(String resource) {
        return switch (resource) {
            case ResourceAmounts.CPU -> "too little CPU";
            case ResourceAmounts.MEMORY -> "too little memory";
            case "ephemeral-storage" -> "too little disk";
            default -> "too few %s".formatted(unitNoun(resource, 0));
        };
    }
}
