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
import tessera.plan.intent.MendMig;
import tessera.plan.intent.MigLayoutRequest;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepListener;

/** Plans what is wanted of nodes: reads what must be known, then asks a pure planner. Safe for use by several threads. */
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

    /** Works out a plan; waits for the server. */
    public ChangePlan plan(NodeIntent intent) throws Failure, InterruptedException {
        var survey = survey(intent);
        var planned = switch (intent) {
            case NodeIntent.ChangeTaints taints -> TaintPlanner.plan(taints, survey);
            case NodeIntent.ChangeLabels labels -> LabelPlanner.plan(labels, survey);
            case NodeIntent.Cordon cordon -> CordonPlanner.plan(cordon, survey);
            case NodeIntent.UncordonNodes uncordon -> CordonPlanner.plan(uncordon, survey);
            case NodeIntent.Drain drain -> DrainPlanner.plan(drain, survey);
            case NodeIntent.ApplyMigConfig mig ->
                MigPlanner.plan(mig, survey,
                        new MigPlannerInput(offers(mig, survey), source(mig, survey), clients(survey)),
                        products);
            case MendMig mend ->
                MendPlanner.plan(mend, survey, new MendPlanner.MendInput(offers(survey), hindrances(mend, survey)),
                        products);
            case NodeIntent.AdvertiseResource resource -> ResourcePlanner.plan(resource, survey);
        };
        return NodeTargeting.checked(planned, survey);
    }

    /**
     * The steps by which those pods leave a node that came to it after the plan was made; waits until they are seen.
     *
     * @throws Failure also when they may not be lost
     */
    public List<PlannedStep> latecomers(PlanStep.EvictLatePods step, StepListener attendant)
            throws Failure, InterruptedException {
        var evictions = late(step);
        for (int glance = 0; glance < GLANCES && evictions.behind() && attendant.pause(GLANCE); glance++) {
            evictions = late(step);
        }
        var node = lookups.node(step.object().name());
        var refusals = evictions.refusals(List.of(node));
        if (!refusals.isEmpty()) {
            throw new Failure(refusals.getFirst());
        }
        var steps = new ArrayList<>(evictions.steps(_ -> true));
        evictions.emptied(node).ifPresent(steps::add);
        return steps;
    }

    private EvictionPlanner late(PlanStep.EvictLatePods step) throws Failure, InterruptedException {
        var survey = survey(new NodeIntent.Drain(NodeTargets.of(step.object().name()), step.terms()));
        var pods = new DrainEffects(survey).of(NodeTargeting.found(survey), pod -> !step.known().contains(pod.uid())
                && (!step.accelerators() || survey.accelerators(pod) > 0));
        return new EvictionPlanner(step.terms(), survey, pods);
    }

    private PlanSurvey survey(NodeIntent intent) throws Failure, InterruptedException {
        var now = snapshot.get();
        var names = intent.nodes().in(now);
        var found = FoundNodes.read(lookups, names);
        boolean evicts = intent instanceof NodeIntent.Drain || intent instanceof NodeIntent.ApplyMigConfig
                || intent instanceof MendMig;
        boolean repels = intent instanceof NodeIntent.ChangeTaints;
        var details = evicts || repels || intent instanceof NodeIntent.ChangeLabels ? details(names, repels)
                : new NodeSelection<>(Map.<String, PodDetail>of(), Optional.empty());
        var budgets = evicts ? budgets(now, names) : new NodeSelection<>(List.<BudgetStatus>of(), Optional.empty());
        return new PlanSurvey(now, accelerators, names, found.nodes(), details.value(), budgets.value(),
                found.missing(),
                details.gap(),
                budgets.gap());
    }

    /** What the planner of MIG knows besides the survey. */
    record MigPlannerInput(Map<String, MigOffer> offers, MigSource source, HostClients clients) {}

    /** What keeps the MIG managers of nodes from doing again what failed, by node. */
    private Map<String, Problem> hindrances(MendMig intent, PlanSurvey survey) throws Failure, InterruptedException {
        if (intent.way() != MendMig.MigRepair.RESTART_MANAGER) {
            return Map.of();
        }
        return new MigHindrances(lookups, survey.snapshot()).of(NodeTargeting.found(survey).stream()
                .collect(Collectors.toMap(NodeObject::name, NodeObject::labels)));
    }

    private HostClients clients(PlanSurvey survey) throws InterruptedException {
        try {
            return lookups.hostClients(namespace(survey));
        } catch (Failure failure) {
            return HostClients.unknown(failure.problem());
        }
    }

    /** Where the MIG managers run; empty when that is not seen. */
    private static String namespace(PlanSurvey survey) {
        return survey.targets().isEmpty() ? ""
                : MigChoices.namespace(survey.snapshot(), survey.targets().getFirst());
    }

    /** Where MIG managers look is asked only by who means to change that. */
    private MigSource source(NodeIntent.ApplyMigConfig intent, PlanSurvey survey) throws Failure, InterruptedException {
        if (intent.wish() instanceof MigLayoutRequest.OfferedLayout && !intent.mixed()) {
            return MigSource.NONE;
        }
        var capable = survey.snapshot().nodes().stream().map(NodeInfo::facts)
                .filter(node -> node.label(MigLabels.CAPABLE).equals("true")).map(NodeFacts::name)
                .collect(Collectors.toSet());
        return lookups.migSource(namespace(survey), capable);
    }

    /** With a layout of one's own, which is offered by then. */
    private Map<String, MigOffer> offers(NodeIntent.ApplyMigConfig intent, PlanSurvey survey)
            throws InterruptedException {
        var offers = offers(survey);
        if (intent.wish() instanceof MigLayoutRequest.Own own) {
            offers.replaceAll((_, offer) -> offer.with(own.config()));
        }
        return offers;
    }

    private Map<String, MigOffer> offers(PlanSurvey survey) throws InterruptedException {
        var offers = new HashMap<String, MigOffer>();
        for (var node : survey.nodes().keySet()) {
            try {
                offers.put(node, lookups.migOffer(node, MigChoices.namespace(survey.snapshot(), node)));
            } catch (Failure failure) {
                offers.put(node, MigOffer.unknown(failure.problem()));
            }
        }
        return offers;
    }

    /** @param waiting whether to read pods that are on no node, too */
    private NodeSelection<Map<String, PodDetail>> details(List<String> names, boolean waiting)
            throws InterruptedException {
        var details = new HashMap<String, PodDetail>();
        try {
            for (var name : names) {
                lookups.podsOn(name).forEach(pod -> details.put(pod.uid(), pod));
            }
            if (waiting) {
                lookups.podsOnNoNode().forEach(pod -> details.put(pod.uid(), pod));
            }
            return new NodeSelection<>(details, Optional.empty());
        } catch (Failure failure) {
            return new NodeSelection<>(details, Optional.of(failure.problem()));
        }
    }

    private NodeSelection<List<BudgetStatus>> budgets(Snapshot now, List<String> names) throws InterruptedException {
        var namespaces = new TreeSet<String>();
        for (var name : names) {
            now.node(name).ifPresent(node -> node.pods().stream().map(PodFacts::namespace).forEach(namespaces::add));
        }
        try {
            return new NodeSelection<>(lookups.budgets(namespaces), Optional.empty());
        } catch (Failure failure) {
            return new NodeSelection<>(List.of(), Optional.of(failure.problem()));
        }
    }

    /** @param gap why it may not be all */
    private record NodeSelection<T>(T value, Optional<Problem> gap) {}
}
