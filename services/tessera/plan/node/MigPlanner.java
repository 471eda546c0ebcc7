package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuNodes;
import tessera.insight.GpuTiles;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.model.JsonPointers;
import tessera.model.MigLabels;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.HostClients;
import tessera.plan.context.MigOffer;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeTargets;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.MigLayoutEffect;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Fate;
import tessera.plan.node.MigChoices.ChoiceStatus;
import tessera.plan.node.MigChoices.MigChoice;
import tessera.plan.node.NodePlans.MigPlannerInput;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;

/**
 * Plans how GPUs are divided anew. All nodes are cordoned first, so that no pod moves from one to the next; then, node by
 * node, the pods that hold GPUs are evicted, the MIG manager is told and what comes of it is waited for, and the node is
 * opened again if it was open.
 */
final class MigPlanner {

    private final ApplyMigConfig intent;
    private final PlanSurvey survey;
    private final Map<String, MigOffer> offers;
    private final MigProducts products;
    private final List<String> warnings = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final MigWriting writing;
    private final HostClients clients;

    private MigPlanner(ApplyMigConfig intent, PlanSurvey survey, MigPlannerInput offering, MigProducts products) {
        this.intent = intent;
        this.survey = survey;
        this.offers = offering.offers();
        this.products = products;
        this.clients = offering.clients();
        this.writing = new MigWriting(intent, survey, offering.source(), products);
    }

    static ChangePlan plan(ApplyMigConfig intent, PlanSurvey survey, MigPlannerInput offering, MigProducts products) {
        return new MigPlanner(intent, survey, offering, products).plan();
    }

    private ChangePlan plan() {
        var changing = new ArrayList<NodeObject>();
        for (var node : NodeTargeting.found(survey)) {
            var refusal = refusal(node);
            refusal.ifPresent(refusals::add);
            if (refusal.isEmpty() && !settled(node)) {
                changing.add(node);
            }
        }
        var pods = new DrainEffects(survey).ofGpuUsers(changing);
        var evictions = new EvictionPlanner(intent.terms(), survey, pods);
        var steps = new ArrayList<PlannedStep>();
        changing.stream().filter(node -> !node.unschedulable())
                .map(node -> CordonPlanner.cordon(node, MigLabels.CONFIG)).forEach(steps::add);
        steps.forEach(step -> commands.add("kubectl cordon " + step.step().object().name()));
        changing.forEach(node -> evictions.latecomers(node, true).ifPresent(steps::add));
        for (var node : changing) {
            steps.addAll(steps(node, evictions, node.equals(changing.getFirst()) ? writing.steps() : List.of()));
        }
        if (!changing.isEmpty()) {
            warnings.addAll(writing.warnings());
            refusals.addAll(writing.refusals());
        }
        warnings.addAll(evictions.warnings());
        changing.forEach(node -> warnings.addAll(modes(node)));
        if (!changing.isEmpty()) {
            warnings.add(MigModes.clients(changing.stream().map(NodeObject::name).toList(), clients));
        }
        changing.stream().filter(NodeObject::unschedulable)
                .forEach(node -> warnings.add(node.name() + " is cordoned already, and stays so"));
        warnings.addAll(stayingUsers(pods));
        refusals.addAll(evictions.refusals(changing));
        var effects = new PlanEffects(pods, List.of(), changing.stream().map(this::division).toList(), List.of());
        boolean evicts = !pods.isEmpty() || changing.stream().anyMatch(node -> !node.unschedulable());
        return new ChangePlan(intent, steps, commands, effects, warnings, refusals,
                evicts ? intent.nodes().words() : "");
    }

    private static List<String> stayingUsers(List<PodEffect> pods) {
        return pods.stream().filter(pod -> pod.fate() == Fate.STAYS).map(pod -> pod.accelerators() > 0
                ? "%s holds GPUs and is not evicted (%s): while it runs, the change can fail".formatted(
                        pod.pod().key(), pod.words())
                : "%s %s and is not evicted: if it does, the change fails as the GPU is in use".formatted(
                        pod.pod().key(), pod.words()))
                .toList();
    }

    private Optional<Problem> refusal(NodeObject node) {
        return MigChoices.obstacle(node).or(() -> unoffered(node));
    }

    private Optional<Problem> unoffered(NodeObject node) {
        var offer = offers.getOrDefault(node.name(), new MigOffer("", Map.of(), Optional.empty()));
        if (offer.gap().isPresent()) {
            return offer.gap();
        }
        var config = offer.configs().get(intent.config());
        if (config == null) {
            return Optional.of(new Problem(ProblemKind.INVALID,
                    "%s offers no MIG configuration “%s”".formatted(node.name(),
                            intent.config()),
                    "it can take " + takes(node, offer), "They are in " + offer.source() + "."));
        }
        if (told(node) && !settled(node)) {
            return MigChoices.refused("%s was told to take %s already, and it came to “%s”".formatted(node.name(),
                    intent.config(), node.labels().getOrDefault(MigLabels.STATE, "")),
                    "To have it tried again, mend it (Mend MIG in the window, or tessera plan mend-mig), or take another one first.");
        }
        return switch (MigTarget.of(asTold(node), config, products)) {
            case MigTarget.UnfitTarget(var why) -> unfit(node, why, "");
            case MigTarget.MixedTarget(var why) -> unfit(node, why,
                    "Allow that the MIG strategy of the cluster becomes mixed (on the command line --mixed).");
            case MigTarget.UnknownTarget(var why) -> {
                warnings.add("What %s will offer is not known, so that only the MIG manager's word counts: %s"
                        .formatted(node.name(), why));
                yield Optional.empty();
            }
            case MigTarget.Offers offered -> {
                if (settled(node) && !offered.isOf(node)) {
                    warnings.add("The labels of %s say that it is so, yet it does not offer what %s gives: restart "
                            .formatted(node.name(), intent.config()) + "its device plugin");
                }
                yield Optional.empty();
            }
        };
    }

