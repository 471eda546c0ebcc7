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

/**
 * Plans how a custom layout reaches the MIG managers: through the policy's ConfigMap or a new one; changes the MIG strategy if required.
 */
final class CustomMigLayoutPlanner {

    static final String MIXED = "mixed";
    private static final JsonMapper JSON = new JsonMapper();
    private static final String FILE = "config.yaml";
    private static final int ANY = 16;

    private final ApplyMigConfigIntent intent;
    private final NodeAndPodPlannerInput input;
    private final MigConfigMaps source;
    private final MigProductCatalog products;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
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
                addRefusal("No policy of the GPU operator is found",
                        "A layout of one's own is offered by a ConfigMap that"
                                + " the policy names; without the operator, edit the one that the MIG manager mounts.");
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

    List<String> warnings() {
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
                    "Restart the MIG manager of %s, so that it reads the ConfigMap anew".formatted(node))));
        }
        var expected = new ExpectedClusterState.MigConfigMapReadExpectation(map,
                edited && !before.isEmpty() ? before.getFirst().uid() : "");
        var wait = new PlanStep.AwaitClusterStateStep(ObjectRef.node(node), expected, intent.limit());
        acquaint.add(PlanStepWithUndo.temporaryStep(wait, "Wait until " + expected.conditionText(wait.object())));
        return acquaint;
    }

    private List<PodSummary> managersOn(String node) {
        return input.snapshot().findNode(node).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(pod -> MigNodeLabels.MANAGER_APP.equals(pod.labels().get("app"))).toList();
    }

    private void addRefusal(String headline, String remedy) {
        MigConfigurationChoices.refusalOf(headline, remedy).ifPresent(refusals::add);
    }

    private void addLayout(CustomMigLayout customLayout) {
        var present = source.configMap();
        if (present.isEmpty()) {
            addRefusal("The policy names the ConfigMap %s, which is not there".formatted(source.configMapName()),
                    "Make it, or name another.");
            return;
        }
        var known = source.configsByNode().values().stream().findFirst()
                .flatMap(configurations -> Optional.ofNullable(configurations.configs().get(customLayout.name())));
        if (known.isPresent()) {
            if (!known.get().entries().equals(customLayout.entries())) {
                addRefusal("%s has a configuration “%s” already, and it says otherwise".formatted(
                        present.get().object(), customLayout.name()),
                        "Give this layout another name (on the command line --name).");
            }
            return;
        }
        try {
            steps.add(editConfigMap(present.get(),
                    MigConfigMapRenderer.addConfig(present.get().text(), customLayout.toConfig()),
                    customLayout));
            map = source.configMapName();
            edited = true;
        } catch (JsonProcessingException e) {
            addRefusal("%s is no YAML, so that nothing can be added to it".formatted(present.get().object()),
                    "Mend it first: " + e.getOriginalMessage());
        }
    }

    private static PlanStepWithUndo editConfigMap(MigConfigMap map, String text, CustomMigLayout customLayout) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", map.resourceVersion());
        body.putObject("data").put(FILE, text);
        return new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(map.object(), "", ObjectPatchFormat.MERGE, body.toString(),
                        Map.of("/data/config.yaml",
                                JSON.valueToTree(map.text()).toString())),
                "Add the layout to %s as %s".formatted(map.object(),
                        customLayout.name()),
                "%s offers the layout %s".formatted(map.object(), customLayout.name()), Optional.empty());
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
            addRefusal("Nodes are offered a configuration “%s” already".formatted(customLayout.name()),
                    "Give this layout another name (on the command line --name).");
        }
        combined.put(customLayout.name(), customLayout.toConfig());
        var object = source.configMapRef(source.freeName());
        var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        body.putObject("metadata").put("name", object.name()).put("namespace", object.namespace());
        body.putObject("data").put(FILE, MigConfigMapRenderer.render(combined));
        steps.add(new PlanStepWithUndo(new PlanStep.CreateObjectStep(object, body.toString()),
                "Write the layout, and all that nodes are offered now, into %s".formatted(object),
                "%s offers %d configurations".formatted(object, combined.size()), Optional.empty()));
        relied.put("/spec/migManager/config/name", null);
        spec.withObject("/migManager/config").put("name", object.name());
        map = object.name();
        warnings.add(
                "The MIG manager of every node restarts, as all of them read %s from then on".formatted(object));
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
            addRefusal("What %s was told (%s) could not be offered to it any more".formatted(node.name(), told),
                    "Name a ConfigMap in the policy that offers it (spec.migManager.config.name), and plan again.");
        }
    }

    private static Map<Integer, MigConfig.MigConfigGpuEffect> plansOf(MigConfig config, MigProduct product) {
        return config.intentFor(Collections.nCopies(ANY, new MigConfig.TargetGpu(product, ""))).gpus();
    }

    private void switchToMixed(MigClusterPolicy policy, ObjectNode spec, Map<String, @Nullable Object> relied) {
        relied.put("/spec/mig/strategy", policy.strategy().isEmpty() ? null : policy.strategy());
        spec.withObject("/mig").put("strategy", MIXED);
        var others = input.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                .filter(node -> node.label("nvidia.com/gpu.product").contains("-MIG-"))
                .map(NodeSummary::name).filter(name -> !input.targets().contains(name)).toList();
        warnings.add("The MIG strategy becomes mixed in the whole cluster: device plugins restart"
                + (others.isEmpty() ? ""
                        : ", and instances on %s are no longer called nvidia.com/gpu: pods that ask for that find none there"
                                .formatted(String.join(", ", others))));
    }

    private PlanStepWithUndo patchPolicy(MigClusterPolicy policy, ObjectNode spec,
            Map<String, @Nullable Object> relied) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", policy.resourceVersion());
        body.set("spec", spec);
        var fields = new HashMap<String, String>();
        relied.forEach((pointer, value) -> fields.put(pointer, JSON.valueToTree(value).toString()));
        var says = new ArrayList<String>();
        if (!map.isEmpty()) {
            says.add("MIG managers read ConfigMap " + map);
        }
        if (spec.has("mig")) {
            says.add("the MIG strategy is mixed");
        }
        var text = String.join(", and ", says);
        warnings.add(
                "Helm, or whoever else keeps the policy, does not know of it: say it in the values of the chart, too, or "
                        + "the next upgrade takes it back");
        return new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(policy.policyRef(), "", ObjectPatchFormat.MERGE, body.toString(), fields),
                "Say in the policy %s: %s".formatted(policy.name(), text), policy.policyRef() + " says: " + text,
                Optional.empty());
    }
}
