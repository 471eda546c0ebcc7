package tessera.scheduling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.gpu.AcceleratorCatalogEntry.ResourceUnitKind;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.AwaitedResourceClaim;
import tessera.model.CountedNounFormatter;
import tessera.model.NodeResourceUse;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;
import tessera.model.SentenceToClauseConverter;
import tessera.model.UnevaluatedPodConstraints;
import tessera.model.WordListJoiner;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Explains in one sentence why a GPU pod is on no node. The cluster's own words are kept beside it, in the pod. */
public final class PendingDiagnosisFinder {

    private static final String SHARE = "share";

    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    private final ResourceClaimShortageFinder claims;
    private final Map<FleetResourceAvailability.RequestedResourceAmount, FleetResourceAvailability> supplies = new HashMap<>();
    private final Map<ResourceAmounts, Long> roomyNodes = new HashMap<>();
    private final Map<PodDemandKey, EmptiedNodeFits> fits = new HashMap<>();
    /** Made when the first pod is held against nodes. */
    private @Nullable SchedulingSnapshot emptied;
    private final Map<ReasonCacheKey, PendingDiagnosis> diagnosesByKey = new HashMap<>();

    /** The inputs of a reason, which the pods of a workload have in common. */
    private record ReasonCacheKey(String namespace, String reason, String message, ResourceAmounts requests,
            List<String> claims, List<AwaitedResourceClaim> awaitedClaims, String queue, String localQueue,
            Optional<PodSchedulingConstraints> constraints) {}

    private record PodDemandKey(ResourceAmounts requests, Optional<PodSchedulingConstraints> constraints) {}

    public PendingDiagnosisFinder(GpuFleet fleet, AcceleratorCatalog accelerators) {
        this.fleet = fleet;
        this.accelerators = accelerators;
        this.claims = new ResourceClaimShortageFinder(fleet);
    }

    /** Returns the sentence alone. */
    public String reasonText(PodSummary pod) {
        return diagnose(pod).sentence();
    }

    /** Returns the diagnosis by the scheduler's message, the offered resources and the holders. */
    public PendingDiagnosis diagnose(PodSummary pod) {
        return diagnosesByKey.computeIfAbsent(
                new ReasonCacheKey(pod.namespace(), pod.reason(), pod.message(), pod.requests(),
                        pod.claims(), pod.awaitedClaims(), OtherSchedulerMessageExplainer.queueName(pod.labels()),
                        pod.labels().getOrDefault(KueueApiNames.QUEUE_LABEL, ""),
                        pod.schedulingConstraints()),
                _ -> buildDiagnosis(pod));
    }

    /** Returns the text for a pod without a message in its conditions; other schedulers may tell more in events. */
    private String silenceText(PodSummary pod) {
        var scheduler = pod.schedulingConstraints().map(PodSchedulingConstraints::schedulerName)
                .filter(name -> !name.isEmpty());
        if (scheduler.isEmpty() && !pod.awaitedClaims().isEmpty()) {
            return awaitedClaimsText(pod.awaitedClaims());
        }
        var missing = claims.missingClaims(pod);
        if (scheduler.isPresent()) {
            return "It is for the scheduler %s; its conditions hold no message".formatted(scheduler.get());
        }
        return "No scheduler has said anything of it yet" + absentClaimsText(missing);
    }

    private static String absentClaimsText(List<String> missing) {
        if (missing.isEmpty()) {
            return "";
        }
        return "; ResourceClaim%s %s".formatted(missing.size() == 1 ? "" : "s", String.join(", ", missing))
                + (missing.size() == 1 ? " does not exist yet" : " do not exist yet");
    }

    private static String awaitedClaimsText(List<AwaitedResourceClaim> awaited) {
        var templates = awaited.stream().map(AwaitedResourceClaim::template).distinct().toList();
        return "Waiting for its ResourceClaim%s: template%s %s not applied yet".formatted(
                awaited.size() == 1 ? "" : "s", templates.size() == 1 ? "" : "s", String.join(", ", templates));
    }