    /** The names of those that it offers and its GPUs can be divided by. */
    private String takes(NodeObject node, MigOffer offer) {
        var names = MigChoices.of(node, offer, products).choices().stream()
                .filter(choice -> !(choice.standing() instanceof ChoiceStatus.ImpossibleChoice)).map(MigChoice::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none of those that it offers" : names;
    }

    private Optional<Problem> unfit(NodeObject node, String why, String remedy) {
        return MigChoices.refused("%s cannot be had on %s: %s".formatted(intent.config(), node.name(), why), remedy);
    }

    /** With the MIG strategy that it will have by then. */
    private NodeObject asTold(NodeObject node) {
        if (!intent.mixed()) {
            return node;
        }
        var labels = new HashMap<>(node.labels());
        labels.put(MigLabels.STRATEGY, MigWriting.MIXED);
        return new NodeObject(node.name(), node.uid(), node.resourceVersion(), labels, node.taints(),
                node.unschedulable(), node.capacity(), node.cordon());
    }

    private boolean told(NodeObject node) {
        return MigChoices.told(node, intent.config());
    }

    private boolean settled(NodeObject node) {
        return MigChoices.settled(node, intent.config());
    }

    private MigLayoutEffect division(NodeObject node) {
        var tiles = survey.snapshot().node(node.name()).flatMap(new GpuNodes(survey.accelerators())::read)
                .map(GpuTiles::of).orElse(List.of());
        var choices = MigChoices.of(node, Objects.requireNonNull(offers.get(node.name())), products);
        var after = choices.product().flatMap(product -> choices.choice(intent.config())
                .map(choice -> choice.of(product, tiles.size()))).orElse(Map.of());
        var resources = new HashMap<String, Long>();
        expected(node).devices().forEach((resource, devices) -> {
            long more = devices - MigTarget.amount(node, resource);
            if (more != 0) {
                resources.put(resource, more);
            }
        });
        return new MigLayoutEffect(node.name(), choices.product().map(MigProduct::name).orElse(""), choices.told(),
                tiles,
                intent.config(), after, resources);
    }

    /** @param first what comes before any node is told, yet after the pods of this one have left */
    private List<PlannedStep> steps(NodeObject node, EvictionPlanner evictions, List<PlannedStep> first) {
        var steps = new ArrayList<>(evictions.steps(pod -> on(node, pod)));
        evictions.emptied(node).ifPresent(steps::add);
        steps.addAll(first);
        var acquaint = writing.acquaint(node.name());
        steps.addAll(acquaint);
        steps.forEach(step -> commands.add(step.step().command()));
        steps.add(tell(node, !acquaint.isEmpty()));
        commands.add("kubectl label node %s %s=%s %s- --overwrite".formatted(node.name(), MigLabels.CONFIG,
                intent.config(), MigLabels.STATE));
        var expected = expected(node);
        var wait = new PlanStep.Await(ObjectRef.node(node.name()), expected, intent.limit());
        steps.add(PlannedStep.passing(wait, "Wait until " + expected.words(wait.object())));
        commands.add(wait.command());
        if (!node.unschedulable()) {
            steps.add(CordonPlanner.reopen(node));
            commands.add("kubectl uncordon " + node.name());
        }
        return steps;
    }

    private List<String> modes(NodeObject node) {
        var configs = Objects.requireNonNull(offers.get(node.name())).configs();
        var after = configs.get(intent.config());
        var before = Optional.ofNullable(configs.get(node.labels().getOrDefault(MigLabels.CONFIG, "")))
                .filter(config -> "success".equals(node.labels().get(MigLabels.STATE)));
        return after == null ? List.of() : MigModes.warnings(node.name(), node.labels(), before, after);
    }

    private StepExpectation.GpusDivided expected(NodeObject node) {
        var config = Objects.requireNonNull(offers.get(node.name())).configs().get(intent.config());
        return config != null
                && MigTarget.of(asTold(node), config, products) instanceof MigTarget.Offers(var devices, var labels)
                        ? new StepExpectation.GpusDivided(intent.config(), devices, labels)
                        : new StepExpectation.GpusDivided(intent.config(), Map.of(), Map.of());
    }

    private static boolean on(NodeObject node, PodEffect pod) {
        return pod.pod().node().equals(node.name());
    }

    /** What the MIG manager said of an earlier change goes, so that it is not taken for what it says of this one. */
    private PlannedStep tell(NodeObject node, boolean restarted) {
        var before = node.labels().get(MigLabels.CONFIG);
        var relied = new HashMap<String, @Nullable Object>();
        relied.put(pointer(MigLabels.CONFIG), before);
        if (!restarted) {
            // A MIG manager that starts says anew how it stands with what was told before.
            relied.put(pointer(MigLabels.STATE), node.labels().get(MigLabels.STATE));
        }
        var patch = NodePatch.of(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels").put(MigLabels.CONFIG, intent.config());
            if (restarted || node.labels().containsKey(MigLabels.STATE)) {
                labels.putNull(MigLabels.STATE);
            }
        });
        return new PlannedStep(patch, "Tell the MIG manager of %s: %s".formatted(node.name(), intent.config()),
                "%s is told to be divided as %s".formatted(node.name(), intent.config()),
                Optional.ofNullable(before).map(config -> new ApplyMigConfig(NodeTargets.of(node.name()), config,
                        intent.terms(), intent.limit())));
    }

    private static String pointer(String label) {
        return "/metadata/labels/" + JsonPointers.escaped(label);
    }
}
