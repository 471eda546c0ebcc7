package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks of Kueue's ClusterQueues and Cohorts: what their server refuses, and what it drops. */
final class ClusterQueueLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterQueueLintChecks.class);
    private static final String KUEUE = "kueue.x-k8s.io";
    private static final Map<String, List<String>> CHOICES = Map.of("preemption.withinClusterQueue",
            List.of("Never", "LowerPriority", "LowerOrNewerEqualPriority"), "preemption.reclaimWithinCohort",
            List.of("Never", "LowerPriority", "Any"), "preemption.borrowWithinCohort.policy",
            List.of("Never", "LowerPriority"), "queueingStrategy", List.of("BestEffortFIFO", "StrictFIFO"),
            "stopPolicy", List.of("None", "Hold", "HoldAndDrain"));

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        boolean queue = object.isKind(KUEUE, "ClusterQueue");
        if (queue || object.isKind(KUEUE, "Cohort")) {
            object.at("spec", "resourceGroups").items().forEach(group -> checkGroup(group, context));
        }
        if (queue) {
            checkQueue(object, context);
        }
    }

    private static void checkQueue(ManifestKubernetesObject object, LintCheckContext context) {
        var spec = object.at("spec");
        CHOICES.forEach((path, choices) -> checkChoice(path, spec.at(path.split("\\.")), choices, context));
        var cohort = spec.at("cohort");
        if (object.apiVersion().equals(KUEUE + "/v1beta2") && cohort.isWritten()) {
            context.addFinding("field-unknown", cohort.key(), new LintQuotaReason.CohortFieldRenamed(),
                    spec.at("cohortName").isWritten() ? Optional.empty()
                            : ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.cohort"),
                                    ManifestSourceEditor.replace(cohort.key(), "cohortName")));
        }
    }

    private static void checkChoice(String path, ManifestValue value, List<String> choices, LintCheckContext context) {
        if (value.isPresent() && !value.isTemplated() && !choices.contains(value.text())) {
            context.addChoice("value-refused", value, new LintFieldReason.InvalidChoice(value.text(), path, choices),
                    choices.stream()
                            .flatMap(one -> ManifestSourceEditor
                                    .fixOf(MESSAGES.text("fix.write", one), ManifestSourceEditor.replace(value, one))
                                    .stream())
                            .toList());
        }
    }

    /** Checks that each flavor has a quota of every covered resource, and of no other, in the same order. */
    private static void checkGroup(ManifestValue group, LintCheckContext context) {
        var covered = group.at("coveredResources").items();
        for (var flavor : group.at("flavors").items()) {
            var named = flavor.at("resources").items().stream().map(resource -> resource.at("name")).toList();
            if (Stream.concat(covered.stream(), named.stream()).noneMatch(ManifestValue::isTemplated)) {
                checkFlavor(flavor, texts(covered), texts(named), context);
            }
        }
    }

    private static void checkFlavor(ManifestValue flavor, List<String> covered, List<String> named,
            LintCheckContext context) {
        if (covered.size() != named.size() || !Set.copyOf(covered).equals(Set.copyOf(named))) {
            context.addFinding("value-refused", flavor.at("name"),
                    new LintQuotaReason.FlavorCoverageMismatch(flavor.at("name").text(), named, covered));
            return;
        }
        IntStream.range(0, covered.size()).filter(at -> !covered.get(at).equals(named.get(at))).findFirst()
                .ifPresent(at -> context.addFinding("value-refused", flavor.at("resources").items().get(at).at("name"),
                        new LintQuotaReason.FlavorOrderMismatch(at, flavor.at("name").text(), named.get(at),
                                covered.get(at))));
    }

    private static List<String> texts(List<ManifestValue> values) {
        return values.stream().map(ManifestValue::text).toList();
    }
}
