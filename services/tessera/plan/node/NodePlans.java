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
import tessera.insight.Accelerators;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.MendMig;
import tessera.plan.intent.MigWish;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.Targets;
import tessera.plan.step.Attendant;
import tessera.plan.step.Step;
import tessera.plan.survey.Budget;
import tessera.plan.survey.FoundNodes;
import tessera.plan.survey.HostClients;
import tessera.plan.survey.Lookups;
import tessera.plan.survey.MigOffer;
import tessera.plan.survey.MigSource;
import tessera.plan.survey.PodDetail;
import tessera.plan.survey.Survey;

/** Plans what is wanted of nodes: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class NodePlans {

    /** How often, and how often at most, one looks whether the snapshot has seen what the server has. */
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final int GLANCES = 50;

    private final Lookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final Accelerators accelerators;
    private final MigProducts products = MigProducts.bundled();

    public NodePlans(Lookups lookups, Supplier<Snapshot> snapshot, Accelerators accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Works out a plan; waits for the server. */
    public Plan plan(NodeIntent intent) throws Failure, InterruptedException {
        var survey = survey(intent);
        var planned = switch (intent) {
            case NodeIntent.ChangeTaints taints -> TaintPlanner.plan(taints, survey);
            case NodeIntent.ChangeLabels labels -> LabelPlanner.plan(labels, survey);
            case NodeIntent.Cordon cordon -> CordonPlanner.plan(cordon, survey);
            case NodeIntent.Uncordon uncordon -> CordonPlanner.plan(uncordon, survey);
            case NodeIntent.Drain drain -> DrainPlanner.plan(drain, survey);
            case NodeIntent.ApplyMigConfig mig ->
                MigPlanner.plan(mig, survey, new Offering(offers(mig, survey), source(mig, survey), clients(survey)),
                        products);
            case MendMig mend ->
                MendPlanner.plan(mend, survey, new MendPlanner.Known(offers(survey), hindrances(mend, survey)),
                        products);
            case NodeIntent.AdvertiseResource resource -> ResourcePlanner.plan(resource, survey);
        };
        return Targeting.checked(planned, survey);
    }

    /**
     * The steps by which those pods leave a node that came to it after the plan was made; waits until they are seen.
     *
     * @throws Failure also when they may not be lost
     */
    public List<PlannedStep> latecomers(Step.Latecomers step, Attendant attendant)
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

    private Evictions late(Step.Latecomers step) throws Failure, InterruptedException {
        var survey = survey(new NodeIntent.Drain(Targets.of(step.object().name()), step.terms()));
        var pods = new DrainEffects(survey).of(Targeting.found(survey), pod -> !step.known().contains(pod.uid())
                && (!step.accelerators() || survey.accelerators(pod) > 0));
        return new Evictions(step.terms(), survey, pods);
    }

    private Survey survey(NodeIntent intent) throws Failure, InterruptedException {
        var now = snapshot.get();
        var names = intent.nodes().in(now);
        var found = FoundNodes.read(lookups, names);
        boolean evicts = intent instanceof NodeIntent.Drain || intent instanceof NodeIntent.ApplyMigConfig
                || intent instanceof MendMig;
        boolean repels = intent instanceof NodeIntent.ChangeTaints;
        var details = evicts || repels || intent instanceof NodeIntent.ChangeLabels ? details(names, repels)
                : new Found<>(Map.<String, PodDetail>of(), Optional.empty());
        var budgets = evicts ? budgets(now, names) : new Found<>(List.<Budget>of(), Optional.empty());
        return new Survey(now, accelerators, names, found.nodes(), details.value(), budgets.value(), found.missing(),
                details.gap(),
                budgets.gap());
    }

    /** What the planner of MIG knows besides the survey. */
    record Offering(Map<String, MigOffer> offers, MigSource source, HostClients clients) {}

    /** What keeps the MIG managers of nodes from doing again what failed, by node. */
    private Map<String, Problem> hindrances(MendMig intent, Survey survey) throws Failure, InterruptedException {
        var found = new HashMap<String, Problem>();
        if (intent.way() == MendMig.Way.RESTART_MANAGER) {
            for (var node : Targeting.found(survey)) {
                var manager = MigChoices.manager(survey.snapshot(), node.name());
                if (manager.isPresent() && "failed".equals(node.labels().get(MigLabels.STATE))) {
                    lookups.migHindrance(manager.get()).ifPresent(why -> found.put(node.name(), why));
                }
            }
        }
        return found;
    }

    private HostClients clients(Survey survey) throws InterruptedException {
        try {
            return lookups.hostClients(namespace(survey));
        } catch (Failure failure) {
            return HostClients.unknown(failure.problem());
        }
    }

    /** Where the MIG managers run; empty when that is not seen. */
    private static String namespace(Survey survey) {
        return survey.targets().isEmpty() ? ""
                : MigChoices.namespace(survey.snapshot(), survey.targets().getFirst());
    }

    /** Where MIG managers look is asked only by who means to change that. */
    private MigSource source(NodeIntent.ApplyMigConfig intent, Survey survey) throws Failure, InterruptedException {
        if (intent.wish() instanceof MigWish.Offered && !intent.mixed()) {
            return MigSource.NONE;
        }
        var capable = survey.snapshot().nodes().stream().map(NodeInfo::facts)
                .filter(node -> node.label(MigLabels.CAPABLE).equals("true")).map(NodeFacts::name)
                .collect(Collectors.toSet());
        return lookups.migSource(namespace(survey), capable);
    }

    /** With a layout of one's own, which is offered by then. */
    private Map<String, MigOffer> offers(NodeIntent.ApplyMigConfig intent, Survey survey)
            throws InterruptedException {
        var offers = offers(survey);
        if (intent.wish() instanceof MigWish.Own own) {
            offers.replaceAll((_, offer) -> offer.with(own.config()));
        }
        return offers;
    }

    private Map<String, MigOffer> offers(Survey survey) throws InterruptedException {
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
    private Found<Map<String, PodDetail>> details(List<String> names, boolean waiting) throws InterruptedException {
        var details = new HashMap<String, PodDetail>();
        try {
            for (var name : names) {
                lookups.podsOn(name).forEach(pod -> details.put(pod.uid(), pod));
            }
            if (waiting) {
                lookups.podsOnNoNode().forEach(pod -> details.put(pod.uid(), pod));
            }
            return new Found<>(details, Optional.empty());
        } catch (Failure failure) {
            return new Found<>(details, Optional.of(failure.problem()));
        }
    }

    private Found<List<Budget>> budgets(Snapshot now, List<String> names) throws InterruptedException {
        var namespaces = new TreeSet<String>();
        for (var name : names) {
            now.node(name).ifPresent(node -> node.pods().stream().map(PodFacts::namespace).forEach(namespaces::add));
        }
        try {
            return new Found<>(lookups.budgets(namespaces), Optional.empty());
        } catch (Failure failure) {
            return new Found<>(List.of(), Optional.of(failure.problem()));
        }
    }

    /** @param gap why it may not be all */
    private record Found<T>(T value, Optional<Problem> gap) {}
}
