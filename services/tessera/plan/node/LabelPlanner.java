package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.NodeIntent.ChangeLabels;
import tessera.plan.intent.Targets;
import tessera.plan.survey.NodeObject;
import tessera.plan.survey.Survey;

/** Plans other labels of nodes. */
final class LabelPlanner {

    private static final Pattern DISCOVERED = Pattern.compile("feature\\.node\\.kubernetes\\.io/.*"
            + "|nvidia\\.com/(gpu|cuda|gfd|mig|mps|vgpu)\\..*|amd\\.com/gpu\\..*");
    private static final String MIG_CONFIG = "nvidia.com/mig.config";

    private LabelPlanner() {}

    static Plan plan(ChangeLabels intent, Survey survey) {
        var steps = new ArrayList<PlannedStep>();
        for (var node : Targeting.found(survey)) {
            var changes = changes(intent, node);
            if (!changes.isEmpty()) {
                steps.add(step(node, changes));
            }
        }
        return new Plan(intent, steps,
                List.of("kubectl label nodes %s %s --overwrite".formatted(intent.nodes().arguments(),
                        intent.arguments())),
                Effects.NONE, warnings(intent), refusals(intent), "");
    }

    /** What becomes of each label that changes; null for one that goes. */
    private static Map<String, @Nullable String> changes(ChangeLabels intent, NodeObject node) {
        var changes = new HashMap<String, @Nullable String>();
        intent.set().forEach((key, value) -> {
            if (!value.equals(node.labels().get(key))) {
                changes.put(key, value);
            }
        });
        intent.remove().stream().filter(node.labels()::containsKey).forEach(key -> changes.put(key, null));
        return changes;
    }

    private static PlannedStep step(NodeObject node, Map<String, @Nullable String> changes) {
        var relied = new HashMap<String, @Nullable Object>();
        changes.keySet().forEach(key -> relied.put("/metadata/labels/" + NodePatch.escaped(key),
                node.labels().get(key)));
        var patch = NodePatch.of(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels");
            changes.forEach(labels::put);
        });
        Map<String, String> before = new HashMap<>();
        Set<String> fresh = new HashSet<>();
        for (var key : changes.keySet()) {
            var value = node.labels().get(key);
            if (value == null) {
                fresh.add(key);
            } else {
                before.put(key, value);
            }
        }
        var undo = new ChangeLabels(Targets.of(node.name()), before, fresh);
        return new PlannedStep(patch, "Label " + node.name(), node.name() + " has other labels", Optional.of(undo));
    }

    private static List<String> warnings(ChangeLabels intent) {
        var warnings = new ArrayList<String>();
        var keys = new ArrayList<>(intent.set().keySet());
        keys.addAll(intent.remove());
        for (var key : keys) {
            if (key.equals(MIG_CONFIG)) {
                warnings.add(
                        "A change of " + key + " makes the GPUs be divided anew: what runs on them makes that fail");
            } else if (key.startsWith("kubernetes.io/")) {
                warnings.add(key + " is the kubelet's: volumes, affinities and spreading of pods rely on it");
            } else if (DISCOVERED.matcher(key).matches()) {
                warnings.add(key + " is kept by feature discovery, which may set it back");
            }
        }
        return warnings;
    }

    private static List<Problem> refusals(ChangeLabels intent) {
        var refusals = new ArrayList<Problem>();
        if (intent.set().isEmpty() && intent.remove().isEmpty()) {
            refusals.add(Targeting.invalid("No label is named", ""));
        }
        intent.set().forEach((key, value) -> Names.key(key).or(() -> Names.value(key, value))
                .ifPresent(refusals::add));
        intent.remove().forEach(key -> Names.key(key).ifPresent(refusals::add));
        intent.remove().stream().filter(intent.set()::containsKey)
                .forEach(key -> refusals.add(Targeting.invalid("“" + key + "” is both set and removed", "")));
        return refusals;
    }
}
