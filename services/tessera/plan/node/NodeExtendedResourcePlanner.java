package tessera.plan.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.QuantityParser;
import tessera.model.JsonPointers;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.NodeChangeIntent.AdvertiseResourceIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;

/** Plans how nodes advertise devices that no plugin reports. */
final class NodeExtendedResourcePlanner {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeExtendedResourcePlanner.class);

    private NodeExtendedResourcePlanner() {}

    static ChangePlan plan(AdvertiseResourceIntent intent, NodeAndPodPlannerInput input) {
        var steps = new ArrayList<PlanStepWithUndo>();
        var wanted = intent.amount().isPresent() ? Long.toString(intent.amount().getAsLong()) : "";
        for (var node : NodeTargetResolver.foundNodes(input)) {
            if (!currentAmount(node, intent.resource()).equals(intent.amount())) {
                steps.add(advertiseStep(node, intent.resource(), wanted));
                steps.add(PlanStepWithUndo.temporaryStep(
                        new PlanStep.AwaitClusterStateStep(ObjectRef.node(node.name()),
                                new ExpectedClusterState.FieldValueExpectation(
                                        "/status/allocatable/" + JsonPointers.escape(intent.resource()), wanted),
                                PATIENCE),
                        MESSAGES.text("step.await-resource", node.name(), wanted, intent.resource())));
            }
        }
        var warnings = new ArrayList<ExtendedResourceWarning>();
        if (input.accelerators().acceleratorOf(intent.resource()).isPresent()) {
            warnings.add(new ExtendedResourceWarning.PluginManagedResource(intent.resource()));
        }
        if (intent.amount().isEmpty()) {
            warnings.add(new ExtendedResourceWarning.ResourceWithdrawal());
        }
        var refusals = new ArrayList<Problem>();
        LabelAndTaintValidator.extendedResourceProblem(intent.resource()).ifPresent(refusals::add);
        if (intent.amount().orElse(0) < 0) {
            refusals.add(NodeTargetResolver.refusal(new NodeChangeRefusal.NegativeResourceAmount()));
        }
        NodeTargetResolver.foundNodes(input)
                .forEach(node -> pluginConflict(node, intent, input).ifPresent(refusals::add));
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().commandLine()).toList(),
                PlanEffects.NONE, warnings, refusals, "");
    }

    /** Returns the refusal if a device plugin reports the resource, as it would overwrite the count. */
    private static Optional<Problem> pluginConflict(PlanTargetNode node, AdvertiseResourceIntent intent,
            NodeAndPodPlannerInput input) {
        var amount = currentAmount(node, intent.resource());
        if (amount.orElse(0) == 0 || amount.equals(intent.amount())
                || input.accelerators().acceleratorOf(intent.resource()).isEmpty()) {
            return Optional.empty();
        }
        return input.snapshot().findNode(node.name()).stream().flatMap(info -> info.pods().stream())
                .filter(pod -> pod.name().contains("plugin") && pod.owner().kind().equals("DaemonSet")).findFirst()
                .map(plugin -> NodeTargetResolver.refusal(new NodeChangeRefusal.PluginReportedResource(
                        intent.resource(), node.name(), plugin.key(), amount.getAsLong())));
    }

    private static PlanStepWithUndo advertiseStep(PlanTargetNode node, String resource, String amount) {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/status/capacity/" + JsonPointers.escape(resource), node.capacity().get(resource));
        var patch = NodePatchFactory.statusPatchOf(node, relied, body -> {
            var status = body.putObject("status");
            // The kubelet takes allocatable over from capacity, but only when it next reports.
            for (var part : List.of("capacity", "allocatable")) {
                status.putObject(part).put(resource, amount.isEmpty() ? null : amount);
            }
        });
        var undo = new AdvertiseResourceIntent(TargetNodeSelection.of(node.name()), resource,
                currentAmount(node, resource));
        return new PlanStepWithUndo(patch, MESSAGES.text("step.advertise", node.name(), amount, resource),
                MESSAGES.text("step.advertise.effect", node.name(), amount, resource), Optional.of(undo));
    }

    private static OptionalLong currentAmount(PlanTargetNode node, String resource) {
        return QuantityParser.parseUnits(node.capacity().getOrDefault(resource, ""));
    }
}