    private PendingDiagnosis buildDiagnosis(PodSummary pod) {
        if (pod.reason().equals("SchedulingGated")) {
            return PendingDiagnosis.forUnknown(PodFitHeadlineBuilder.gatesText(
                    pod.schedulingConstraints().map(PodSchedulingConstraints::schedulingGates).orElse(List.of()),
                    pod.namespace(), pod.labels()));
        }
        if (pod.message().isEmpty()) {
            return PendingDiagnosis.forUnknown(silenceText(pod));
        }
        var lacking = claims.diagnose(pod);
        if (lacking.isPresent()) {
            return lacking.get();
        }
        var refusal = SchedulerFailureMessage.parse(pod.message()).filter(message -> !message.reasons().isEmpty());
        // Where others decide, what nodes have free says nothing.
        var other = pod.schedulingConstraints().map(PodSchedulingConstraints::schedulerName)
                .filter(name -> !name.isEmpty())
                .filter(_ -> refusal.isEmpty()
                        || OtherSchedulerMessageExplainer.explain(List.of(pod.message())).isPresent()
                        || fleet.isCardRegistered(pod.requests()));
        if (other.isPresent()) {
            return diagnoseElsewhere(pod, other.get());
        }
        if (!fleet.snapshot().hasAllNodes() && !fleet.snapshot().nodes().isEmpty()) {
            return PendingDiagnosis.forUnknown(messageText(pod, refusal));
        }
        var never = fitsOf(pod).neverText();
        if (never.isPresent()) {
            return PendingDiagnosis.forNever(never.get());
        }
        var diagnosis = diagnoseMessage(pod, refusal);
        if (diagnosis.prospect() == PendingPodProspect.LATER && !fitsOf(pod).hasUsableNode()) {
            return PendingDiagnosis.forUnknown(diagnosis.sentence());
        }
        return diagnosis;
    }

    private static PendingDiagnosis diagnoseElsewhere(PodSummary pod, String scheduler) {
        return PendingDiagnosis
                .forUnknown(
                        OtherSchedulerMessageExplainer.waitingText(scheduler, List.of(pod.message()), pod.labels()));
    }

    /** Returns the scheduler's message without comparing it with nodes, as not all are read. */
    private String messageText(PodSummary pod, Optional<SchedulerFailureMessage> refusal) {
        return refusal.map(message -> messageOf(pod, message).messageText())
                .or(() -> PreFilterMessageExplanations.explanationText(pod.message()))
                .orElseGet(() -> SentenceToClauseConverter.firstSentence(pod.message()));
    }

    private SchedulerFailureMessageRenderer messageOf(PodSummary pod, SchedulerFailureMessage refusal) {
        return new SchedulerFailureMessageRenderer(refusal, resource -> requestText(pod, resource), this::lackText,
                resource -> refusal.nodes() == fleet.snapshot().nodes().size()
                        && accelerators.acceleratorOf(resource).isPresent()
                                ? roomyNodes.computeIfAbsent(
                                        ResourceAmounts.of(resource, pod.requests().get(resource)),
                                        request -> FleetResourceAvailability.countRoomyNodes(fleet, resource,
                                                request.get(resource)))
                                : 0);
    }

    /** Adds constraints that are not evaluated, so that room is not named as the only blocker. */
    private static PendingDiagnosis addUnresolved(PodSummary pod, PendingDiagnosis diagnosis) {
        var ties = pod.schedulingConstraints().map(PodSchedulingConstraints::unresolved)
                .orElse(UnevaluatedPodConstraints.NONE);
        if (ties.constraintNames().isEmpty() || diagnosis.prospect() == PendingPodProspect.NEVER) {
            return diagnosis;
        }
        return new PendingDiagnosis(ties.mayOutlastPods() ? PendingPodProspect.UNKNOWN : diagnosis.prospect(),
                "%s; %s may be in the way as well"
                        .formatted(diagnosis.sentence(), WordListJoiner.joinWords(ties.constraintNames(), " and ")));
    }

    /** Returns the remark that nodes came or went since the scheduler's message, whose time is not told; empty where that is not known. */
    private String stalenessText(int nodes) {
        var clusterSnapshot = fleet.snapshot();
        int here = clusterSnapshot.nodes().size();
        if (here == 0 || here == nodes || !clusterSnapshot.areNodesCurrent() || clusterSnapshot.unread().has("Node")) {
            return "";
        }
        return " (reported with %s; the cluster has %d now)".formatted(
                CountedNounFormatter.countText(nodes, "node"), here);
    }

