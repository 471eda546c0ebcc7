package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.DraPublishedGpu;
import tessera.gpu.EstimateBoundKind;
import tessera.gpu.FleetPodGpuAllocations;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.NodeGpuModelUsage;
import tessera.gpu.PodOwnerFinder;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.ClusterSnapshot;
import tessera.model.MigNodeLabels;
import tessera.model.NodeResourceUse;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.StatusCondition;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.node.MigChangeProblem;
import tessera.text.MessageCatalog;
import tessera.ui.fleet.FleetAlertsAndRules;
import tessera.ui.inspect.InspectorState.ConditionLine;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.inspect.InspectorState.NodeOrWorkloadPods;
import tessera.ui.inspect.InspectorState.ResourceHolderPod;
import tessera.ui.inspect.InspectorState.ResourceUseLine;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.PodStatusGlyphChooser;
import tessera.ui.kit.StatusGlyph;

/** Computes the state of the inspector. */
final class InspectorStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorStateBuilder.class);

    private final AcceleratorCatalog accelerators;
    private final InspectorVerdictBuilder verdicts;

    InspectorStateBuilder(AcceleratorCatalog accelerators, FleetAlertsAndRules fleetAlerts) {
        this.accelerators = accelerators;
        this.verdicts = new InspectorVerdictBuilder(accelerators, fleetAlerts);
    }

    InspectorState project(GpuFleet fleet, InspectorInput query) {
        var state = knownState(fleet, query);
        return state.present() && isPast(fleet.snapshot(), query.target()) ? state.asPast() : state;
    }

    /** Returns whether the known state of an object may be outdated. */
    private static boolean isPast(ClusterSnapshot clusterSnapshot, ObjectRef target) {
        return !(clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection)
                || (target.kind().equals("Node") ? clusterSnapshot.nodeHealth()
                        : clusterSnapshot.podHealth()) instanceof SnapshotCollectionHealth.StaleCollection;
    }

    private InspectorState knownState(GpuFleet fleet, InspectorInput query) {
        var target = query.target();
        if (target.kind().equals("Node")) {
            return fleet.snapshot().findNode(target.name()).map(node -> nodeState(fleet, query, node)).orElseGet(
                    () -> InspectorState.ofGone(InspectedSubject.of(query), MESSAGES.text("state.nodeGone")));
        }
        if (!target.kind().equals("Pod")) {
            return workloadState(fleet, query);
        }
        return fleet.snapshot().findPod(target.namespace(), target.name()).map(pod -> podState(fleet, query, pod))
                .orElseGet(() -> InspectorState.ofGone(InspectedSubject.of(query), MESSAGES.text("state.podGone")));
    }

    private InspectorState nodeState(GpuFleet fleet, InspectorInput query, NodeWithBoundPods info) {
        var gpus = fleet.node(info.name());
        var devices = InspectedDevices.of(fleet, query.target(), query.chosenDevice().orElse(null));
        if (gpus.isPresent() && devices.selected().isPresent()) {
            return deviceState(fleet, query, gpus.get(), devices);
        }
        var visibility = fleet.snapshot().podVisibility();
        var nodeSummary = info.nodeSummary();
        var holdings = new FleetPodGpuAllocations(fleet, accelerators);
        var conditions = nodeSummary.conditions().stream()
                .map(statusCondition -> conditionLine(statusCondition, fleet, query)).toList();
        var pods = info.pods().stream().filter(PodSummary::holdsResources)
                .sorted(Comparator.comparing((PodSummary pod) -> !accelerators.isRequestedBy(pod))
                        .thenComparing(PodStatusGlyphChooser.mostUrgentFirst())
                        .thenComparing(PodSummary::key, NaturalNameComparator.INSTANCE))
                .map(pod -> holderOf(pod, holdings)).toList();
        var glyph = gpus.map(GpuNode::state).map(StatusGlyph::forNode)
                .orElse(nodeSummary.isReady() ? StatusGlyph.READY : StatusGlyph.BROKEN);
        var verdict = gpus.map(node -> verdicts.ofNode(fleet, node, query.now())).orElse(InspectorVerdict.UNKNOWN);
        return new InspectorState(InspectedSubject.of(query), glyph, MESSAGES.text("state.node", nodeText(gpus, info)),
                verdict, "", nodeFacts(fleet, query, info, verdict), List.of(), resourceUses(info, gpus, visibility),
                conditions, labelFacts(nodeSummary.labels()), new NodeOrWorkloadPods(pods, visibility),
                gpus.map(node -> NodeGpuMeasurements.of(fleet, node, query.now(), query.placements()))
                        .orElse(NodeGpuMeasurements.NONE),
                true);
    }

    private InspectorState deviceState(GpuFleet fleet, InspectorInput query, GpuNode node, InspectedDevices devices) {
        var device = devices.devices().getFirst();
        var holdings = new FleetPodGpuAllocations(fleet, accelerators);
        var pods = device.knownHolders().stream().map(pod -> holderOf(pod, holdings)).toList();
        var verdict = verdicts.ofDevice(fleet, device, query.now());
        return new InspectorState(new InspectedSubject(query.target(), query.chosenDevice(), devices.selected()),
                deviceGlyph(device), MESSAGES.text("state.device", node.name(), device.product().title()), verdict, "",
                deviceFacts(node, device), List.of(), List.of(), List.of(), List.of(),
                new NodeOrWorkloadPods(pods, fleet.snapshot().podVisibility()),
                NodeGpuMeasurements.of(fleet, node, query.now(), query.placements()).onlyOf(device), true);
    }

    private static StatusGlyph deviceGlyph(GpuDevice device) {
        return switch (device.status()) {
            case UNHEALTHY, FAULTY, NOT_OFFERED -> StatusGlyph.BROKEN;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
            case MAINTENANCE -> StatusGlyph.CORDONED;
            case USABLE -> device.node().isClosed() ? StatusGlyph.CORDONED : StatusGlyph.READY;
        };
    }

    private static List<InspectorNameValue> deviceFacts(GpuNode node, GpuDevice device) {
        var list = new ArrayList<InspectorNameValue>();
        device.holders()
                .forEach(pod -> list
                        .add(new InspectorNameValue(MESSAGES.text("fact.pod", device.possibleHolders().contains(pod)),
                                pod.key(), Optional.of(ObjectRef.pod(pod.namespace(), pod.name())))));
        addFact(list, MESSAGES.text("fact.claims"), String.join("\n", device.claims()));
        addFact(list, MESSAGES.text("fact.sharing"), node.divisionText());
        addFact(list, MESSAGES.text("fact.uuid", device.isInstance()), device.uuid());
        addFact(list, MESSAGES.text("fact.driver"), node.driver());
        return list;
    }

    private static String nodeText(Optional<GpuNode> gpus, NodeWithBoundPods info) {
        var state = gpus.map(GpuNode::state)
                .orElse(info.nodeSummary().isReady() ? GpuNodeState.READY : GpuNodeState.NOT_READY);
        var text = switch (state) {
            case UNREACHABLE -> MESSAGES.text("node.unreachable");
            case NOT_READY -> MESSAGES.text("node.notReady");
            case CHANGING -> MESSAGES.text("node.changing");
            case NOT_OFFERED -> MESSAGES.text("node.notOffered");
            case UNHEALTHY -> MESSAGES.text("node.unhealthy");
            case FAULTY -> MESSAGES.text("node.faulty");
            case OFFER_UNKNOWN -> MESSAGES.text("node.offerUnknown");
            case MAINTENANCE -> MESSAGES.text("node.maintenance");
            case CORDONED, READY -> MESSAGES.text("node.ready");
        };
        var by = CordonOwnerCatalog.standard().findOwner(info.nodeSummary()).map(owner -> owner.name());
        if (info.nodeSummary().unschedulable()) {
            return MESSAGES.text("node.cordoned", text, by);
        }
        return by.map(owner -> MESSAGES.text("node.closed", text, owner)).orElse(text);
    }

    private static List<InspectorNameValue> nodeFacts(GpuFleet fleet, InspectorInput query, NodeWithBoundPods info,
            InspectorVerdict verdict) {
        var nodeSummary = info.nodeSummary();
        var list = new ArrayList<InspectorNameValue>();
        var node = fleet.node(info.name()).orElse(null);
        if (node != null) {
            addFact(list, MESSAGES.text("fact.model"), node.label().isEmpty() ? node.product().title() : node.label());
            addFact(list, node.hasCurrentDriver() ? MESSAGES.text("fact.driver") : MESSAGES.text("fact.driverStale"),
                    node.driver() + (node.cuda().isEmpty() ? "" : " · CUDA " + node.cuda()));
            addFact(list, MESSAGES.text("fact.faults"), verdict.unlessTold(String.join("\n", node.faultTexts())));
            addFact(list, MESSAGES.text("fact.sharing"), node.divisionText());
            list.addAll(ResourceClaimFactFactory.factsOf(fleet.snapshot(), node));
            var migProblem = MigChangeProblem
                    .of(nodeSummary.labels(),
                            node.freeBlock() > 0 || node.uses().stream().anyMatch(use -> use.allocatable() > 0))
                    .orElse(null);
            if (migProblem != null) {
                addFact(list, "MIG", MESSAGES.text("fact.migProblem", migProblem.text(),
                        AgeFormatter.ageOf(nodeSummary.migWritten(), fleet.snapshot(), query.now())));
            }
            addFact(list, MESSAGES.text("fact.migConfig"), nodeSummary.label(MigNodeLabels.CONFIG)
                    + withSeparator(" · ", nodeSummary.label(MigNodeLabels.STATE)));
        }
        addFact(list, MESSAGES.text("fact.taints"),
                nodeSummary.taints().stream().map(Taint::toString).collect(Collectors.joining("\n")));
        addFact(list, MESSAGES.text("fact.zone"), nodeSummary.label("topology.kubernetes.io/zone"));
        addFact(list, MESSAGES.text("fact.instance"), nodeSummary.label("node.kubernetes.io/instance-type"));
        addFact(list, MESSAGES.text("fact.address"), nodeSummary.address());
        addFact(list, MESSAGES.text("fact.kubelet"),
                nodeSummary.system().kubelet() + withSeparator(" · ", nodeSummary.system().runtime()));
        addFact(list, MESSAGES.text("fact.system"),
                nodeSummary.system().os() + withSeparator(" · ", nodeSummary.system().kernel()));
        addFact(list, MESSAGES.text("fact.age"),
                AgeFormatter.ageOf(nodeSummary.created(), fleet.snapshot(), query.now()));
        return list;
    }

    private static String withSeparator(String separator, String text) {
        return text.isEmpty() ? "" : separator + text;
    }

    private static void addFact(List<InspectorNameValue> facts, String name, String value) {
        if (!value.isBlank()) {
            facts.add(new InspectorNameValue(name, value.strip()));
        }
    }

    private static List<ResourceUseLine> resourceUses(NodeWithBoundPods info, Optional<GpuNode> gpus,
            PodListCompleteness visibility) {
        boolean known = visibility != PodListCompleteness.NONE;
        var boundKind = visibility == PodListCompleteness.ALL ? EstimateBoundKind.EXACT : EstimateBoundKind.AT_LEAST;
        var uses = new ArrayList<ResourceUseLine>();
        var node = gpus.orElse(null);
        if (node != null) {
            NodeGpuModelUsage.of(node, visibility).forEach(amount -> {
                var use = amount.use();
                uses.add(new ResourceUseLine(amount.sourceText(), known ? use.allocated() : -1, amount.allocated(),
                        use.allocatable(), allocationText(node, use, visibility)));
            });
        }
        for (var resource : List.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, ResourceAmounts.PODS)) {
            var use = info.useOf(resource);
            long allocated = resource.equals(ResourceAmounts.PODS)
                    ? info.pods().stream().filter(PodSummary::holdsResources).count()
                    : use.allocated();
            if (use.allocatable() > 0) {
                uses.add(new ResourceUseLine(resource, known ? allocated : -1, boundKind, use.allocatable(), ""));
            }
        }
        return uses;
    }

    private static String allocationText(GpuNode node, NodeResourceUse use, PodListCompleteness visibility) {
        if (use.overcommitted() > 0) {
            return MESSAGES.text("use.overcommitted",
                    GroupedNumberFormatter.atLeast(use.overcommitted(), visibility == PodListCompleteness.ALL));
        }
        if (node.isLost()) {
            return MESSAGES.text("use.stale");
        }
        long faulty = use.free() - node.usableUnits(use);
        var withheld = node.withheldDevices() > 0 ? node.withheldText(use) : "";
        if (faulty == 0) {
            return withheld;
        }
        return withheld + withSeparator(withheld.isEmpty() ? "" : " · ", MESSAGES.text("use.faulty", faulty));
    }

    private static ConditionLine conditionLine(StatusCondition statusCondition, GpuFleet fleet, InspectorInput query) {
        return new ConditionLine(conditionGlyph(statusCondition), statusCondition.type(), statusCondition.status(),
                AgeFormatter.ageOf(statusCondition.since(), fleet.snapshot(), query.now()), statusCondition.message());
    }

    /** Returns the sign of a condition; of a type that nobody knows it is not known which status is the good one. */
    private static StatusGlyph conditionGlyph(StatusCondition statusCondition) {
        var catalog = NodeFaultSignalCatalog.standard();
        if (statusCondition.status().equals("Unknown")) {
            return StatusGlyph.UNREACHABLE;
        }
        boolean good = statusCondition.type().equals("Ready") ? statusCondition.isTrue()
                : catalog.faultOf(statusCondition).isEmpty()
                        && !(statusCondition.isTrue() && statusCondition.type().matches(".*(Pressure|Unavailable)"));
        if (!good) {
            return StatusGlyph.WARNING;
        }
        if (catalog.knowsCondition(statusCondition.type())) {
            return StatusGlyph.READY;
        }
        return StatusGlyph.INFO;
    }

    private static List<InspectorNameValue> labelFacts(Map<String, String> labels) {
        return labels.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(entry -> new InspectorNameValue(entry.getKey(), entry.getValue())).toList();
    }

    private static ResourceHolderPod holderOf(PodSummary pod, FleetPodGpuAllocations holdings) {
        var counted = holdings.allocationsOf(List.of(pod)).stream()
                .map(held -> GroupedNumberFormatter.count(held.number()) + " × " + held.unit());
        var holds = Stream.concat(counted, pod.claims().stream().map(name -> MESSAGES.text("holder.claim", name)))
                .collect(Collectors.joining(", "));
        return new ResourceHolderPod(ObjectRef.pod(pod.namespace(), pod.name()), PodStatusGlyphChooser.glyphOf(pod),
                holds, pod.status(), pod.waitsForNode());
    }

    private InspectorState workloadState(GpuFleet fleet, InspectorInput query) {
        var holdings = new FleetPodGpuAllocations(fleet, accelerators);
        var clusterSnapshot = fleet.snapshot();
        var made = clusterSnapshot.pods().filter(pod -> PodOwnerFinder.isMaker(query.target(), pod)).sorted(
                PodStatusGlyphChooser.mostUrgentFirst().thenComparing(PodSummary::name, NaturalNameComparator.INSTANCE))
                .toList();
        var pods = made.stream().map(pod -> holderOf(pod, holdings)).toList();
        return InspectorState.ofWorkload(InspectedSubject.of(query),
                podsSign(pods.stream().map(ResourceHolderPod::glyph).collect(Collectors.toSet())),
                verdicts.ofWorkload(fleet, made), new NodeOrWorkloadPods(pods, clusterSnapshot.podVisibility()));
    }

    /** Returns the sign of a workload: ready where a pod runs and none has a problem. */
    private static StatusGlyph podsSign(Set<StatusGlyph> pods) {
        var open = pods.stream().filter(glyph -> glyph != StatusGlyph.NONE).toList();
        if (pods.isEmpty()) {
            return StatusGlyph.WAITING;
        }
        if (open.isEmpty()) {
            return StatusGlyph.NONE;
        }
        if (open.equals(List.of(StatusGlyph.READY))) {
            return StatusGlyph.READY;
        }
        return StatusGlyph.WARNING;
    }

    private InspectorState podState(GpuFleet fleet, InspectorInput query, PodSummary pod) {
        var requests = pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0)
                .map(name -> new InspectorNameValue(resourceTitle(name), amountText(name, pod.requests().get(name))))
                .collect(Collectors.toCollection(ArrayList::new));
        KaiGpuFraction.fromAnnotations(pod).ifPresent(
                part -> requests.add(new InspectorNameValue(MESSAGES.text("fact.fraction"), part.fractionText())));
        if (!accelerators.isRequestedBy(pod) && !pod.needsClaims()) {
            requests.add(new InspectorNameValue(MESSAGES.text("fact.gpus"), MESSAGES.text("fact.noGpus")));
        }
        var gpus = NodeGpuMeasurements.heldBy(fleet, pod, query);
        return new InspectorState(InspectedSubject.of(query), PodStatusGlyphChooser.glyphOf(pod),
                MESSAGES.text("state.pod", pod.namespace(), pod.status()),
                verdicts.ofPod(fleet, pod, gpus.devices(), query.now()), pod.message(), podFacts(fleet, query, pod),
                requests, List.of(), List.of(), labelFacts(pod.labels()), NodeOrWorkloadPods.NONE, gpus, true);
    }

    /** Returns the name of a resource for texts; vendor resources keep their own name. */
    static String resourceTitle(String resource) {
        return switch (resource) {
            case ResourceAmounts.CPU -> MESSAGES.text("use.cpu");
            case ResourceAmounts.MEMORY -> MESSAGES.text("use.memory");
            default -> resource;
        };
    }

    private static String amountText(String resource, long amount) {
        if (resource.equals(ResourceAmounts.CPU)) {
            return GroupedNumberFormatter.coresWithUnit(amount);
        }
        if (isInBytes(resource)) {
            return GroupedNumberFormatter.bytes(amount);
        }
        return GroupedNumberFormatter.count(amount);
    }

    private static boolean isInBytes(String resource) {
        return resource.equals(ResourceAmounts.MEMORY) || resource.equals("ephemeral-storage")
                || ResourceNames.isHugePages(resource);
    }

    /** Returns an amount in the same units as sums; as it was written where they would round it. */
    static String amountText(String resource, String amount) {
        var known = QuantityParser.parseAmount(resource, amount);
        if (known.isEmpty()) {
            return amount;
        }
        var text = amountText(resource, known.getAsLong());
        if (!isInBytes(resource) || QuantityParser.parseUnits(text.replace(" ", "").replace("B", "")).equals(known)) {
            return text;
        }
        return amount;
    }

    private static List<InspectorNameValue> podFacts(GpuFleet fleet, InspectorInput query, PodSummary pod) {
        var list = new ArrayList<InspectorNameValue>();
        var owner = PodOwnerFinder.ownerOf(pod);
        list.add(new InspectorNameValue(MESSAGES.text("fact.owner"),
                owner.exists() ? owner.kind() + " " + owner.name() : MESSAGES.text("fact.noOwner"),
                WorkloadKind.ownerRef(pod.namespace(), owner)));
        list.add(new InspectorNameValue(MESSAGES.text("fact.node"),
                pod.node().isEmpty() ? MESSAGES.text("fact.noNode") : pod.node(),
                Optional.of(ObjectRef.node(pod.node())).filter(node -> !pod.node().isEmpty())));
        addFact(list, MESSAGES.text("fact.nominated"), pod.nominated());
        list.addAll(ResourceClaimFactFactory.factsOf(fleet.snapshot(), pod));
        // Of a pending pod the verdict tells it in words.
        if (!pod.waitsForNode()) {
            addFact(list, MESSAGES.text("fact.reason"), pod.reason());
        }
        addFact(list, MESSAGES.text("fact.containers"), MESSAGES.text("fact.containersReady", pod.ready(), pod.total())
                + (pod.restarts() > 0 ? " · " + CountedNoun.RESTART.countText(pod.restarts()) : ""));
        addFact(list, MESSAGES.text("fact.priority"), pod.priority() == 0 ? "" : Integer.toString(pod.priority()));
        addFact(list, MESSAGES.text("fact.age"), AgeFormatter.ageOf(pod.created(), fleet.snapshot(), query.now()));
        return list;
    }

    /** Facts about ResourceClaims: those that hold devices of a node, and those of a pod. */
    private static final class ResourceClaimFactFactory {

        private ResourceClaimFactFactory() {}

        static List<InspectorNameValue> factsOf(ClusterSnapshot clusterSnapshot, GpuNode node) {
            var facts = new ArrayList<InspectorNameValue>();
            var boards = node.claimedBoards().gpus();
            var claims = node.claimedBoards().claims();
            if (!boards.isEmpty()) {
                facts.add(new InspectorNameValue(MESSAGES.text("fact.claims"),
                        MESSAGES.text("fact.claimsOn", CountedNoun.CLAIM.countText(claims.size()),
                                boards.stream().filter(DraPublishedGpu::isHeld).count(),
                                CountedNoun.GPU.countText(boards.size()))));
            }
            if (!claims.isEmpty()) {
                var problems = ClusterResourceClaimOverview.of(clusterSnapshot).claims().stream().filter(
                        claimSummary -> claimSummary.status().isProblem() && claims.contains(claimSummary.claim()))
                        .map(claimSummary -> "%s · %s · %s".formatted(claimSummary.claim().key(),
                                claimSummary.allocationText(), claimSummary.message()))
                        .toList();
                if (!problems.isEmpty()) {
                    facts.add(new InspectorNameValue(MESSAGES.text("fact.claimProblems"), String.join("\n", problems)));
                }
            }
            var tainted = boards.stream().flatMap(ResourceClaimFactFactory::taintTexts).distinct().toList();
            if (!tainted.isEmpty()) {
                facts.add(new InspectorNameValue(MESSAGES.text("fact.deviceTaints"), String.join("\n", tainted)));
            }
            return facts;
        }

        private static Stream<String> taintTexts(DraPublishedGpu gpu) {
            return gpu.taints().stream().map(taint -> gpu.name() + ": " + taint.taint());
        }

        static List<InspectorNameValue> factsOf(ClusterSnapshot clusterSnapshot, PodSummary pod) {
            if (pod.claims().isEmpty()) {
                return List.of();
            }
            var lines = ClusterResourceClaimOverview.of(clusterSnapshot).claims().stream()
                    .filter(claimSummary -> claimSummary.claim().namespace().equals(pod.namespace())
                            && pod.claims().contains(claimSummary.claim().name()))
                    .map(ResourceClaimFactFactory::claimText).collect(Collectors.joining("\n"));
            if (lines.isEmpty()) {
                return List.of();
            }
            return List.of(new InspectorNameValue(MESSAGES.text("fact.claims"), lines));
        }

        private static String claimText(ResourceClaimSummary claimSummary) {
            var held = claimSummary.claim().isAllocated() ? claimSummary.allocationText()
                    : MESSAGES.text("fact.claimWaits");
            return "%s · %s%s".formatted(claimSummary.claim().name(), held,
                    claimSummary.status().isProblem() || claimSummary.status() == ResourceClaimStatus.PENDING
                            ? " · " + claimSummary.message()
                            : "");
        }
    }
}
