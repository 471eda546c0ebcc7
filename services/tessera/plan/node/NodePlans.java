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
import tessera.insight.AcceleratorCatalog;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.context.BudgetStatus;
import tessera.plan.context.FoundNodes;
import tessera.plan.context.HostClients;
import tessera.plan.context.MigOffer;
import tessera.plan.context.MigSource;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.context.PodDetail;
import tessera.plan.context.SurveyLookups;
import tessera.plan.intent.MigLayoutRequest;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.plan.intent.RepairMig;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepListener;

/** Plans node intents: reads the input, then calls a pure planner. Safe for use by several threads. */
public final class NodePlans {

    /** How often, and how often at most, one looks whether the snapshot has seen what the server has. */
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final int GLANCES = 50;

    private final SurveyLookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final MigProducts products = MigProducts.bundled();

    public NodePlans(SurveyLookups lookups, Supplier<Snapshot> snapshot, AcceleratorCatalog accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(NodeIntent intent) throws Failure, InterruptedException {
        var survey = readSurvey(intent);
        var planned = switch (intent) {
            case NodeIntent.ChangeTaints taints -> TaintPlanner.plan(taints, survey);
            case NodeIntent.ChangeLabels labels -> LabelPlanner.plan(labels, survey);
            case NodeIntent.Cordon cordon -> CordonPlanner.plan(cordon, survey);
            case NodeIntent.UncordonNodes uncordon -> CordonPlanner.plan(uncordon, survey);
            case NodeIntent.Drain drain -> DrainPlanner.plan(drain, survey);
            case NodeIntent.ApplyMigConfig mig ->
                MigPlanner.plan(mig, survey,
                        new MigPlannerInput(readOffers(mig, survey), readSource(mig, survey), readHostClients(survey)),
                        products);
            case RepairMig mend ->
                MigRepairPlanner.plan(mend, survey,
                        new MigRepairPlanner.MigRepairInput(readOffers(survey), readRetryProblems(mend, survey)),
                        products);
            case NodeIntent.AdvertiseResource resource -> ResourcePlanner.plan(resource, survey);
        };
        return NodeTargeting.requireNodes(planned, survey);
    }

    /**
     * Returns the evictions of pods that came to a node after planning; waits until they are visible.
     *
     * @throws Failure also when they may not be lost
     */
    public List<PlannedStep> latecomerSteps(PlanStep.EvictLatePods step, StepListener attendant)
            throws Failure, InterruptedException {
        var evictions = planLatecomers(step);
        for (int glance = 0; glance < GLANCES && evictions.isSnapshotBehind() && attendant.pause(GLANCE); glance++) {
            evictions = planLatecomers(step);
        }
        var node = lookups.readNode(step.object().name());
        var refusals = evictions.refusals(List.of(node));
        if (!refusals.isEmpty()) {
            throw new Failure(refusals.getFirst());
        }
        var steps = new ArrayList<>(evictions.evictionSteps(_ -> true));
        evictions.awaitEmptyStep(node).ifPresent(steps::add);
        return steps;
    }

    private EvictionPlanner planLatecomers(PlanStep.EvictLatePods step) throws Failure, InterruptedException {
        var survey = readSurvey(new NodeIntent.Drain(NodeTargets.of(step.object().name()), step.terms()));
        var pods = new DrainEffects(survey).effectsOn(NodeTargeting.foundNodes(survey),
                pod -> !step.knownPodUids().contains(pod.uid())
                        && (!step.accelerators() || survey.countAccelerators(pod) > 0));
        return new EvictionPlanner(step.terms(), survey, pods);
    }

    private PlanSurvey readSurvey(NodeIntent intent) throws Failure, InterruptedException {
        var now = snapshot.get();
        var names = intent.nodes().namesIn(now);
        var found = FoundNodes.read(lookups, names);
        boolean evicts = intent instanceof NodeIntent.Drain || intent instanceof NodeIntent.ApplyMigConfig
                || intent instanceof RepairMig;
        boolean repels = intent instanceof NodeIntent.ChangeTaints;
        var details = evicts || repels || intent instanceof NodeIntent.ChangeLabels ? readDetails(names, repels)
                : new NodeReadResult<>(Map.<String, PodDetail>of(), Optional.empty());
        var budgets = evicts ? readBudgets(now, names)
                : new NodeReadResult<>(List.<BudgetStatus>of(), Optional.empty());
        return new PlanSurvey(now, accelerators, names, found.nodes(), details.value(), budgets.value(),
                found.missing(),
                details.gap(),
                budgets.gap());
    }

    /** The input of a MIG plan besides the survey. */
    record MigPlannerInput(Map<String, MigOffer> offers, MigSource source, HostClients clients) {}

    /** Returns why MIG managers could not repeat what failed, by node. */
    private Map<String, Problem> readRetryProblems(RepairMig intent, PlanSurvey survey)
            throws Failure, InterruptedException {
        if (intent.repair() != RepairMig.MigRepair.RESTART_MANAGER) {
            return Map.of();
        }
        return new MigHindrances(lookups, survey.snapshot()).hindrancesOf(NodeTargeting.foundNodes(survey).stream()
                .collect(Collectors.toMap(NodeObject::name, NodeObject::labels)));
    }

    private HostClients readHostClients(PlanSurvey survey) throws InterruptedException {
        try {
            return lookups.readHostClients(managerNamespace(survey));
        } catch (Failure failure) {
            return HostClients.unknownDueTo(failure.problem());
        }
    }

    /** Returns the namespace of the MIG managers; empty if none is visible. */
    private static String managerNamespace(PlanSurvey survey) {
        return survey.targets().isEmpty() ? ""
                : MigChoices.managerNamespace(survey.snapshot(), survey.targets().getFirst());
    }

    /** Reads the ConfigMaps of the MIG managers, which only a change of them needs. */
    private MigSource readSource(NodeIntent.ApplyMigConfig intent, PlanSurvey survey)
            throws Failure, InterruptedException {
        if (intent.layout() instanceof MigLayoutRequest.OfferedLayout && !intent.mixed()) {
            return MigSource.NONE;
        }
        var capable = survey.snapshot().nodes().stream().map(NodeInfo::facts)
                .filter(node -> node.label(MigLabels.CAPABLE).equals("true")).map(NodeFacts::name)
                .collect(Collectors.toSet());
        return lookups.readMigSource(managerNamespace(survey), capable);
    }

    /** Returns the offers with a custom layout, which is offered by the time of the change. */
    private Map<String, MigOffer> readOffers(NodeIntent.ApplyMigConfig intent, PlanSurvey survey)
            throws InterruptedException {
        var offers = readOffers(survey);
        if (intent.layout() instanceof MigLayoutRequest.CustomLayout own) {
            offers.replaceAll((_, offer) -> offer.withConfig(own.toConfig()));
        }
        return offers;
    }

    private Map<String, MigOffer> readOffers(PlanSurvey survey) throws InterruptedException {
        var offers = new HashMap<String, MigOffer>();
        for (var node : survey.nodes().keySet()) {
            try {
                offers.put(node, lookups.readMigOffer(node, MigChoices.managerNamespace(survey.snapshot(), node)));
            } catch (Failure failure) {
                offers.put(node, MigOffer.unknownDueTo(failure.problem()));
            }
        }
        return offers;
    }

    /** @param waiting whether to read pods that are on no node, too */
    private NodeReadResult<Map<String, PodDetail>> readDetails(List<String> names, boolean waiting)
            throws InterruptedException {
        var details = new HashMap<String, PodDetail>();
        try {
            for (var name : names) {
                lookups.podsOn(name).forEach(pod -> details.put(pod.uid(), pod));
            }
            if (waiting) {
                lookups.unboundPods().forEach(pod -> details.put(pod.uid(), pod));
            }
            return new NodeReadResult<>(details, Optional.empty());
        } catch (Failure failure) {
            return new NodeReadResult<>(details, Optional.of(failure.problem()));
        }
    }

    private NodeReadResult<List<BudgetStatus>> readBudgets(Snapshot now, List<String> names)
            throws InterruptedException {
        var namespaces = new TreeSet<String>();
        for (var name : names) {
            now.findNode(name)
                    .ifPresent(node -> node.pods().stream().map(PodFacts::namespace).forEach(namespaces::add));
        }
        try {
            return new NodeReadResult<>(lookups.readBudgets(namespaces), Optional.empty());
        } catch (Failure failure) {
            return new NodeReadResult<>(List.of(), Optional.of(failure.problem()));
        }
    }

    /** @param gap why it may not be all */
    private record NodeReadResult<T>(T value, Optional<Problem> gap) {}
}