    private PendingDiagnosis diagnoseMessage(PodSummary pod, Optional<SchedulerFailureMessage> refusal) {
        var said = refusal.map(message -> messageOf(pod, message));
        var found = said.map(renderer -> {
            var sentence = renderer.messageText() + stalenessText(refusal.orElseThrow().nodes());
            if (renderer.isHopeless()) {
                return diagnoseClosed(pod, renderer, sentence);
            }
            var diagnosis = new PendingDiagnosis(renderer.prospect(), sentence);
            return renderer.hasOtherReasons() ? diagnosis : addUnresolved(pod, diagnosis);
        });
        // Whoever chooses among nodes, or could not be placed if all others were gone, does not wait for those.
        boolean free = refusal.filter(SchedulerFailureMessage::hasNonMatchingNodes).isEmpty()
                && said.filter(SchedulerFailureMessageRenderer::isHopeless).isEmpty();
        return findShortage(pod, free, found.map(PendingDiagnosis::prospect).orElse(PendingPodProspect.UNKNOWN))
                .map(diagnosis -> addUnresolved(pod, diagnosis)).or(() -> found)
                .or(() -> PreFilterMessageExplanations.explanationText(pod.message())
                        .map(PendingDiagnosis::forNever))
                .orElseGet(
                        () -> PendingDiagnosis.forUnknown(SentenceToClauseConverter.firstSentence(pod.message())));
    }

    private EmptiedNodeFits fitsOf(PodSummary pod) {
        return fits.computeIfAbsent(new PodDemandKey(pod.requests(), pod.schedulingConstraints()), key -> {
            var known = emptied;
            if (known == null) {
                known = SchedulingSnapshot.withEmptyNodes(fleet.snapshot());
                emptied = known;
            }
            return new EmptiedNodeFits(PodSchedulingSpec.ofSummary(pod, claims.withoutClaimed(pod.requests())), known);
        });
    }

    /**
     * Diagnoses a pod that no other pod's end helps; suitable nodes may be closed for now.
     *
     * @param sentence what the scheduler says
     */
    private PendingDiagnosis diagnoseClosed(PodSummary pod, SchedulerFailureMessageRenderer messageText,
            String sentence) {
        var nodes = fleet.snapshot().nodes();
        var stand = fitsOf(pod);
        var closed = stand.closedNodes();
        // Which nodes have the devices that it claims only its claims tell.
        if (messageText.hasOtherReasons() || pod.needsClaims()) {
            if (stand.isClosedForNow()) {
                return PendingDiagnosis.forUnknown(sentence);
            }
            return PendingDiagnosis.forNever(sentence);
        }
        // Where the volumes that a pod mounts can be reached is not read for lists.
        boolean exact = pod.schedulingConstraints().filter(constraints -> !constraints.unresolved().volumes())
                .isPresent();
        if (exact && !nodes.isEmpty()) {
            if (stand.hasOpenNode()) {
                return PendingDiagnosis.forUnknown(sentence);
            }
            var reason = closed.isEmpty() ? sentence : PodNodeBlockers.blockersText(closed);
            if (stand.isClosedForNow()) {
                return PendingDiagnosis.forUnknown(reason);
            }
            return PendingDiagnosis.forNever(reason);
        }
        if (stand.isClosedForNow()) {
            return PendingDiagnosis
                    .forUnknown(sentence + "; whether it may use those that are closed for now is not known here");
        }
        if ((messageText.hasTemporaryReasons() && !stand.hasTroubledNode())
                || (messageText.hasUnnamedTaints() && nodes.isEmpty())) {
            return PendingDiagnosis.forUnknown(sentence);
        }
        return PendingDiagnosis.forNever(sentence);
    }

