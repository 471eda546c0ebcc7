package tessera.plan.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.mig.MigProductCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.MigConfigMaps;
import tessera.plan.context.MigManagerStoppedHostServices;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.NodeLookupResult;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.intent.MigRepairIntent;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.RequestedMigLayout;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.node.MigPlanner.MigPlannerInput;
import tessera.plan.step.PlanStep;
import tessera.plan.step.RunningStepControl;

/** Plans node intents: reads the input, then calls a pure planner. Safe for use by several threads. */
public final class NodePlanService {

    /** How often, and how often at most, one looks whether the snapshot has seen what the server has. */
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final int GLANCES = 50;

    private final PlannerInputReader inputReader;
    private final Supplier<ClusterSnapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final MigProductCatalog products = MigProductCatalog.bundled();

    public NodePlanService(PlannerInputReader inputReader, Supplier<ClusterSnapshot> snapshot,
            AcceleratorCatalog accelerators) {
        this.inputReader = inputReader;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(NodeChangeIntent intent) throws ProblemException, InterruptedException {
        var input = readSurvey(intent);
        var planned = switch (intent) {
            case NodeChangeIntent.ChangeTaintsIntent taints -> NodeTaintPlanner.plan(taints, input);
            case NodeChangeIntent.ChangeLabelsIntent labels -> NodeLabelPlanner.plan(labels, input);
            case NodeChangeIntent.CordonNodesIntent cordonNodesIntent -> CordonPlanner.plan(cordonNodesIntent, input);
            case NodeChangeIntent.UncordonNodesIntent uncordon -> CordonPlanner.plan(uncordon, input);
            case NodeChangeIntent.DrainNodesIntent drainNodes -> DrainPlanner.plan(drainNodes, input);
            case NodeChangeIntent.ApplyMigConfigIntent mig ->
                MigPlanner.plan(mig, input, new MigPlannerInput(readOffers(mig, input), readSource(mig, input),
                        readHostClients(input), readFailureLogs(input)), products);
            case MigRepairIntent mend -> MigRepairPlanner.plan(mend, input,
                    new MigRepairPlanner.MigRepairInput(readOffers(input), readRetryProblems(mend, input)), products);
            case NodeChangeIntent.AdvertiseResourceIntent resource -> NodeExtendedResourcePlanner.plan(resource, input);
        };
        return NodeTargetResolver.requireNodes(planned, input);
    }

    /**
     * Returns the evictions of pods that came to a node after planning; waits until they are visible.
     *
     * @throws ProblemException also when they may not be lost
     */
    public List<PlanStepWithUndo> latecomerSteps(PlanStep.EvictLatePodsStep step, RunningStepControl stepListener)
            throws ProblemException, InterruptedException {
        var evictions = planLatecomers(step);
        for (int glance = 0; glance < GLANCES && evictions.isSnapshotBehind() && stepListener.pause(GLANCE); glance++) {
            evictions = planLatecomers(step);
        }
        var node = inputReader.readNode(step.object().name());
        var refusals = evictions.refusals(List.of(node));
        if (!refusals.isEmpty()) {
            throw new ProblemException(refusals.getFirst());
        }
        var steps = new ArrayList<>(evictions.evictionSteps(_ -> true));
        evictions.awaitEmptyStep(node).ifPresent(steps::add);
        return steps;
    }

    private EvictionPlanner planLatecomers(PlanStep.EvictLatePodsStep step)
            throws ProblemException, InterruptedException {
        var input = readSurvey(new NodeChangeIntent.DrainNodesIntent(TargetNodeSelection.of(step.object().name()),
                step.drainSettings()));
        var pods = new DrainPodEffectCalculator(input).effectsOn(NodeTargetResolver.foundNodes(input),
                pod -> !pod.phase().isTerminal() && !step.knownPodUids().contains(pod.uid())
                        && (!step.accelerators() || input.countAccelerators(pod) > 0));
        return new EvictionPlanner(step.drainSettings(), input, pods);
    }

    private NodeAndPodPlannerInput readSurvey(NodeChangeIntent intent) throws ProblemException, InterruptedException {
        var now = snapshot.get();
        var names = intent.nodes().namesIn(now);
        var lookupResult = NodeLookupResult.read(inputReader, names);
        boolean evicts = intent instanceof NodeChangeIntent.DrainNodesIntent
                || intent instanceof NodeChangeIntent.ApplyMigConfigIntent || intent instanceof MigRepairIntent;
        boolean repels = intent instanceof NodeChangeIntent.ChangeTaintsIntent;
        var details = evicts || repels || intent instanceof NodeChangeIntent.ChangeLabelsIntent
                ? readDetails(names, repels)
                : new NodeReadResult<>(Map.<String, PodPlanningDetails>of(), Optional.empty());
        if (evicts) {
            markOrphans(details.value(), now, names);
        }
        var budgets = evicts ? readBudgets(now, names)
                : new NodeReadResult<>(List.<PodDisruptionBudget>of(), Optional.empty());
        return new NodeAndPodPlannerInput(now, accelerators, names, lookupResult.nodes(), details.value(),
                budgets.value(), lookupResult.missing(), details.problem(), budgets.problem());
    }

    /** Returns why MIG managers could not repeat what failed, by node. */
    private Map<String, Problem> readRetryProblems(MigRepairIntent intent, NodeAndPodPlannerInput input)
            throws ProblemException, InterruptedException {
        if (intent.repair() != MigRepairIntent.MigRepairAction.RESTART_MANAGER) {
            return Map.of();
        }
        return new MigManagerRestartObstacleFinder(inputReader, input.snapshot()).hindrancesOf(NodeTargetResolver
                .foundNodes(input).stream().collect(Collectors.toMap(PlanTargetNode::name, PlanTargetNode::labels)));
    }

    /** Returns what logs say of changes that failed: a plan does not fail for want of them. */
    private MigFailureLogs readFailureLogs(NodeAndPodPlannerInput input) throws InterruptedException {
        var finder = new MigManagerRestartObstacleFinder(inputReader, input.snapshot());
        var logs = new MigFailureLogs(new HashMap<>(), new HashMap<>());
        for (var node : NodeTargetResolver.foundNodes(input)) {
            try {
                finder.hindranceOf(node.name(), node.labels())
                        .ifPresent(problem -> logs.hindrances().put(node.name(), problem));
            } catch (ProblemException problemException) {
                logs.gaps().put(node.name(), problemException.problem());
            }
        }
        return logs;
    }

    private MigManagerStoppedHostServices readHostClients(NodeAndPodPlannerInput input) throws InterruptedException {
        try {
            return inputReader.readHostClients(managerNamespace(input));
        } catch (ProblemException problemException) {
            return MigManagerStoppedHostServices.unknownDueTo(problemException.problem());
        }
    }

    /** Returns the namespace of the MIG managers; empty if none is visible. */
    private static String managerNamespace(NodeAndPodPlannerInput input) {
        if (input.targets().isEmpty()) {
            return "";
        }
        return MigConfigurationChoices.managerNamespace(input.snapshot(), input.targets().getFirst());
    }

    /** Reads the ConfigMaps of the MIG managers, which only a change of them needs. */
    private MigConfigMaps readSource(NodeChangeIntent.ApplyMigConfigIntent intent, NodeAndPodPlannerInput input)
            throws ProblemException, InterruptedException {
        if (intent.layout() instanceof RequestedMigLayout.ExistingConfigurationLayout && !intent.mixed()) {
            return MigConfigMaps.NONE;
        }
        var capable = input.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                .filter(node -> node.label(MigNodeLabels.CAPABLE).equals("true")).map(NodeSummary::name)
                .collect(Collectors.toSet());
        return inputReader.readMigSource(managerNamespace(input), capable);
    }

    /** Returns the offers with a custom layout, which is offered by the time of the change. */
    private Map<String, AcceptedMigConfigurations> readOffers(NodeChangeIntent.ApplyMigConfigIntent intent,
            NodeAndPodPlannerInput input) throws InterruptedException {
        var offers = readOffers(input);
        if (intent.layout() instanceof RequestedMigLayout.CustomMigLayout customLayout) {
            offers.replaceAll((_, configurations) -> configurations.withConfig(customLayout.toConfig()));
        }
        return offers;
    }

    private Map<String, AcceptedMigConfigurations> readOffers(NodeAndPodPlannerInput input)
            throws InterruptedException {
        var offers = new HashMap<String, AcceptedMigConfigurations>();
        for (var node : input.nodes().keySet()) {
            try {
                offers.put(node, inputReader.readMigOffer(node,
                        MigConfigurationChoices.managerNamespace(input.snapshot(), node)));
            } catch (ProblemException problemException) {
                offers.put(node, AcceptedMigConfigurations.unknownDueTo(problemException.problem()));
            }
        }
        return offers;
    }

    /** @param waiting whether to read pods that are on no node, too */
    private NodeReadResult<Map<String, PodPlanningDetails>> readDetails(List<String> names, boolean waiting)
            throws InterruptedException {
        var details = new HashMap<String, PodPlanningDetails>();
        try {
            for (var name : names) {
                inputReader.podsOn(name).forEach(pod -> details.put(pod.uid(), pod));
            }
            if (waiting) {
                inputReader.unboundPods().forEach(pod -> details.put(pod.uid(), pod));
            }
            return new NodeReadResult<>(details, Optional.empty());
        } catch (ProblemException problemException) {
            return new NodeReadResult<>(details, Optional.of(problemException.problem()));
        }
    }

    /** Marks pods whose DaemonSet does not exist: kubectl drains them as pods that nobody creates again. */
    private void markOrphans(Map<String, PodPlanningDetails> details, ClusterSnapshot now, List<String> names)
            throws InterruptedException {
        var daemons = names.stream().flatMap(name -> now.findNode(name).stream()).flatMap(node -> node.pods().stream())
                .filter(pod -> WorkloadKind.DAEMON_SET.isKindOf(pod.owner()) && !pod.phase().isTerminal())
                .collect(Collectors
                        .groupingBy(pod -> WorkloadKind.DAEMON_SET.objectRef(pod.namespace(), pod.owner().name())));
        for (var missing : inputReader.missingDaemonSets(daemons.keySet())) {
            for (var pod : daemons.getOrDefault(missing, List.of())) {
                details.computeIfPresent(pod.uid(), (_, detail) -> detail.asOrphan());
            }
        }
    }

    private NodeReadResult<List<PodDisruptionBudget>> readBudgets(ClusterSnapshot now, List<String> names)
            throws InterruptedException {
        var namespaces = new TreeSet<String>();
        for (var name : names) {
            now.findNode(name)
                    .ifPresent(node -> node.pods().stream().map(PodSummary::namespace).forEach(namespaces::add));
        }
        try {
            return new NodeReadResult<>(inputReader.readBudgets(namespaces), Optional.empty());
        } catch (ProblemException problemException) {
            return new NodeReadResult<>(List.of(), Optional.of(problemException.problem()));
        }
    }

    /** @param problem why it may not be all */
    private record NodeReadResult<T>(T value, Optional<Problem> problem) {}
}
