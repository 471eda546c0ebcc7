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
import tessera.mig.CombinedConfigs;
import tessera.mig.CombinedConfigs.OfferedConfigs;
import tessera.mig.MigConfig;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.context.MigSource;
import tessera.plan.context.MigSource.ConfigText;
import tessera.plan.context.MigSource.MigPolicy;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.MigLayoutRequest.Own;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.PatchForm;
import tessera.plan.step.StepExpectation;

/**
 * Plans how a layout of one's own comes to the MIG managers: into the ConfigMap that the policy names, or else into a new
 * one that goes on offering every node what it was offered before; and how the MIG strategy is changed that it needs.
 */
final class MigWriting {

    static final String MIXED = "mixed";
    private static final JsonMapper JSON = new JsonMapper();
    private static final String FILE = "config.yaml";
    private static final int ANY = 16;

    private final ApplyMigConfig intent;
    private final PlanSurvey survey;
    private final MigSource source;
    private final MigProducts products;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<PlannedStep> steps = new ArrayList<>();
    /** The ConfigMap that MIG managers have to have read; empty where they have. */
    private String map = "";
    private boolean edited;

    MigWriting(ApplyMigConfig intent, PlanSurvey survey, MigSource source, MigProducts products) {
        this.intent = intent;
        this.survey = survey;
        this.source = source;
        this.products = products;
        var spec = JSON.createObjectNode();
        var relied = new HashMap<String, @Nullable Object>();
        if (intent.wish() instanceof Own own) {
            if (source.policy().isEmpty()) {
                refuse("No policy of the GPU operator is found", "A layout of one's own is offered by a ConfigMap that"
                        + " the policy names; without the operator, edit the one that the MIG manager mounts.");
            } else if (source.named().isEmpty()) {
                create(own, spec, relied);
            } else {
                add(own);
            }
        }
        if (intent.mixed() && source.policy().isPresent() && !source.policy().get().strategy().equals(MIXED)) {
            mix(source.policy().get(), spec, relied);
        }
        if (!spec.isEmpty() && refusals.isEmpty()) {
            source.policy().ifPresent(policy -> steps.add(patch(policy, spec, relied)));
        }
    }

    List<Problem> refusals() {
        return refusals;
    }

    List<String> warnings() {
        return warnings;
    }

    /** What comes before any node is told. */
    List<PlannedStep> steps() {
        return steps;
    }

    /** Sees to it that the MIG manager of a node knows the layout; nothing where it does. */
    List<PlannedStep> acquaint(String node) {
        var acquaint = new ArrayList<PlannedStep>();
        if (map.isEmpty()) {
            return acquaint;
        }
        var before = managers(node);
        if (edited) {
            before.forEach(pod -> acquaint.add(PlannedStep.passing(
                    new PlanStep.Delete(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid()),
                    "Restart the MIG manager of %s, so that it reads the ConfigMap anew".formatted(node))));
        }
        var expected = new StepExpectation.Reads(map, edited && !before.isEmpty() ? before.getFirst().uid() : "");
        var wait = new PlanStep.Await(ObjectRef.node(node), expected, intent.limit());
        acquaint.add(PlannedStep.passing(wait, "Wait until " + expected.words(wait.object())));
        return acquaint;
    }

    private List<PodFacts> managers(String node) {
        return survey.snapshot().node(node).map(NodeInfo::pods).orElse(List.of()).stream()
                .filter(pod -> MigLabels.MANAGER_APP.equals(pod.labels().get("app"))).toList();
    }

    private void refuse(String headline, String remedy) {
        MigChoices.refused(headline, remedy).ifPresent(refusals::add);
    }

    private void add(Own own) {
        var present = source.map();
        if (present.isEmpty()) {
            refuse("The policy names the ConfigMap %s, which is not there".formatted(source.named()),
                    "Make it, or name another.");
            return;
        }
        var known = source.offers().values().stream().findFirst()
                .flatMap(offer -> Optional.ofNullable(offer.configs().get(own.name())));
        if (known.isPresent()) {
            if (!known.get().entries().equals(own.entries())) {
                refuse("%s has a configuration “%s” already, and it says otherwise".formatted(
                        present.get().object(), own.name()),
                        "Give this layout another name (on the command line --name).");
            }
            return;
        }
        try {
            steps.add(edit(present.get(), MigFile.with(present.get().text(), own.config()), own));
            map = source.named();
            edited = true;
        } catch (JsonProcessingException e) {
            refuse("%s is no YAML, so that nothing can be added to it".formatted(present.get().object()),
                    "Mend it first: " + e.getOriginalMessage());
        }
    }