    /** Returns the shortage that the numbers alone explain; empty if there seems to be room. */
    private Optional<PendingDiagnosis> findShortage(PodSummary pod, boolean free,
            PendingPodProspect pendingPodProspect) {
        if (!fleet.snapshot().isAllocationComplete() || !fleet.snapshot().hasAllNodes()) {
            return Optional.empty();
        }
        return pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0
                && accelerators.acceleratorOf(name).filter(AcceleratorCatalogEntry::isCompute).isPresent())
                .flatMap(resource -> {
                    var amount = new FleetResourceAvailability.RequestedResourceAmount(resource,
                            pod.requests().get(resource),
                            pod.message().contains("untolerated taint"));
                    var supply = supplies.computeIfAbsent(amount,
                            asked -> FleetResourceAvailability.of(fleet.nodes(), asked, this::isShared));
                    return findOnlyShares(amount, supply, pendingPodProspect)
                            .or(() -> free ? findHeld(amount, supply) : Optional.empty())
                            .stream();
                }).findFirst();
    }

    /** Returns the diagnosis of a request for several GPUs that only shares of GPUs could satisfy. */
    private Optional<PendingDiagnosis> findOnlyShares(FleetResourceAvailability.RequestedResourceAmount amount,
            FleetResourceAvailability supply, PendingPodProspect pendingPodProspect) {
        boolean isShort = amount.requested() > 1 && supply.largestWhole() < amount.requested()
                && !supply.sharingNodes().isEmpty();
        if (!isShort || fleet.snapshot().nodes().stream().anyMatch(
                node -> UnadvertisedDeviceCalculator.lacksForNow(node, amount.resource(), amount.requested()))) {
            return Optional.empty();
        }
        var much = amountText(amount.resource(), amount.requested());
        // What a kubelet makes of who asks for several shares is not known here.
        return Optional.of(new PendingDiagnosis(
                pendingPodProspect == PendingPodProspect.NEVER ? pendingPodProspect : PendingPodProspect.UNKNOWN,
                supply.largestWhole() == 0
                        ? "Wants %s on one node; nodes offer only shares of GPUs, several of which may be of one"
                                .formatted(much)
                        : "Wants %s on one node; shares of GPUs aside, no node has more than %d".formatted(much,
                                supply.largestWhole())));
    }

    private boolean isOffered(String resource) {
        return fleet.nodes().stream().anyMatch(node -> node.info().useOf(resource).allocatable() > 0);
    }

    /** Returns the diagnosis of a resource that is held and so may be free later. */
    private Optional<PendingDiagnosis> findHeld(FleetResourceAvailability.RequestedResourceAmount amount,
            FleetResourceAvailability supply) {
        var resource = amount.resource();
        if (supply.allocatable() == 0) {
            return Optional.of(PendingDiagnosis.forUnknown(closedText(amount, supply)));
        }
        if (supply.largestFree() == 0) {
            return Optional
                    .of(PendingDiagnosis
                            .forLater("%s held%s".formatted(allHeldText(resource, supply), supply.elsewhereText())));
        }
        if (supply.largestFree() >= amount.requested()) {
            return Optional.empty();
        }
        return Optional.of(
                PendingDiagnosis
                        .forLater("Needs %s free on one node; the largest free block is %d%s%s".formatted(
                                amountText(resource, amount.requested()), supply.largestFree(),
                                freeShareText(supply),
                                supply.elsewhereText())));
    }

    private static String freeShareText(FleetResourceAvailability supply) {
        if (supply.largestFreeShared()) {
            if (supply.largestFree() == 1) {
                return " share";
            }
            return " shares";
        }
        return "";
    }

    private String closedText(FleetResourceAvailability.RequestedResourceAmount amount,
            FleetResourceAvailability supply) {
        var resource = amount.resource();
        if (amount.requested() > 1 && fleet.nodes().stream().anyMatch(node -> isShared(node, resource))) {
            // Whoever wants several finds no place where one GPU is cut, however open that node is.
            if (supply.largestWhole() > 0) {
                return "Every node with whole GPUs is cordoned, tainted or not ready; others offer shares only";
            }
            return "No node offers whole GPUs at present";
        }
        return (isOffered(resource) ? "Every node that offers %s is cordoned, tainted or not ready"
                : "No node offers %s for now").formatted(resource);
    }

    private String allHeldText(String resource, FleetResourceAvailability supply) {
        long whole = supply.allocatable() - supply.allocatableShares();
        if (supply.allocatableShares() == 0 || whole == 0) {
            String noun;
            if (supply.allocatableShares() == 0) {
                noun = unitNoun(resource, supply.allocatable());
            } else {
                noun = SHARE + (supply.allocatable() == 1 ? "" : "s");
            }
            if (supply.allocatable() == 1) {
                return "The only %s is".formatted(noun);
            }
            return "All %d %s are".formatted(supply.allocatable(), noun);
        }
        return "All %s and %d %s are".formatted(amountText(resource, whole), supply.allocatableShares(),
                SHARE + (supply.allocatableShares() == 1 ? "" : "s"));
    }

    /** Returns whether a resource named like a GPU is a share of one. */
    private boolean isShared(GpuNode node, String resource) {
        return isGpu(resource)
                && node.groups().stream()
                        .anyMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.SHARED
                                && group.uses().stream().map(NodeResourceUse::resource).anyMatch(resource::equals));
    }

    private boolean isGpu(String resource) {
        return accelerators.acceleratorOf(resource)
                .filter(kind -> kind.kind().equals("gpu") && kind.unitKind() == ResourceUnitKind.DEVICE)
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
        return accelerators
                .acceleratorOf(resource).map(kind -> unitNounText(kind, plural, resource))
                .orElse(AcceleratorCatalog.shortName(resource));
    }

    private static String unitNounText(AcceleratorCatalogEntry kind, String plural, String resource) {
        if (kind.unitKind() == ResourceUnitKind.REPLICA) {
            return SHARE + plural;
        }
        if (kind.isMig()) {
            return AcceleratorCatalog.shortName(resource) + " instance" + plural;
        }
        return AcceleratorCatalog.shortName(resource);
    }

    private String requestText(PodSummary pod, String resource) {
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
