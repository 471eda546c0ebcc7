package tessera.plan.sharing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.model.JsonPointers;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginDaemonSet;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuSharingIntent.DefaultSharingConfig;
import tessera.plan.intent.GpuSharingIntent.SharingConfigAssignment;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.node.NodePatchFactory;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.ExpectedClusterState.PodReplacementExpectation;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.text.MessageCatalog;

/** Creates the steps of sharing changes. */
final class GpuSharingStepFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingStepFactory.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration AT_ONCE = Duration.ofMinutes(3);
    /** Pods of a DaemonSet are replaced one after the other. */
    private static final Duration EACH = Duration.ofSeconds(30);
    /** What a DaemonSet puts behind its name to name its pods. */
    private static final String SUFFIX = "-[a-z0-9]{5}";
    private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";

    private final GpuSharingPlannerInput input;
    private final NodeGpuSharingChangeSet changes;

    GpuSharingStepFactory(GpuSharingPlannerInput input, NodeGpuSharingChangeSet changes) {
        this.input = input;
        this.changes = changes;
    }

    /** Returns whether the content of a configuration changes. */
    boolean isChanged(String key, GpuSharingIntent intent) {
        var text = intent.write().get(key);
        return text != null && !text.equals(currentText(key));
    }

    private @Nullable String currentText(String key) {
        return input.setup().configs().map(configs -> configs.texts().get(key)).orElse(null);
    }

    /** Returns the step that writes the changed configurations and leaves the others alone. */
    Optional<PlanStepWithUndo> writeConfigsStep(Map<String, String> wanted) {
        var changed = new TreeSet<>(wanted.keySet());
        changed.removeIf(key -> Objects.equals(wanted.get(key), currentText(key)));
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        var names = String.join(", ", changed);
        var map = configMapRef(changes.after().location().configMap());
        var before = new HashMap<String, String>();
        for (var key : changed) {
            Optional.ofNullable(currentText(key)).ifPresent(text -> before.put(key, text));
        }
        var fresh = new TreeSet<>(changed);
        fresh.removeAll(before.keySet());
        var undo = new GpuSharingIntent(before, fresh, List.of(), Optional.empty());
        var configs = input.setup().configs().filter(configMap -> configMap.name().equals(map.name()));
        PlanStep step = configs.isPresent() ? patchConfigMap(map, configs.get(), changed, wanted)
                : createConfigMap(map, wanted);
        return Optional.of(new PlanStepWithUndo(step, MESSAGES.text("step.write", names, map.name()),
                MESSAGES.text("step.write.effect", names, map.name()), Optional.of(undo)));
    }

    private ObjectRef configMapRef(String name) {
        return new ObjectRef("v1", "ConfigMap", "configmaps", input.setup().namespace(), name);
    }

    private static PlanStep createConfigMap(ObjectRef map, Map<String, String> texts) {
        var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        body.putObject("metadata").put("name", map.name()).put("namespace", map.namespace());
        var data = body.putObject("data");
        texts.forEach(data::put);
        return new PlanStep.CreateObjectStep(map, body.toString());
    }

    private static PlanStep patchConfigMap(ObjectRef map, SharingConfigMap configs, Set<String> changed,
            Map<String, String> texts) {
        var body = versionedBody(configs.resourceVersion());
        var data = body.putObject("data");
        var relied = new HashMap<String, String>();
        for (var key : changed) {
            data.put(key, texts.get(key));
            relied.put("/data/" + JsonPointers.escape(key), toJson(configs.texts().get(key)));
        }
        return new PlanStep.PatchObjectStep(map, "", ObjectPatchFormat.MERGE, body.toString(), relied);
    }

    private static String toJson(@Nullable String text) {
        return JSON.valueToTree(text).toString();
    }

    private static ObjectNode versionedBody(String resourceVersion) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", resourceVersion);
        return body;
    }

    Optional<PlanStepWithUndo> removeConfigsStep(Set<String> keys) {
        var configs = input.setup().configs().orElse(null);
        var gone = new TreeSet<>(keys);
        gone.removeIf(key -> currentText(key) == null);
        if (configs == null || gone.isEmpty()) {
            return Optional.empty();
        }
        var body = versionedBody(configs.resourceVersion());
        gone.forEach(body.putObject("data")::putNull);
        var relied = new HashMap<String, String>();
        gone.forEach(key -> relied.put("/data/" + JsonPointers.escape(key), toJson(configs.texts().get(key))));
        var before = new HashMap<String, String>();
        gone.forEach(key -> before.put(key, Objects.requireNonNull(configs.texts().get(key))));
        var names = String.join(", ", gone);
        return Optional.of(new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(configMapRef(configs.name()), "", ObjectPatchFormat.MERGE, body.toString(),
                        relied),
                MESSAGES.text("step.remove", names, configs.name()),
                MESSAGES.text("step.remove.effect", names, configs.name()),
                Optional.of(new GpuSharingIntent(before, Set.of(), List.of(), Optional.empty()))));
    }

    /** Returns the step that sets the ConfigMap in the operator's policy; empty if it is set already. */
    Optional<PlanStepWithUndo> setLocationStep() {
        var before = input.setup().location();
        var after = changes.after().location();
        if (before.equals(after) || input.setup().owner().kind() != DevicePluginOwner.DevicePluginOwnerKind.OPERATOR) {
            return Optional.empty();
        }
        var keeper = input.setup().owner();
        var policy = new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", keeper.policy());
        var body = versionedBody(keeper.version());
        body.putObject("spec").putObject("devicePlugin").putObject("config").put("name", after.configMap())
                .put("default", after.defaultConfig());
        var relied = new HashMap<String, String>();
        relied.put("/spec/devicePlugin/config/name",
                before.configMap().isEmpty() ? toJson(null) : toJson(before.configMap()));
        relied.put("/spec/devicePlugin/config/default",
                before.defaultConfig().isEmpty() ? toJson(null) : toJson(before.defaultConfig()));
        return Optional.of(new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(policy, "", ObjectPatchFormat.MERGE, body.toString(), relied),
                MESSAGES.text("step.policy", after.configMap(), after.defaultConfig()),
                MESSAGES.text("step.policy.effect", after.defaultConfig()),
                Optional.of(new GpuSharingIntent(Map.of(), Set.of(), List.of(),
                        Optional.of(new DefaultSharingConfig(before.configMap(), before.defaultConfig()))))));
    }

    /** Returns the step that restarts a DaemonSet, as edited configurations are only read at start. */
    PlanStepWithUndo restartStep(DevicePluginDaemonSet set) {
        var object = new ObjectRef("apps/v1", "DaemonSet", "daemonsets", set.namespace(), set.name());
        var body = versionedBody(set.resourceVersion());
        body.putObject("spec").putObject("template").putObject("metadata").putObject("annotations").put(RESTARTED,
                input.now().toString());
        var relied = Map.of("/spec/template/metadata/annotations/" + JsonPointers.escape(RESTARTED),
                set.restartedAt().isEmpty() ? toJson(null) : toJson(set.restartedAt()));
        return PlanStepWithUndo.temporaryStep(
                new PlanStep.PatchObjectStep(object, "", ObjectPatchFormat.MERGE, body.toString(), relied),
                MESSAGES.text("step.restart", set.name()));
    }

    PlanStepWithUndo labelStep(NodeGpuSharingChange change, PlanTargetNode node) {
        var before = node.labels().get(DevicePluginConfigChoice.LABEL);
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/metadata/labels/" + JsonPointers.escape(DevicePluginConfigChoice.LABEL), before);
        var patch = NodePatchFactory.patchOf(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels");
            if (change.label().isEmpty()) {
                labels.putNull(DevicePluginConfigChoice.LABEL);
            } else {
                labels.put(DevicePluginConfigChoice.LABEL, change.label());
            }
        });
        var undo = new GpuSharingIntent(Map.of(), Set.of(),
                List.of(new SharingConfigAssignment(TargetNodeSelection.of(node.name()),
                        Objects.requireNonNullElse(before, ""))),
                Optional.empty());
        return new PlanStepWithUndo(patch, MESSAGES.text("step.label", node.name(), change.label()),
                MESSAGES.text("step.label.effect", node.name(), change.label()), Optional.of(undo));
    }

    PlanStepWithUndo awaitRestart(NodeWithBoundPods node) {
        var expected = expectedPods(node, true);
        return awaitStep(node, expected, patienceFor(true));
    }

    PlanStepWithUndo awaitSharing(NodeGpuSharingChange change, boolean renews) {
        return awaitStep(change.node(), new ExpectedClusterState.GpuSharingExpectation(change.label(),
                change.expectedAmounts(), change.observableLabels(), expectedPods(change.node(), renews)),
                patienceFor(renews));
    }

    private Duration patienceFor(boolean renews) {
        if (renews) {
            return AT_ONCE.plus(EACH.multipliedBy(DevicePluginSharingConfiguration.gpuNodes(input.snapshot()).size()));
        }
        return AT_ONCE;
    }

    private static PlanStepWithUndo awaitStep(NodeWithBoundPods node, ExpectedClusterState expected, Duration timeout) {
        var wait = new PlanStep.AwaitClusterStateStep(ObjectRef.node(node.name()), expected, timeout);
        return PlanStepWithUndo.temporaryStep(wait, MESSAGES.text("step.await", expected.conditionText(wait.object())));
    }

    /** Returns the pods that read configurations on a node, and those of them that are to be replaced. */
    private PodReplacementExpectation expectedPods(NodeWithBoundPods node, boolean renews) {
        var apps = new ArrayList<String>();
        var former = new HashMap<String, String>();
        for (var set : input.setup().sets()) {
            var pods = input.podsOn(node.name()).stream().filter(pod -> pod.namespace().equals(set.namespace())
                    && pod.name().matches(Pattern.quote(set.name()) + SUFFIX)).toList();
            if (!pods.isEmpty() || set.plugin()) {
                apps.add(set.app());
            }
            if (renews) {
                pods.forEach(pod -> former.put(pod.uid(), pod.name()));
            }
        }
        return new PodReplacementExpectation(former, apps);
    }

    /** Returns the familiar kubectl command for a step. */
    static String manualCommand(PlanStepWithUndo planned) {
        if (!(planned.step() instanceof PlanStep.PatchObjectStep patch)) {
            return planned.step().commandLine();
        }
        var object = patch.object();
        return switch (object.resource()) {
            case "daemonsets" -> String.join(" ", "kubectl", "rollout", "restart", "-n", object.namespace(),
                    "daemonset/" + object.name());
            case "nodes" ->
                String.join(" ", "kubectl", "label", "node", object.name(), labelArgument(patch), "--overwrite");
            default -> patch.commandLine();
        };
    }

    private static String labelArgument(PlanStep.PatchObjectStep patch) {
        var value = parseBody(patch.body()).at("/metadata/labels").path(DevicePluginConfigChoice.LABEL);
        return DevicePluginConfigChoice.LABEL + (value.isNull() ? "-" : "=" + value.asText());
    }

    private static ObjectNode parseBody(String body) {
        try {
            return (ObjectNode) JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("invalid JSON", e);
        }
    }
}
