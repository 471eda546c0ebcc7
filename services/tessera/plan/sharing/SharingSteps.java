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
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.plan.context.NodeObject;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SharingSetup.PluginKeeper;
import tessera.plan.context.SharingSetup.PluginSet;
import tessera.plan.context.SharingSetup.SharingConfigs;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.intent.ChangeSharing.Takes;
import tessera.plan.intent.ChangeSharing.Usual;
import tessera.plan.intent.NodeTargets;
import tessera.plan.model.PlannedStep;
import tessera.plan.node.NodePatch;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.PatchForm;
import tessera.plan.step.StepExpectation;
import tessera.plan.step.StepExpectation.PodsRenewed;
import tessera.sharing.ConfigChoice;

/** The steps of which changes of sharing are made. */
final class SharingSteps {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration AT_ONCE = Duration.ofMinutes(3);
    /** Pods of a DaemonSet are replaced one after the other. */
    private static final Duration EACH = Duration.ofSeconds(30);
    /** What a DaemonSet puts behind its name to name its pods. */
    private static final String SUFFIX = "-[a-z0-9]{5}";
    private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";

    private final SharingSurvey survey;
    private final NodeReconfigurations turns;

    SharingSteps(SharingSurvey survey, NodeReconfigurations turns) {
        this.survey = survey;
        this.turns = turns;
    }

    /** Whether what a configuration says is not what it said. */
    boolean written(String key, ChangeSharing intent) {
        var text = intent.write().get(key);
        return text != null && !text.equals(known(key));
    }

    private @Nullable String known(String key) {
        return survey.setup().configs().map(configs -> configs.texts().get(key)).orElse(null);
    }

    /** Writes those configurations that say something else, and leaves all others alone. */
    Optional<PlannedStep> texts(Map<String, String> wanted) {
        var changed = new TreeSet<>(wanted.keySet());
        changed.removeIf(key -> Objects.equals(wanted.get(key), known(key)));
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        var names = String.join(", ", changed);
        var map = map(turns.after().told().map());
        var before = new HashMap<String, String>();
        changed.forEach(key -> Optional.ofNullable(known(key)).ifPresent(text -> before.put(key, text)));
        var fresh = new TreeSet<>(changed);
        fresh.removeAll(before.keySet());
        var undo = new ChangeSharing(before, fresh, List.of(), Optional.empty());
        var configs = survey.setup().configs().filter(found -> found.name().equals(map.name()));
        PlanStep step = configs.isPresent() ? patch(map, configs.get(), changed, wanted) : create(map, wanted);
        return Optional.of(new PlannedStep(step, "Write %s into the ConfigMap %s".formatted(names, map.name()),
                "%s has %s".formatted(map.name(), names), Optional.of(undo)));
    }

    private ObjectRef map(String name) {
        return new ObjectRef("v1", "ConfigMap", "configmaps", survey.setup().namespace(), name);
    }

    private static PlanStep create(ObjectRef map, Map<String, String> texts) {
        var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        body.putObject("metadata").put("name", map.name()).put("namespace", map.namespace());
        var data = body.putObject("data");
        texts.forEach(data::put);
        return new PlanStep.Create(map, body.toString());
    }

    private static PlanStep patch(ObjectRef map, SharingConfigs configs, Set<String> changed,
            Map<String, String> texts) {
        var body = versioned(configs.resourceVersion());
        var data = body.putObject("data");
        var relied = new HashMap<String, String>();
        for (var key : changed) {
            data.put(key, texts.get(key));
            relied.put("/data/" + JsonPointers.escaped(key), json(configs.texts().get(key)));
        }
        return new PlanStep.Patch(map, "", PatchForm.MERGE, body.toString(), relied);
    }

    private static String json(@Nullable String text) {
        return JSON.valueToTree(text).toString();
    }

