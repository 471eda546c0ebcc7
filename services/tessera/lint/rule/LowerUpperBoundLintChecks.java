package tessera.lint.rule;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Checks that lower and upper bounds leave a valid range. */
final class LowerUpperBoundLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LowerUpperBoundLintChecks.class);

    /** Each may not be above any that follows. */
    private static final List<String> RISING = List.of("min", "defaultRequest", "default", "max");
    private static final String KNATIVE = "autoscaling.knative.dev/";
    private static final String DEFAULT = "default";
    private static final String FEWEST = "minReplicas";
    private static final String MOST = "maxReplicas";

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var spec = object.at("spec");
        switch (object.group()) {
            case "autoscaling" -> checkReplicas(spec.at(FEWEST), spec.at(MOST), context);
            case "keda.sh" -> checkReplicas(spec.at("minReplicaCount"), spec.at("maxReplicaCount"), context);
            case "kubeflow.org" ->
                checkReplicas(spec.at("elasticPolicy", FEWEST), spec.at("elasticPolicy", MOST), context);
            case "ray.io" -> ParallelSizeLintChecks.rayClusters(object)
                    .flatMap(cluster -> cluster.at("workerGroupSpecs").items().stream())
                    .forEach(group -> checkRayGroup(group, context));
            case "serving.knative.dev" -> checkKnative(spec.at("template", "metadata", "annotations"), context);
            case "policy" -> checkBudget(object, context);
            default -> {
                // Others have no bounds.
            }
        }
        if (object.isKind("", "LimitRange")) {
            spec.at("limits").items().forEach(limit -> checkRange(limit, context));
            checkKinds(spec.at("limits"), context);
        }
    }

    /** Checks a Ray group: KubeRay runs a bound instead of replicas that are outside of both, and nothing suspended. */
    private static void checkRayGroup(ManifestValue group, LintCheckContext context) {
        if (group.at("suspend").isTrue()) {
            return;
        }
        var fewest = group.at(FEWEST);
        var most = group.at(MOST);
        checkReplicas(fewest, most, context);
        var wanted = group.at("replicas");
        if (compareAmounts(fewest, most).filter(apart -> apart > 0).isEmpty()) {
            compareAmounts(wanted, fewest).filter(apart -> apart < 0)
                    .ifPresent(_ -> reportReplaced(wanted, fewest, context));
        }
        compareAmounts(wanted, most).filter(apart -> apart > 0).ifPresent(_ -> reportReplaced(wanted, most, context));
    }

    private static void reportReplaced(ManifestValue wanted, ManifestValue bound, LintCheckContext context) {
        context.addDoubt("scaling-bounds", wanted, LintSeverity.WARNING,
                new LintQuotaReason.ReplicasReplaced(wanted.text(), settingName(bound), bound.text()),
                ManifestSourceEditor.availableFixes(setTo(wanted, bound.text()), setTo(bound, wanted.text())));
    }

    private static Optional<LintFix> setTo(ManifestValue setting, String text) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.set", settingName(setting), text),
                ManifestSourceEditor.replace(setting, text));
    }

    /** Returns the name of a setting, without the prefix that annotations have. */
    private static String settingName(ManifestValue setting) {
        return setting.key().text().replaceFirst("^.*/", "");
    }

    /** Checks the scale bounds of Knative, where a maximum of 0 means no limit. */
    private static void checkKnative(ManifestValue annotations, LintCheckContext context) {
        var most = annotations.at(KNATIVE + "max-scale");
        if (!most.text().equals("0")) {
            checkReplicas(annotations.at(KNATIVE + "min-scale"), most, context);
        }
    }

    private static void checkReplicas(ManifestValue fewest, ManifestValue most, LintCheckContext context) {
        if (fewest.text().matches("\\d{1,9}") && most.text().matches("\\d{1,9}")
                && Integer.parseInt(fewest.text()) > Integer.parseInt(most.text())) {
            context.addChoice("scaling-bounds", fewest,
                    new LintQuotaReason.ReplicaBoundsContradict(fewest.text(), most.text()),
                    ManifestSourceEditor.availableFixes(setTo(most, fewest.text()), setTo(fewest, most.text()),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.exchange"),
                                    ManifestSourceEditor.replace(fewest, most.text()),
                                    ManifestSourceEditor.replace(most, fewest.text()))));
        }
    }

    private static void checkBudget(ManifestKubernetesObject budget, LintCheckContext context) {
        var left = budget.at("spec", "minAvailable");
        var gone = budget.at("spec", "maxUnavailable");
        if (budget.kind().equals("PodDisruptionBudget") && left.isPresent() && gone.isPresent()) {
            context.addChoice("budget-says-both", gone, new LintQuotaReason.BudgetWithBothBounds(),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.keep.available", left.text()),
                                    ManifestSourceEditor.remove(gone)),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.keep.unavailable", gone.text()),
                                    ManifestSourceEditor.remove(left))));
        }
    }

    private static void checkRange(ManifestValue limit, LintCheckContext context) {
        Set<String> names = new LinkedHashSet<>();
        for (var part : RISING) {
            limit.at(part).entries().forEach(entry -> names.add(entry.name()));
        }
        for (var name : names) {
            if (!reportContradiction(limit, name, context)) {
                checkEqual(limit, name, context);
            }
        }
    }

    /** Reports the first two bounds that contradict one another, and returns whether there are any. */
    private static boolean reportContradiction(ManifestValue limit, String name, LintCheckContext context) {
        for (var low : RISING) {
            for (var high : RISING.subList(RISING.indexOf(low) + 1, RISING.size())) {
                var below = limit.at(low, name);
                var above = limit.at(high, name);
                if (compareAmounts(below, above).filter(apart -> apart > 0).isPresent()) {
                    reportBounds(below, above,
                            new LintQuotaReason.RangeOrder(low, name, below.text(), high, above.text()), context);
                    return true;
                }
            }
        }
        return false;
    }

    /** Checks that default request and limit are equal, as devices cannot be overcommitted. */
    private static void checkEqual(ManifestValue limit, String name, LintCheckContext context) {
        var request = limit.at("defaultRequest", name);
        var most = limit.at(DEFAULT, name);
        if (ContainerResourceRequest.isExtended(name)
                && compareAmounts(request, most).filter(apart -> apart != 0).isPresent()) {
            reportBounds(request, most, new LintQuotaReason.RangeDefaultsDiffer(request.text(), name, most.text()),
                    context);
        }
    }

    private static void reportBounds(ManifestValue below, ManifestValue above, Reason reason,
            LintCheckContext context) {
        context.addChoice("limit-range-contradicts", below, reason,
                ManifestSourceEditor.availableFixes(
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.both", above.text()),
                                ManifestSourceEditor.replace(below, above.text())),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.both", below.text()),
                                ManifestSourceEditor.replace(above, below.text()))));
    }

    private static Optional<Integer> compareAmounts(ManifestValue one, ManifestValue other) {
        Optional<BigDecimal> first = QuantityParser.parseExact(one.text());
        return first.flatMap(amount -> QuantityParser.parseExact(other.text()).map(amount::compareTo));
    }

    private static void checkKinds(ManifestValue limits, LintCheckContext context) {
        var seen = new LinkedHashSet<String>();
        Stream<ManifestValue> types = limits.items().stream().map(limit -> limit.at("type"));
        types.filter(type -> type.isPresent() && !seen.add(type.text()))
                .forEach(type -> context.reject(type, new LintQuotaReason.DuplicateRangeType(type.text())));
    }
}