    private static PlannedStep edit(ConfigText map, String text, Own own) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", map.resourceVersion());
        body.putObject("data").put(FILE, text);
        return new PlannedStep(
                new PlanStep.Patch(map.object(), "", PatchForm.MERGE, body.toString(), Map.of("/data/config.yaml",
                        JSON.valueToTree(map.text()).toString())),
                "Add the layout to %s as %s".formatted(map.object(),
                        own.name()),
                "%s offers the layout %s".formatted(map.object(), own.name()), Optional.empty());
    }

    private void create(Own own, ObjectNode spec, Map<String, @Nullable Object> relied) {
        var configs = new HashMap<String, OfferedConfigs>();
        var all = new ArrayList<OfferedConfigs>();
        capable().forEach(node -> {
            var offer = source.offers().get(node.name());
            var product = products.byLabel(node.label("nvidia.com/gpu.product"));
            if (offer != null && product.isPresent()) {
                var offered = new OfferedConfigs(product.get(), offer.configs());
                configs.put(node.name(), offered);
                all.add(offered);
            }
        });
        var combined = new LinkedHashMap<>(CombinedConfigs.of(all));
        capable().forEach(node -> kept(node, configs.get(node.name()), combined));
        if (combined.containsKey(own.name())) {
            refuse("Nodes are offered a configuration “%s” already".formatted(own.name()),
                    "Give this layout another name (on the command line --name).");
        }
        combined.put(own.name(), own.config());
        var object = source.object(source.free());
        var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        body.putObject("metadata").put("name", object.name()).put("namespace", object.namespace());
        body.putObject("data").put(FILE, MigFile.of(combined));
        steps.add(new PlannedStep(new PlanStep.Create(object, body.toString()),
                "Write the layout, and all that nodes are offered now, into %s".formatted(object),
                "%s offers %d configurations".formatted(object, combined.size()), Optional.empty()));
        relied.put("/spec/migManager/config/name", null);
        spec.withObject("/migManager/config").put("name", object.name());
        map = object.name();
        warnings.add(
                "The MIG manager of every node starts anew, as all of them read %s from then on".formatted(object));
    }

    private List<NodeFacts> capable() {
        return survey.snapshot().nodes().stream().map(NodeInfo::facts)
                .filter(node -> node.label(MigLabels.CAPABLE).equals("true")).toList();
    }

    /** What a node was told must go on meaning the same, or its MIG manager would divide it anew or fail. */
    private void kept(NodeFacts node, @Nullable OfferedConfigs offered, Map<String, MigConfig> combined) {
        var told = node.label(MigLabels.CONFIG);
        if (told.isEmpty()) {
            return;
        }
        var before = offered == null ? null : offered.configs().get(told);
        var after = combined.get(told);
        if (offered == null || before == null || after == null
                || !meaning(before, offered.product()).equals(meaning(after, offered.product()))) {
            refuse("What %s was told (%s) could not be offered to it any more".formatted(node.name(), told),
                    "Name a ConfigMap in the policy that offers it (spec.migManager.config.name), and plan again.");
        }
    }

    private static Map<Integer, MigConfig.Plan> meaning(MigConfig config, MigProduct product) {
        return config.intended(Collections.nCopies(ANY, new MigConfig.TargetGpu(product, ""))).gpus();
    }

    private void mix(MigPolicy policy, ObjectNode spec, Map<String, @Nullable Object> relied) {
        relied.put("/spec/mig/strategy", policy.strategy().isEmpty() ? null : policy.strategy());
        spec.withObject("/mig").put("strategy", MIXED);
        var others = survey.snapshot().nodes().stream().map(NodeInfo::facts)
                .filter(node -> node.label("nvidia.com/gpu.product").contains("-MIG-"))
                .map(NodeFacts::name).filter(name -> !survey.targets().contains(name)).toList();
        warnings.add("The MIG strategy becomes mixed in the whole cluster: device plugins start anew"
                + (others.isEmpty() ? ""
                        : ", and instances on %s are no longer called nvidia.com/gpu: pods that ask for that find none there"
                                .formatted(String.join(", ", others))));
    }

    private PlannedStep patch(MigPolicy policy, ObjectNode spec, Map<String, @Nullable Object> relied) {
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
        var words = String.join(", and ", says);
        warnings.add(
                "Helm, or whoever else keeps the policy, does not know of it: say it in the values of the chart, too, or "
                        + "the next upgrade takes it back");
        return new PlannedStep(new PlanStep.Patch(policy.object(), "", PatchForm.MERGE, body.toString(), fields),
                "Say in the policy %s: %s".formatted(policy.name(), words), policy.object() + " says: " + words,
                Optional.empty());
    }
}
