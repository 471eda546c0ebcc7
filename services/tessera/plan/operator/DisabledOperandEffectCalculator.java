package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.RollBackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.GpuStackReleaseIntent.UpgradeReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Components of the GPU stack that a plan turns off, and the effects on nodes and pods. Pure. */
final class DisabledOperandEffectCalculator {

    private static final String STRATEGY = "/mig/strategy";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(DisabledOperandEffectCalculator.class);

    /** A chart value that turns a component off; its text is the loss. */
    private enum ComponentDisablingChartValue implements Reason {
        POLICY("/clusterPolicy/deployCR", DisabledComponentEffect.OFFER),
        PLUGIN("/devicePlugin/enabled", DisabledComponentEffect.OFFER),
        DRIVER("/driver/enabled", DisabledComponentEffect.USE),
        TOOLKIT("/toolkit/enabled", DisabledComponentEffect.USE),
        DISCOVERY("/nfd/enabled", DisabledComponentEffect.LITTLE),
        FEATURES("/gfd/enabled", DisabledComponentEffect.LITTLE),
        MIG("/migManager/enabled", DisabledComponentEffect.LITTLE),
        METRICS("/dcgmExporter/enabled", DisabledComponentEffect.LITTLE);

        private final String pointer;
        private final DisabledComponentEffect loss;

        ComponentDisablingChartValue(String pointer, DisabledComponentEffect loss) {
            this.pointer = pointer;
            this.loss = loss;
        }
    }

    /** The loss of nodes without a component. */
    private enum DisabledComponentEffect {
        /** They offer no GPU any more. */
        OFFER,
        /** Containers that start get at no GPU there, unless the host has what the part brought. */
        USE,
        /** What pods work with stays. */
        LITTLE
    }

    private final HelmReleasePlannerInput input;
    private final List<GpuNode> gpus;
    private final HelmValues before;
    private final HelmValues after;

    private DisabledOperandEffectCalculator(HelmReleasePlannerInput input, List<GpuNode> gpus, HelmValues before,
            HelmValues after) {
        this.input = input;
        this.gpus = List.copyOf(gpus);
        this.before = before;
        this.after = after;
    }

    /**
     * Returns the plan with the effects of disabled components if it changes the GPU operator.
     *
     * @param gpus the nodes with GPUs that the operator serves
     */
    static ChangePlan addEffects(ChangePlan plan, GpuStackReleaseIntent intent, HelmReleasePlannerInput input,
            List<GpuNode> gpus) throws ProblemException {
        var release = input.release()
                .filter(revision -> revision.chart().equals(HelmReleaseNamespacedName.USUAL.name()));
        if (release.isEmpty()) {
            return plan;
        }
        var now = release.get();
        var before = HelmValues.read(now.values()).mergeOver(HelmValues.read(now.detail().defaultValues()));
        var chart = input.chart().orElse(now.detail());
        return switch (intent) {
            case UpgradeReleaseIntent(var _, var _, var values) ->
                new DisabledOperandEffectCalculator(input, gpus, before, effectiveValues(values, now, chart))
                        .withEffects(plan);
            case SetReleaseValuesIntent(var _, var _, var values) ->
                new DisabledOperandEffectCalculator(input, gpus, before, effectiveValues(values, now, chart))
                        .withEffects(plan);
            case RollBackReleaseIntent _ when input.target().isPresent() ->
                new DisabledOperandEffectCalculator(input, gpus, before,
                        HelmValues.read(input.target().get().values())
                                .mergeOver(HelmValues.read(input.target().get().detail().defaultValues())))
                        .withEffects(plan);
            case RollBackReleaseIntent _,GpuStackReleaseIntent.InstallReleaseIntent _,GpuStackReleaseIntent.UninstallReleaseIntent _,GpuStackReleaseIntent.ProveGpuStackIntent _ ->
                plan;
        };
    }

    private static HelmValues effectiveValues(String values, HelmReleaseRevision release, HelmChartMetadata chart)
            throws ProblemException {
        return HelmValues.read(values).mergeOver(HelmValues.read(release.values()))
                .mergeOver(HelmValues.read(chart.defaultValues()));
    }

