package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.WordListJoiner;

/** Checks of Kueue's ClusterQueues: what their server refuses, and what it drops. */
final class ClusterQueueLintChecks implements LintCheck {

    private static final String KUEUE = "kueue.x-k8s.io";
    private static final Map<String, List<String>> CHOICES = Map.of(
            "preemption.withinClusterQueue", List.of("Never", "LowerPriority", "LowerOrNewerEqualPriority"),
            "preemption.reclaimWithinCohort", List.of("Never", "LowerPriority", "Any"),
            "preemption.borrowWithinCohort.policy", List.of("Never", "LowerPriority"),
            "queueingStrategy", List.of("BestEffortFIFO", "StrictFIFO"),
            "stopPolicy", List.of("None", "Hold", "HoldAndDrain"));

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (!object.isKind(KUEUE, "ClusterQueue")) {
            return;
        }
        var spec = object.at("spec");
        CHOICES.forEach((path, choices) -> checkChoice(path, spec.at(path.split("\\.")), choices, context));
        object.at("spec", "resourceGroups").items().forEach(group -> checkGroup(group, context));
        var cohort = spec.at("cohort");
        if (object.apiVersion().equals(KUEUE + "/v1beta2") && cohort.isWritten()) {
            context.addFinding("field-unknown", cohort.key(),
                    "In v1beta2 it is cohortName: without it the queue neither lends nor borrows",
                    spec.at("cohortName").isWritten() ? Optional.empty()
                            : ManifestSourceEditor.fixOf("Write cohortName",
                                    ManifestSourceEditor.replace(cohort.key(), "cohortName")));
        }
    }

    private static void checkChoice(String path, ManifestValue value, List<String> choices, LintCheckContext context) {
        if (value.isPresent() && !value.isTemplated() && !choices.contains(value.text())) {
            context.addChoice("value-refused", value, "“%s” is no value of %s: it is %s".formatted(value.text(), path,
                    WordListJoiner.joinWords(choices, " or ")),
                    choices.stream().flatMap(one -> ManifestSourceEditor.fixOf("Write " + one,
                            ManifestSourceEditor.replace(value, one)).stream()).toList());
        }
    }

    /** Checks that each flavor has a quota of every covered resource, and of no other. */
    private static void checkGroup(ManifestValue group, LintCheckContext context) {
        var covered = texts(group.at("coveredResources").items());
        for (var flavor : group.at("flavors").items()) {
            var named = texts(flavor.at("resources").items().stream().map(resource -> resource.at("name")).toList());
            if (covered.isPresent() && named.isPresent() && !named.equals(covered)) {
                context.addFinding("value-refused", flavor.at("name"),
                        "The flavor %s has quotas of %s, and the group covers %s: each flavor has one of each"
                                .formatted(
                                        flavor.at("name").text(), String.join(", ", named.get()),
                                        String.join(", ", covered.get())));
            }
        }
    }

    /** Returns the texts of values; empty where one of them is filled in later. */
    private static Optional<SortedSet<String>> texts(List<ManifestValue> values) {
        return values.stream().anyMatch(ManifestValue::isTemplated) ? Optional.empty()
                : Optional.of(values.stream().map(ManifestValue::text).collect(Collectors.toCollection(TreeSet::new)));
    }
}