    private static ObjectNode versioned(String resourceVersion) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", resourceVersion);
        return body;
    }

    Optional<PlannedStep> forgotten(Set<String> keys) {
        var configs = survey.setup().configs().orElse(null);
        var gone = new TreeSet<>(keys);
        gone.removeIf(key -> known(key) == null);
        if (configs == null || gone.isEmpty()) {
            return Optional.empty();
        }
        var body = versioned(configs.resourceVersion());
        gone.forEach(body.putObject("data")::putNull);
        var relied = new HashMap<String, String>();
        gone.forEach(key -> relied.put("/data/" + JsonPointers.escaped(key), json(configs.texts().get(key))));
        var before = new HashMap<String, String>();
        gone.forEach(key -> before.put(key, Objects.requireNonNull(configs.texts().get(key))));
        var names = String.join(", ", gone);
        return Optional.of(new PlannedStep(
                new PlanStep.Patch(map(configs.name()), "", PatchForm.MERGE, body.toString(), relied),
                "Remove %s from the ConfigMap %s".formatted(names, configs.name()),
                "%s has no %s".formatted(configs.name(), names),
                Optional.of(new ChangeSharing(before, Set.of(), List.of(), Optional.empty()))));
    }

    /** Has the operator tell its plugins where to look; empty where they are told so already. */
    Optional<PlannedStep> told() {
        var before = survey.setup().told();
        var after = turns.after().told();
        if (before.equals(after) || survey.setup().keeper().kind() != PluginKeeper.KeeperKind.OPERATOR) {
            return Optional.empty();
        }
        var keeper = survey.setup().keeper();
        var policy = new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", keeper.policy());
        var body = versioned(keeper.version());
        body.putObject("spec").putObject("devicePlugin").putObject("config").put("name", after.map()).put("default",
                after.usual());
        var relied = new HashMap<String, String>();
        relied.put("/spec/devicePlugin/config/name", before.map().isEmpty() ? json(null) : json(before.map()));
        relied.put("/spec/devicePlugin/config/default", before.usual().isEmpty() ? json(null) : json(before.usual()));
        return Optional.of(new PlannedStep(new PlanStep.Patch(policy, "", PatchForm.MERGE, body.toString(), relied),
                "Tell the operator: %s, default %s".formatted(after.map().isEmpty() ? "no configurations" : after.map(),
                        after.usual().isEmpty() ? "none" : after.usual()),
                "nodes without a label take " + (after.usual().isEmpty() ? "no configuration" : after.usual()),
                Optional.of(new ChangeSharing(Map.of(), Set.of(), List.of(),
                        Optional.of(new Usual(before.map(), before.usual()))))));
    }

    /** Edited configurations are not watched: only pods that start read them. */
    PlannedStep restart(PluginSet set) {
        var object = new ObjectRef("apps/v1", "DaemonSet", "daemonsets", set.namespace(), set.name());
        var body = versioned(set.resourceVersion());
        body.putObject("spec").putObject("template").putObject("metadata").putObject("annotations").put(RESTARTED,
                survey.now().toString());
        var relied = Map.of("/spec/template/metadata/annotations/" + JsonPointers.escaped(RESTARTED),
                set.restarted().isEmpty() ? json(null) : json(set.restarted()));
        return PlannedStep.passing(new PlanStep.Patch(object, "", PatchForm.MERGE, body.toString(), relied),
                "Start the pods of %s anew".formatted(set.name()));
    }

    PlannedStep label(NodeReconfiguration turn, NodeObject node) {
        var before = node.labels().get(ConfigChoice.LABEL);
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/metadata/labels/" + JsonPointers.escaped(ConfigChoice.LABEL), before);
        var patch = NodePatch.of(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels");
            if (turn.label().isEmpty()) {
                labels.putNull(ConfigChoice.LABEL);
            } else {
                labels.put(ConfigChoice.LABEL, turn.label());
            }
        });
        var undo = new ChangeSharing(Map.of(), Set.of(),
                List.of(new Takes(NodeTargets.of(node.name()), before == null ? "" : before)), Optional.empty());
        return new PlannedStep(patch,
                turn.label().isEmpty() ? "Let %s take what is usual".formatted(node.name())
                        : "Label %s: %s".formatted(node.name(), turn.label()),
                turn.label().isEmpty() ? node.name() + " takes what is usual"
                        : "%s takes %s".formatted(node.name(), turn.label()),
                Optional.of(undo));
    }

    PlannedStep renewed(NodeInfo node) {
        var expected = pods(node, true);
        return waiting(node, expected, patience(true));
    }

    PlannedStep shared(NodeReconfiguration turn, boolean renews) {
        return waiting(turn.node(), new StepExpectation.NodeShared(turn.label(), turn.amounts(), turn.labelsToSee(),
                pods(turn.node(), renews)), patience(renews));
    }

    private Duration patience(boolean renews) {
        return renews ? AT_ONCE.plus(EACH.multipliedBy(SharingSetup.gpuNodes(survey.snapshot()).size())) : AT_ONCE;
    }

    private static PlannedStep waiting(NodeInfo node, StepExpectation expected, Duration patience) {
        var wait = new PlanStep.Await(ObjectRef.node(node.name()), expected, patience);
        return PlannedStep.passing(wait, "Wait until " + expected.words(wait.object()));
    }

    /** Who reads configurations on a node, and which of their pods shall be others. */
    private PodsRenewed pods(NodeInfo node, boolean renews) {
        var apps = new ArrayList<String>();
        var former = new HashMap<String, String>();
        for (var set : survey.setup().sets()) {
            var pods = survey.podsOn(node.name()).stream().filter(pod -> pod.namespace().equals(set.namespace())
                    && pod.name().matches(Pattern.quote(set.name()) + SUFFIX)).toList();
            if (!pods.isEmpty() || set.plugin()) {
                apps.add(set.app());
            }
            if (renews) {
                pods.forEach(pod -> former.put(pod.uid(), pod.name()));
            }
        }
        return new PodsRenewed(former, apps);
    }

    /** How one would do a step by hand, in the way that people know. */
    static String byHand(PlannedStep planned) {
        if (!(planned.step() instanceof PlanStep.Patch patch)) {
            return planned.step().command();
        }
        var object = patch.object();
        return switch (object.resource()) {
            case "daemonsets" -> "kubectl rollout restart -n %s daemonset/%s".formatted(object.namespace(),
                    object.name());
            case "nodes" -> "kubectl label node %s %s --overwrite".formatted(object.name(), label(patch));
            default -> patch.command();
        };
    }

    private static String label(PlanStep.Patch patch) {
        var value = tree(patch.body()).at("/metadata/labels").path(ConfigChoice.LABEL);
        return ConfigChoice.LABEL + (value.isNull() ? "-" : "=" + value.asText());
    }

    private static ObjectNode tree(String body) {
        try {
            return (ObjectNode) JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a plan holds JSON that is none", e);
        }
    }
}