    private ChangePlan withEffects(ChangePlan plan) {
        var parts = Stream.of(ComponentDisablingChartValue.values())
                .filter(part -> before.flagAt(part.pointer, true) && !after.flagAt(part.pointer, true)).toList();
        var warnings = new ArrayList<Reason>(parts);
        var loss = parts.stream().map(part -> part.loss).min(Comparator.naturalOrder())
                .orElse(DisabledComponentEffect.LITTLE);
        int working = input.gpuNodes().size() - input.nonOfferingNodes().size();
        boolean tried = plan.steps().stream().anyMatch(step -> step.step() instanceof PlanStep.ProbePodStep);
        var pods = new ArrayList<PodEffect>();
        switch (loss) {
            case OFFER -> {
                pods.addAll(strandedEffects(gpus, MESSAGES.reason("stranded.capacity")));
                warnings.add(new HelmReleaseWarning.GpuCapacityRemoved(working, pods.size()));
                if (tried) {
                    warnings.add(new HelmReleaseWarning.ProbeImpossible());
                }
            }
            case USE -> {
                pods.addAll(strandedEffects(gpus, MESSAGES.reason("stranded.driver")));
                warnings.add(new HelmReleaseWarning.GpuCapacityUnusable(working, pods.size()));
                if (tried) {
                    warnings.add(new HelmReleaseWarning.ProbeDecides());
                }
            }
            case LITTLE -> addStrategyEffects(warnings, pods);
        }
        if (warnings.isEmpty()) {
            return plan;
        }
        warnings.addAll(plan.warnings());
        var offering = loss == DisabledComponentEffect.OFFER ? withoutProbe(plan, parts) : plan;
        return new ChangePlan(plan.intent(), offering.steps(), offering.commands(),
                new PlanEffects(pods.stream().sorted(PodEffect.WORST_FIRST).toList(), List.of()), warnings,
                plan.refusals(), loss == DisabledComponentEffect.LITTLE ? plan.confirmationText()
                        : input.release().orElseThrow().name().name());
    }

    private static ChangePlan withoutProbe(ChangePlan plan, List<ComponentDisablingChartValue> parts) {
        boolean unmanaged = parts.contains(ComponentDisablingChartValue.POLICY);
        var steps = plan.steps().stream().flatMap(step -> unmanaged ? withoutWait(step) : withoutGpuWait(step))
                .toList();
        return new ChangePlan(plan.intent(), steps, commandsWithoutProbe(plan), plan.effects(), plan.warnings(),
                plan.refusals(), plan.confirmationText());
    }

    private static List<String> commandsWithoutProbe(ChangePlan plan) {
        var trials = plan.steps().stream().map(PlanStepWithUndo::step).filter(PlanStep.ProbePodStep.class::isInstance)
                .map(PlanStep::commandLine).toList();
        return plan.commands().stream().filter(command -> !trials.contains(command)).toList();
    }

    /** Adds the effects of another MIG strategy, which renames the resources of MIG instances. */
    private void addStrategyEffects(List<Reason> warnings, List<PodEffect> pods) {
        var now = before.nodeAt(STRATEGY).asText("single");
        var then = after.nodeAt(STRATEGY).asText("single");
        var nodes = gpus.stream().filter(node -> !node.migMode().isEmpty() && node.groups().stream()
                .map(NodeGpuAllocationGroup::form).anyMatch(NodeGpuAllocationGroup.GpuAllocationKind.MIG::equals))
                .toList();
        if (now.equals(then) || nodes.isEmpty()) {
            return;
        }
        pods.addAll(strandedEffects(nodes, MESSAGES.reason("stranded.resource")));
        warnings.add(new HelmReleaseWarning.MigStrategyChange(now, then, nodes.size(), pods.size()));
    }

    private static List<PodEffect> strandedEffects(List<GpuNode> nodes, Reason reason) {
        var effects = new ArrayList<PodEffect>();
        for (var node : nodes) {
            node.holders().forEach(pod -> effects.add(strandedEffect(node, pod, reason)));
        }
        return effects;
    }

    private static PodEffect strandedEffect(GpuNode node, PodSummary pod, Reason reason) {
        long allocated = node.uses().stream().mapToLong(use -> pod.requests().get(use.resource())).sum();
        return new PodEffect(pod, PodFate.STRANDED, Set.of(PodRemovalConcern.ACCELERATOR_WORK), allocated, List.of(),
                reason);
    }

    /** Returns the step unless it waits or probes, as without a policy there is nothing to wait for. */
    private static Stream<PlanStepWithUndo> withoutWait(PlanStepWithUndo step) {
        if (step.step() instanceof PlanStep.AwaitClusterStateStep || step.step() instanceof PlanStep.ProbePodStep) {
            return Stream.empty();
        }
        return Stream.of(step);
    }

    /** Returns the step, with a wait for GPUs reduced to a wait for the operator. */
    private static Stream<PlanStepWithUndo> withoutGpuWait(PlanStepWithUndo step) {
        return switch (step.step()) {
            case PlanStep.ProbePodStep _ -> Stream.empty();
            case PlanStep.AwaitClusterStateStep(var object, ExpectedClusterState.GpuStackReadinessExpectation(var namespace, var _, var excused), var timeout) -> {
                var ready = new ExpectedClusterState.GpuStackReadinessExpectation(namespace, false, excused);
                yield Stream
                        .of(PlanStepWithUndo.temporaryStep(new PlanStep.AwaitClusterStateStep(object, ready, timeout),
                                MESSAGES.text("wait", ready.conditionText(object))));
            }
            default -> Stream.of(step);
        };
    }
}
