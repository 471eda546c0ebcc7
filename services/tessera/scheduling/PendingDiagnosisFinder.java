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
import tessera.model.ForeignTextSanitizer;
import tessera.model.NodeResourceUse;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;
import tessera.model.UnevaluatedPodConstraints;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.PendingReasonPhrase.ResourceNoun;
import tessera.scheduling.PendingReasonPhrase.ResourceNounKind;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Finds the reason why a GPU pod is on no node. The cluster's own words are kept beside it, in the pod. */
public final class PendingDiagnosisFinder {

    private final GpuFleet fleet;
    private final AcceleratorCatalog accelerators;
    private final ResourceClaimShortageFinder claims;
    private final Map<FleetResourceAvailability.RequestedResourceAmount, FleetResourceAvailability> supplies = new HashMap<>();
    private final Map<ResourceAmounts, Long> roomyNodes = new HashMap<>();
    private final Map<PodDemandKey, EmptiedNodeFits> fits = new HashMap<>();
    /** Made when the first pod is held against nodes. */
    private @Nullable SchedulingSnapshot emptied;
    private @Nullable SchedulingSnapshot current;
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
        return diagnose(pod).reason().text();
    }

    /** Returns the diagnosis by the scheduler's message, the offered resources and the holders. */
    public PendingDiagnosis diagnose(PodSummary pod) {
        return diagnosesByKey.computeIfAbsent(
                new ReasonCacheKey(pod.namespace(), pod.reason(), pod.message(), pod.requests(), pod.claims(),
                        pod.awaitedClaims(), OtherSchedulerMessageExplainer.queueName(pod.labels()),
                        pod.labels().getOrDefault(KueueApiNames.QUEUE_LABEL, ""), pod.schedulingConstraints()),
                _ -> buildDiagnosis(pod));
    }

    /** Returns the reason of a pod without a message in its conditions; other schedulers may tell more in events. */
    private PendingReason silenceReason(PodSummary pod) {
        var scheduler = pod.schedulingConstraints().map(PodSchedulingConstraints::schedulerName)
                .filter(name -> !name.isEmpty());
        if (scheduler.isPresent()) {
            return new PendingReason.NoCustomSchedulerMessage(scheduler.get());
        }
        if (!pod.awaitedClaims().isEmpty()) {
            return new PendingReason.ClaimTemplatesNotApplied(pod.awaitedClaims().size(),
                    pod.awaitedClaims().stream().map(AwaitedResourceClaim::template).distinct().toList());
        }
        return new PendingReason.NoSchedulerReport(claims.missingClaims(pod));
    }

    private PendingDiagnosis buildDiagnosis(PodSummary pod) {
        if (pod.reason().equals("SchedulingGated")) {
            return PendingDiagnosis.forUnknown(PodFitHeadlineBuilder.gatesReason(
                    pod.schedulingConstraints().map(PodSchedulingConstraints::schedulingGates).orElse(List.of()),
                    pod.namespace(), pod.labels()));
        }
        if (pod.message().isEmpty()) {
            return PendingDiagnosis.forUnknown(silenceReason(pod));
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
            return PendingDiagnosis.forUnknown(messageReason(pod, refusal));
        }
        var never = fitsOf(pod).neverReason();
        if (never.isPresent()) {
            return PendingDiagnosis.forNever(never.get());
        }
        var diagnosis = diagnoseMessage(pod, refusal);
        if (diagnosis.prospect() == PendingPodProspect.LATER && !fitsOf(pod).hasUsableNode()) {
            return PendingDiagnosis.forUnknown(diagnosis.reason());
        }
        return diagnosis;
    }

    private static PendingDiagnosis diagnoseElsewhere(PodSummary pod, String scheduler) {
        return PendingDiagnosis.forUnknown(new PendingReason.CustomSchedulerStatus(scheduler,
                OtherSchedulerMessageExplainer.waitingText(scheduler, List.of(pod.message()), pod.labels())));
    }

    /** Returns the reason in the scheduler's message without comparing it with nodes, as not all are read. */
    private PendingReason messageReason(PodSummary pod, Optional<SchedulerFailureMessage> refusal) {
        return refusal.map(message -> reasonOf(pod, message).reason()).or(() -> preFilterRefusal(pod))
                .orElseGet(() -> unexplained(pod));
    }

    private static Optional<PendingReason> preFilterRefusal(PodSummary pod) {
        return PreFilterMessageExplanations.explanationText(pod.message()).map(PendingReason.PreFilterRefusal::new);
    }

    private static PendingReason unexplained(PodSummary pod) {
        return new PendingReason.UnexplainedSchedulerMessage(ForeignTextSanitizer.firstSentence(pod.message()));
    }

    private SchedulerFailureReasonBuilder reasonOf(PodSummary pod, SchedulerFailureMessage refusal) {
        return new SchedulerFailureReasonBuilder(refusal,
                resource -> accelerators.acceleratorOf(resource).isEmpty() ? 0 : pod.requests().get(resource),
                resource -> SchedulerFailureReasonBuilder.plainNoun(resource).orElseGet(() -> nounOf(resource, 0)),
                resource -> refusal.nodes() == fleet.snapshot().nodes().size()
                        && accelerators.acceleratorOf(resource).isPresent()
                                ? roomyNodes
                                        .computeIfAbsent(
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
                diagnosis.reason().with(new PendingReasonPhrase.UncheckedConstraints(ties.constraintNames())));
    }

    /** Returns the remark that nodes came or went since the scheduler's message, whose time is not told; empty where that is not known. */
    private Optional<PendingReasonPhrase> stalenessRemark(int nodes) {
        var clusterSnapshot = fleet.snapshot();
        int here = clusterSnapshot.nodes().size();
        if (here == 0 || here == nodes || !clusterSnapshot.areNodesCurrent() || clusterSnapshot.unread().has("Node")) {
            return Optional.empty();
        }
        return Optional.of(new PendingReasonPhrase.ChangedNodeCount(nodes, here));
    }

    private PendingDiagnosis diagnoseMessage(PodSummary pod, Optional<SchedulerFailureMessage> refusal) {
        var said = refusal.map(message -> reasonOf(pod, message));
        var found = said.map(message -> {
            var reason = message.reason().with(stalenessRemark(refusal.orElseThrow().nodes()));
            if (message.isHopeless()) {
                return diagnoseClosed(pod, message, reason);
            }
            var diagnosis = new PendingDiagnosis(message.prospect(), reason);
            return message.hasOtherReasons() ? diagnosis : addUnresolved(pod, diagnosis);
        });
        // Whoever chooses among nodes, or could not be placed if all others were gone, does not wait for those.
        boolean free = refusal.filter(SchedulerFailureMessage::hasNonMatchingNodes).isEmpty()
                && (said.filter(SchedulerFailureReasonBuilder::isHopeless).isEmpty()
                        || (isComparable(pod) && fitsOf(pod).hasUsableNode()));
        return findShortage(pod, free, found.map(PendingDiagnosis::prospect).orElse(PendingPodProspect.UNKNOWN))
                .map(diagnosis -> addUnresolved(pod, diagnosis))
                .or(() -> said.flatMap(message -> findContradiction(pod, message))).or(() -> found)
                .or(() -> preFilterRefusal(pod).map(PendingDiagnosis::forNever))
                .orElseGet(() -> PendingDiagnosis.forUnknown(unexplained(pod)));
    }

    /** Returns the report with the nodes that accept the pod all the same; empty where none does. */
    private Optional<PendingDiagnosis> findContradiction(PodSummary pod, SchedulerFailureReasonBuilder report) {
        var accepting = report.hasOtherReasons() ? List.<String>of() : acceptingNodes(pod);
        return accepting.isEmpty() ? Optional.empty()
                : Optional.of(PendingDiagnosis.forUnknown(
                        new PendingReason.SchedulerReportContradicted(report.reason(), accepting, Optional.empty())));
    }

    /** Returns the nodes that accept a pod as they are now, whatever the scheduler reported; none where something that decides is not known. */
    private List<String> acceptingNodes(PodSummary pod) {
        if (!isComparable(pod)) {
            return List.of();
        }
        var snapshot = currentNodes(pod);
        var filters = new SchedulerNodeFilters(snapshot,
                PodSchedulingSpec.ofSummary(pod, claims.withoutClaimed(pod.requests())));
        return snapshot.nodes().stream().filter(filters::accepts).map(SchedulerNode::name).toList();
    }

    /** Returns the nodes with their pods. Only a nominated pod takes room of its own there, which does not stand in its way. */
    private SchedulingSnapshot currentNodes(PodSummary pod) {
        if (!pod.nominated().isEmpty()) {
            return SchedulingSnapshot.from(fleet.snapshot(), PodPlacementInputs.none(), pod.uid());
        }
        var known = current;
        if (known == null) {
            known = SchedulingSnapshot.from(fleet.snapshot(), PodPlacementInputs.none(), "");
            current = known;
        }
        return known;
    }

    /** Returns whether all that decides about nodes is known, so that a report can be held against them. */
    private boolean isComparable(PodSummary pod) {
        return fleet.snapshot().isAllocationComplete() && fleet.snapshot().hasAllNodes() && !pod.needsClaims()
                && pod.schedulingConstraints()
                        .filter(constraints -> constraints.unresolved().constraintNames().isEmpty()).isPresent();
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
     * @param reason what the scheduler says
     */
    private PendingDiagnosis diagnoseClosed(PodSummary pod, SchedulerFailureReasonBuilder message,
            PendingReason reason) {
        var nodes = fleet.snapshot().nodes();
        var stand = fitsOf(pod);
        // Which nodes have the devices that it claims only its claims tell.
        if (message.hasOtherReasons() || pod.needsClaims()) {
            return closedDiagnosis(stand, reason);
        }
        // Where the volumes that a pod mounts can be reached is not read for lists.
        boolean exact = pod.schedulingConstraints().filter(constraints -> !constraints.unresolved().volumes())
                .isPresent();
        if (exact && !nodes.isEmpty()) {
            if (stand.hasOpenNode()) {
                return PendingDiagnosis.forUnknown(reason);
            }
            var closed = stand.closedNodes();
            var decisive = closed.isEmpty() ? reason : PodNodeBlockers.reasonOf(closed);
            return closedDiagnosis(stand, decisive);
        }
        if (stand.isClosedForNow()) {
            return PendingDiagnosis.forUnknown(reason.with(new PendingReasonPhrase.ClosedNodesUnchecked()));
        }
        if ((message.hasTemporaryReasons() && !stand.hasTroubledNode())
                || (message.hasUnnamedTaints() && nodes.isEmpty())) {
            return PendingDiagnosis.forUnknown(reason);
        }
        return PendingDiagnosis.forNever(reason);
    }

    private static PendingDiagnosis closedDiagnosis(EmptiedNodeFits stand, PendingReason reason) {
        return stand.isClosedForNow() ? PendingDiagnosis.forUnknown(reason) : PendingDiagnosis.forNever(reason);
    }

    /** Returns the shortage that the numbers alone explain; empty if there seems to be room. */
    private Optional<PendingDiagnosis> findShortage(PodSummary pod, boolean free,
            PendingPodProspect pendingPodProspect) {
        if (!fleet.snapshot().isAllocationComplete() || !fleet.snapshot().hasAllNodes()) {
            return Optional.empty();
        }
        return pod.requests().names().stream()
                .filter(name -> pod.requests().get(name) > 0
                        && accelerators.acceleratorOf(name).filter(AcceleratorCatalogEntry::isCompute).isPresent())
                .flatMap(resource -> {
                    var amount = new FleetResourceAvailability.RequestedResourceAmount(resource,
                            pod.requests().get(resource), pod.message().contains("untolerated taint"));
                    var supply = supplies.computeIfAbsent(amount,
                            asked -> FleetResourceAvailability.of(fleet.nodes(), asked, this::isShared));
                    return findOnlyShares(amount, supply, pendingPodProspect)
                            .or(() -> free ? findHeld(amount, supply) : Optional.empty()).stream();
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
        // What a kubelet makes of who asks for several shares is not known here.
        return Optional.of(new PendingDiagnosis(
                pendingPodProspect == PendingPodProspect.NEVER ? pendingPodProspect : PendingPodProspect.UNKNOWN,
                new PendingReason.OnlyGpuShares(amount.requested(), nounOf(amount.resource(), amount.requested()),
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
            return Optional.of(PendingDiagnosis.forUnknown(closedReason(amount, supply)));
        }
        if (supply.largestFree() == 0) {
            return Optional.of(PendingDiagnosis.forLater(allAllocated(resource, supply)));
        }
        if (supply.largestFree() >= amount.requested()) {
            return Optional.empty();
        }
        return Optional.of(PendingDiagnosis
                .forLater(new PendingReason.DevicesFragmented(amount.requested(), nounOf(resource, amount.requested()),
                        supply.largestFree(), supply.largestFreeShared(), supply.freeElsewhere())));
    }

    private PendingReason closedReason(FleetResourceAvailability.RequestedResourceAmount amount,
            FleetResourceAvailability supply) {
        var resource = amount.resource();
        if (amount.requested() > 1 && fleet.nodes().stream().anyMatch(node -> isShared(node, resource))) {
            // Whoever wants several finds no place where one GPU is cut, however open that node is.
            return new PendingReason.WholeGpusUnavailable(supply.largestWhole() > 0);
        }
        return new PendingReason.DevicesUnavailable(resource, isOffered(resource));
    }

    private PendingReason allAllocated(String resource, FleetResourceAvailability supply) {
        long whole = supply.allocatable() - supply.allocatableShares();
        return whole == 0
                ? new PendingReason.AllDevicesAllocated(supply.allocatable(),
                        new ResourceNoun(ResourceNounKind.SHARE, "", supply.allocatable()), 0, supply.freeElsewhere())
                : new PendingReason.AllDevicesAllocated(whole, nounOf(resource, whole), supply.allocatableShares(),
                        supply.freeElsewhere());
    }

    /** Returns whether a resource named like a GPU is a share of one; a partition is a device of its own, and a pod may have several. */
    private boolean isShared(GpuNode node, String resource) {
        return isGpu(resource)
                && node.groups().stream()
                        .anyMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.SHARED
                                && group.uses().stream().map(NodeResourceUse::resource).anyMatch(resource::equals))
                && !node.isPartitioned();
    }

    private boolean isGpu(String resource) {
        return accelerators.acceleratorOf(resource)
                .filter(kind -> kind.kind().equals("gpu") && kind.unitKind() == ResourceUnitKind.DEVICE).isPresent();
    }

    private ResourceNoun nounOf(String resource, long count) {
        return new ResourceNoun(nounKind(resource), AcceleratorCatalog.shortName(resource), count);
    }

    private ResourceNounKind nounKind(String resource) {
        if (isGpu(resource)) {
            return ResourceNounKind.GPU;
        }
        var kind = accelerators.acceleratorOf(resource);
        if (kind.filter(each -> each.unitKind() == ResourceUnitKind.REPLICA).isPresent()) {
            return ResourceNounKind.SHARE;
        }
        return kind.filter(AcceleratorCatalogEntry::isMig).isPresent() ? ResourceNounKind.MIG_INSTANCE
                : ResourceNounKind.OTHER;
    }
}
