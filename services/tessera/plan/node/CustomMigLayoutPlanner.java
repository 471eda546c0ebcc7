package tessera.plan.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFileCombiner;
import tessera.mig.MigConfigFileCombiner.ConfigsOfferedToNode;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.context.MigConfigMaps;
import tessera.plan.context.MigConfigMaps.MigClusterPolicy;
import tessera.plan.context.MigConfigMaps.MigConfigMap;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.RequestedMigLayout.CustomMigLayout;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;
import tessera.text.MessageCatalog;

/**
 * Plans how a custom layout reaches the MIG managers: through the policy's ConfigMap or a new one; changes the MIG strategy if required.
 */
final class CustomMigLayoutPlanner {

    static final String MIXED = "mixed";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(CustomMigLayoutPlanner.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String FILE = "config.yaml";
    private static final int ANY = 16;

    private final ApplyMigConfigIntent intent;
    private final NodeAndPodPlannerInput input;
    private final MigConfigMaps source;
    private final MigProductCatalog products;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<MigWarning> warnings = new ArrayList<>();
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    /** The ConfigMap that MIG managers have to have read; empty where they have. */
    private String map = "";
    private boolean edited;

    CustomMigLayoutPlanner(ApplyMigConfigIntent intent, NodeAndPodPlannerInput input, MigConfigMaps source,
            MigProductCatalog products) {
        this.intent = intent;
        this.input = input;
        this.source = source;
        this.products = products;
        var spec = JSON.createObjectNode();
        var relied = new HashMap<String, @Nullable Object>();
        if (intent.layout() instanceof CustomMigLayout customLayout) {
            if (source.policy().isEmpty()) {
                addRefusal(new MigRefusal.MissingOperatorPolicy());
            } else if (source.configMapName().isEmpty()) {
                createConfigMap(customLayout, spec, relied);
            } else {
                addLayout(customLayout);
            }
        }
        if (intent.mixed() && source.policy().isPresent() && !source.policy().get().strategy().equals(MIXED)) {
            switchToMixed(source.policy().get(), spec, relied);
        }
        if (!spec.isEmpty() && refusals.isEmpty()) {
            source.policy().ifPresent(policy -> steps.add(patchPolicy(policy, spec, relied)));
        }
    }

    List<Problem> refusals() {
        return refusals;
    }

    List<MigWarning> warnings() {
        return warnings;
    }

    /** Returns the steps before any node is labelled. */
    List<PlanStepWithUndo> steps() {
        return steps;
    }

    /** Returns the steps by which the MIG manager of a node reads the layout; none if it has it. */
    List<PlanStepWithUndo> publishSteps(String node) {
        var acquaint = new ArrayList<PlanStepWithUndo>();
        if (map.isEmpty()) {
            return acquaint;
        }
        var before = managersOn(node);
        if (edited) {
            before.forEach(pod -> acquaint.add(PlanStepWithUndo.temporaryStep(
                    new PlanStep.DeleteObjectStep(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid()),
                    MESSAGES.text("step.restart-manager", node))));
        }
        var expected = new ExpectedClusterState.MigConfigMapReadExpectation(map,
                edited && !before.isEmpty() ? before.getFirst().uid() : "");
        var wait = new PlanStep.AwaitClusterStateStep(ObjectRef.node(node), expected, intent.limit());
        acquaint.add(PlanStepWithUndo.temporaryStep(wait,
                MESSAGES.text("step.await", expected.conditionText(wait.object()))));
        return acquaint;
    }

    private List<PodSummary> managersOn(String node) {
        return input.snapshot().findNode(node).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(pod -> MigNodeLabels.MANAGER_APP.equals(pod.labels().get("app"))).toList();
    }

    private void addRefusal(MigRefusal refusal) {
        refusals.add(NodeTargetResolver.refusal(refusal));
    }

    private void addLayout(CustomMigLayout customLayout) {
        var present = source.configMap();
        if (present.isEmpty()) {
            addRefusal(new MigRefusal.MissingMigConfigMap(source.configMapName()));
            return;
        }
        var known = source.configsByNode().values().stream().findFirst()
                .flatMap(configurations -> Optional.ofNullable(configurations.configs().get(customLayout.name())));
        if (known.isPresent()) {
            if (!known.get().entries().equals(customLayout.entries())) {
                addRefusal(
                        new MigRefusal.MigConfigNameConflict(present.get().object().toString(), customLayout.name()));
            }
            return;
        }
        try {
            steps.add(editConfigMap(present.get(),
                    MigConfigMapRenderer.addConfig(present.get().text(), customLayout.toConfig()), customLayout));
            map = source.configMapName();
            edited = true;
        } catch (JsonProcessingException e) {
            addRefusal(new MigRefusal.MalformedMigConfigMap(present.get().object().toString(), e.getOriginalMessage()));
        }
    }

    private static PlanStepWithUndo editConfigMap(MigConfigMap map, String text, CustomMigLayout customLayout) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", map.resourceVersion());
        body.putObject("data").put(FILE, text);
        return new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(map.object(), "", ObjectPatchFormat.MERGE, body.toString(),
                        Map.of("/data/config.yaml", JSON.valueToTree(map.text()).toString())),
                MESSAGES.text("step.add-layout", map.object(), customLayout.name()),
                MESSAGES.text("step.add-layout.effect", map.object(), customLayout.name()), Optional.empty());
    }

    private void createConfigMap(CustomMigLayout customLayout, ObjectNode spec, Map<String, @Nullable Object> relied) {
        var configs = new HashMap<String, ConfigsOfferedToNode>();
        var all = new ArrayList<ConfigsOfferedToNode>();
        migCapableNodes().forEach(node -> {
            var configurations = source.configsByNode().get(node.name());
            var product = products.findByLabel(node.label("nvidia.com/gpu.product"));
            if (configurations != null && product.isPresent()) {
                var offered = new ConfigsOfferedToNode(product.get(), configurations.configs());
                configs.put(node.name(), offered);
                all.add(offered);
            }
        });
        var combined = new LinkedHashMap<>(MigConfigFileCombiner.combine(all));
        migCapableNodes().forEach(node -> checkCurrentConfig(node, configs.get(node.name()), combined));
        if (combined.containsKey(customLayout.name())) {
            addRefusal(new MigRefusal.OfferedMigConfigName(customLayout.name()));
        }
        combined.put(customLayout.name(), customLayout.toConfig());
        var object = source.configMapRef(source.freeName());
        var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        body.putObject("metadata").put("name", object.name()).put("namespace", object.namespace());
        body.putObject("data").put(FILE, MigConfigMapRenderer.render(combined));
        steps.add(new PlanStepWithUndo(new PlanStep.CreateObjectStep(object, body.toString()),
                MESSAGES.text("step.write-layouts", object),
                MESSAGES.text("step.write-layouts.effect", object, combined.size()), Optional.empty()));
        relied.put("/spec/migManager/config/name", null);
        spec.withObject("/migManager/config").put("name", object.name());
        map = object.name();
        warnings.add(new MigWarning.AllMigManagersRestart(object.toString()));
    }

    private List<NodeSummary> migCapableNodes() {
        return input.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                .filter(node -> node.label(MigNodeLabels.CAPABLE).equals("true")).toList();
    }

    /** Checks that a node's current configuration keeps its meaning, or its MIG manager would repartition it or fail. */
    private void checkCurrentConfig(NodeSummary node, @Nullable ConfigsOfferedToNode offered,
            Map<String, MigConfig> combined) {
        var told = node.label(MigNodeLabels.CONFIG);
        if (told.isEmpty()) {
            return;
        }
        var before = offered == null ? null : offered.configs().get(told);
        var after = combined.get(told);
        if (offered == null || before == null || after == null
                || !plansOf(before, offered.product()).equals(plansOf(after, offered.product()))) {
            addRefusal(new MigRefusal.MigConfigLoss(node.name(), told));
        }
    }

    private static Map<Integer, MigConfig.MigConfigGpuEffect> plansOf(MigConfig config, MigProduct product) {
        return config.intentFor(Collections.nCopies(ANY, new MigConfig.TargetGpu(product, ""))).gpus();
    }

    private void switchToMixed(MigClusterPolicy policy, ObjectNode spec, Map<String, @Nullable Object> relied) {
        relied.put("/spec/mig/strategy", policy.strategy().isEmpty() ? null : policy.strategy());
        spec.withObject("/mig").put("strategy", MIXED);
        var others = input.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                .filter(node -> node.label("nvidia.com/gpu.product").contains("-MIG-")).map(NodeSummary::name)
                .filter(name -> !input.targets().contains(name)).toList();
        warnings.add(new MigWarning.MixedStrategySwitch(others));
    }

    private PlanStepWithUndo patchPolicy(MigClusterPolicy policy, ObjectNode spec,
            Map<String, @Nullable Object> relied) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", policy.resourceVersion());
        body.set("spec", spec);
        var fields = new HashMap<String, String>();
        relied.forEach((pointer, value) -> fields.put(pointer, JSON.valueToTree(value).toString()));
        var text = MESSAGES.text("policy", map, spec.has("mig"));
        warnings.add(new MigWarning.UnknownToHelm());
        return new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(policy.policyRef(), "", ObjectPatchFormat.MERGE, body.toString(), fields),
                MESSAGES.text("step.policy", policy.name(), text),
                MESSAGES.text("step.policy.effect", policy.policyRef(), text), Optional.empty());
    }
}
