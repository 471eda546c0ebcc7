package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuNode;
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
 * Plans the repartitioning of GPUs by MIG. All nodes are cordoned first, so that no pod moves from one to the next; then, node by
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
    private final MigLayoutWriter writing;
    private final HostClients clients;

    private MigPlanner(ApplyMigConfig intent, PlanSurvey survey, MigPlannerInput offering, MigProducts products) {
        this.intent = intent;
        this.survey = survey;
        this.offers = offering.offers();
        this.products = products;
        this.clients = offering.clients();
        this.writing = new MigLayoutWriter(intent, survey, offering.source(), products);
    }

    static ChangePlan plan(ApplyMigConfig intent, PlanSurvey survey, MigPlannerInput offering, MigProducts products) {
        return new MigPlanner(intent, survey, offering, products).createPlan();
    }

    private ChangePlan createPlan() {
        var changing = new ArrayList<NodeObject>();
        for (var node : NodeTargeting.foundNodes(survey)) {
            var refusal = refusalOf(node);
            refusal.ifPresent(refusals::add);
            if (refusal.isEmpty() && !isApplied(node)) {
                changing.add(node);
            }
        }
        var pods = new DrainEffects(survey).effectsOnGpuUsers(changing);
        var evictions = new EvictionPlanner(intent.terms(), survey, pods);
        var steps = new ArrayList<PlannedStep>();
        changing.stream().filter(node -> !node.unschedulable())
                .map(node -> CordonPlanner.cordonStep(node, MigLabels.CONFIG)).forEach(steps::add);
        steps.forEach(step -> commands.add("kubectl cordon " + step.step().object().name()));
        changing.forEach(node -> evictions.latecomerStep(node, true).ifPresent(steps::add));
        for (var node : changing) {
            steps.addAll(nodeSteps(node, evictions, node.equals(changing.getFirst()) ? writing.steps() : List.of()));
        }
        if (!changing.isEmpty()) {
            warnings.addAll(writing.warnings());
            refusals.addAll(writing.refusals());
        }
        warnings.addAll(evictions.warnings());
        changing.forEach(node -> warnings.addAll(modeWarnings(node)));
        if (!changing.isEmpty()) {
            warnings.add(MigModeWarnings.stoppedClientsText(changing.stream().map(NodeObject::name).toList(), clients));
        }
        changing.stream().filter(NodeObject::unschedulable)
                .forEach(node -> warnings.add(node.name() + " is cordoned already, and stays so"));
        warnings.addAll(CordonGuard.warnings(survey, changing));
        warnings.addAll(stayingUsers(pods));
        refusals.addAll(evictions.refusals(changing));
        var effects = new PlanEffects(pods, List.of(), changing.stream().map(this::layoutEffect).toList(), List.of());
        boolean evicts = !pods.isEmpty() || changing.stream().anyMatch(node -> !node.unschedulable());
        return new ChangePlan(intent, steps, commands, effects, warnings, refusals,
                evicts ? intent.nodes().nodesText() : "");
    }

    private static List<String> stayingUsers(List<PodEffect> pods) {
        return pods.stream().filter(pod -> pod.fate() == Fate.STAYS).map(pod -> pod.accelerators() > 0
                ? "%s holds GPUs and is not evicted (%s): while it runs, the change can fail".formatted(
                        pod.pod().key(), pod.text())
                : "%s %s and is not evicted: if it does, the change fails as the GPU is in use".formatted(
                        pod.pod().key(), pod.text()))
                .toList();
    }

    private Optional<Problem> refusalOf(NodeObject node) {
        return MigChoices.findObstacle(node).or(() -> lossRefusal(node)).or(() -> sharerRefusal(node))
                .or(() -> configRefusal(node));
    }

    private Optional<GpuNode> gpuNodeOf(NodeObject node) {
        return survey.snapshot().findNode(node.name()).flatMap(new GpuNodes(survey.accelerators())::read);
    }

    private Optional<Problem> lossRefusal(NodeObject node) {
        return gpuNodeOf(node).filter(GpuNode::isLost).flatMap(_ -> MigChoices.refusalOf(
                "%s does not report: its MIG manager cannot do anything now".formatted(node.name()),
                "Repair the node first."));
    }

    private Optional<Problem> sharerRefusal(NodeObject node) {
        return gpuNodeOf(node).flatMap(GpuNode::cardSharer).flatMap(sharer -> MigChoices.refusalOf(
                "%s shares the GPUs of %s by a device plugin of its own, which the MIG manager does not stop"
                        .formatted(sharer, node.name()),
                "Let %s divide them by its own configuration, or take the node from it first."
                        .formatted(sharer)));
    }

    private Optional<Problem> configRefusal(NodeObject node) {
        var offer = offers.getOrDefault(node.name(), new MigOffer("", Map.of(), Optional.empty()));
        if (offer.gap().isPresent()) {
            return offer.gap();
        }
        var config = offer.configs().get(intent.configName());
        if (config == null) {
            return Optional.of(new Problem(ProblemKind.INVALID,
                    "%s offers no MIG configuration “%s”".formatted(node.name(),
                            intent.configName()),
                    "it can take " + possibleConfigsText(node, offer), "They are in " + offer.source() + "."));
        }
        if (isRequested(node) && !isApplied(node)) {
            return MigChoices.refusalOf("%s was told to take %s already, and it came to “%s”".formatted(node.name(),
                    intent.configName(), node.labels().getOrDefault(MigLabels.STATE, "")),
                    "To have it tried again, mend it (Mend MIG in the window, or tessera plan mend-mig), or take another one first.");
        }
        return switch (MigTarget.of(withFutureStrategy(node), config, products)) {
            case MigTarget.UnfitTarget(var reason) -> unfitProblem(node, reason, "");
            case MigTarget.MixedTarget(var reason) -> unfitProblem(node, reason,
                    "Allow that the MIG strategy of the cluster becomes mixed (on the command line --mixed).");
            case MigTarget.UnknownTarget(var reason) -> {
                warnings.add("What %s will offer is not known, so that only the MIG manager's word counts: %s"
                        .formatted(node.name(), reason));
                yield Optional.empty();
            }
            case MigTarget.AdvertisedTarget offered -> {
                if (isApplied(node) && !offered.matchesNode(node)) {
                    warnings.add("The labels of %s say that it is so, yet it does not offer what %s gives: restart "
                            .formatted(node.name(), intent.configName()) + "its device plugin");
                }
                yield Optional.empty();
            }
        };
    }

    /** Returns the names of the offered configurations that the node's GPUs can have. */
    private String possibleConfigsText(NodeObject node, MigOffer offer) {
        var names = MigChoices.of(node, offer, products).choices().stream()
                .filter(choice -> !(choice.status() instanceof ChoiceStatus.ImpossibleChoice)).map(MigChoice::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none of those that it offers" : names;
    }

    private Optional<Problem> unfitProblem(NodeObject node, String reason, String remedy) {
        return MigChoices.refusalOf("%s cannot be had on %s: %s".formatted(intent.configName(), node.name(), reason),
                remedy);
    }

    /** Returns the node with the MIG strategy that it will have. */
    private NodeObject withFutureStrategy(NodeObject node) {
        if (!intent.mixed()) {
            return node;
        }
        var labels = new HashMap<>(node.labels());
        labels.put(MigLabels.STRATEGY, MigLayoutWriter.MIXED);
        return new NodeObject(node.name(), node.uid(), node.resourceVersion(), labels, node.taints(),
                node.unschedulable(), node.capacity(), node.cordon());
    }

    private boolean isRequested(NodeObject node) {
        return MigChoices.isRequested(node, intent.configName());
    }

    private boolean isApplied(NodeObject node) {
        return MigChoices.isApplied(node, intent.configName());
    }

    private MigLayoutEffect layoutEffect(NodeObject node) {
        var tiles = gpuNodeOf(node).map(GpuTiles::tilesOf).orElse(List.of());
        var choices = MigChoices.of(node, Objects.requireNonNull(offers.get(node.name())), products);
        var after = choices.product().flatMap(product -> choices.findChoice(intent.configName())
                .map(choice -> choice.plansFor(product, tiles.size()))).orElse(Map.of());
        var resources = new HashMap<String, Long>();
        expectedLayout(node).devices().forEach((resource, devices) -> {
            long more = devices - MigTarget.countDevices(node, resource);
            if (more != 0) {
                resources.put(resource, more);
            }
        });
        return new MigLayoutEffect(node.name(), choices.product().map(MigProduct::name).orElse(""),
                choices.requestedConfig(),
                tiles,
                intent.configName(), after, resources);
    }

    /** @param first what comes before any node is told, yet after the pods of this one have left */
    private List<PlannedStep> nodeSteps(NodeObject node, EvictionPlanner evictions, List<PlannedStep> first) {
        var steps = new ArrayList<>(evictions.evictionSteps(pod -> isPodOn(node, pod)));
        evictions.awaitEmptyStep(node).ifPresent(steps::add);
        steps.addAll(first);
        var acquaint = writing.publishSteps(node.name());
        steps.addAll(acquaint);
        steps.forEach(step -> commands.add(step.step().commandLine()));
        steps.add(labelStep(node, !acquaint.isEmpty()));
        commands.add("kubectl label node %s %s=%s %s- --overwrite".formatted(node.name(), MigLabels.CONFIG,
                intent.configName(), MigLabels.STATE));
        var expected = expectedLayout(node);
        var wait = new PlanStep.Await(ObjectRef.node(node.name()), expected, intent.limit());
        steps.add(PlannedStep.temporaryStep(wait, "Wait until " + expected.conditionText(wait.object())));
        commands.add(wait.commandLine());
        if (!node.unschedulable()) {
            steps.add(CordonPlanner.reopenStep(node));
            commands.add("kubectl uncordon " + node.name());
        }
        return steps;
    }

    private List<String> modeWarnings(NodeObject node) {
        var configs = Objects.requireNonNull(offers.get(node.name())).configs();
        var after = configs.get(intent.configName());
        var before = Optional.ofNullable(configs.get(node.labels().getOrDefault(MigLabels.CONFIG, "")))
                .filter(config -> "success".equals(node.labels().get(MigLabels.STATE)));
        return after == null ? List.of() : MigModeWarnings.warnings(node.name(), node.labels(), before, after);
    }

    private StepExpectation.GpusDivided expectedLayout(NodeObject node) {
        var config = Objects.requireNonNull(offers.get(node.name())).configs().get(intent.configName());
        return config != null
                && MigTarget.of(withFutureStrategy(node), config,
                        products) instanceof MigTarget.AdvertisedTarget(var devices, var labels)
                                ? new StepExpectation.GpusDivided(intent.configName(), devices, labels)
                                : new StepExpectation.GpusDivided(intent.configName(), Map.of(), Map.of());
    }

    private static boolean isPodOn(NodeObject node, PodEffect pod) {
        return pod.pod().node().equals(node.name());
    }

    /** Returns the step that sets the configuration and removes the old state label, so that it is not taken for the new one. */
    private PlannedStep labelStep(NodeObject node, boolean restarted) {
        var before = node.labels().get(MigLabels.CONFIG);
        var relied = new HashMap<String, @Nullable Object>();
        relied.put(labelPointer(MigLabels.CONFIG), before);
        if (!restarted) {
            // A MIG manager that starts says anew how it stands with what was told before.
            relied.put(labelPointer(MigLabels.STATE), node.labels().get(MigLabels.STATE));
        }
        var patch = NodePatch.patchOf(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels").put(MigLabels.CONFIG, intent.configName());
            if (restarted || node.labels().containsKey(MigLabels.STATE)) {
                labels.putNull(MigLabels.STATE);
            }
        });
        return new PlannedStep(patch, "Tell the MIG manager of %s: %s".formatted(node.name(), intent.configName()),
                "%s is told to be divided as %s".formatted(node.name(), intent.configName()),
                Optional.ofNullable(before).map(config -> new ApplyMigConfig(NodeTargets.of(node.name()), config,
                        intent.terms(), intent.limit())));
    }

    private static String labelPointer(String label) {
        return "/metadata/labels/" + JsonPointers.escape(label);
    }
}
