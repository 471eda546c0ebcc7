package tessera.lint.rule;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.Quantity;

/** Whether what has a lower and an upper bound leaves anything between them. */
final class BoundsChecks implements LintCheck {

    /** Each may not be above any that follows. */
    private static final List<String> RISING = List.of("min", "defaultRequest", "default", "max");
    private static final String KNATIVE = "autoscaling.knative.dev/";
    private static final String DEFAULT = "default";
    private static final String FEWEST = "minReplicas";
    private static final String MOST = "maxReplicas";

    @Override
    public void object(KubeObject object, CheckContext look) {
        var spec = object.at("spec");
        switch (object.group()) {
            case "autoscaling" -> replicas(spec.at(FEWEST), spec.at(MOST), look);
            case "keda.sh" -> replicas(spec.at("minReplicaCount"), spec.at("maxReplicaCount"), look);
            case "kubeflow.org" -> replicas(spec.at("elasticPolicy", FEWEST), spec.at("elasticPolicy", MOST), look);
            case "ray.io" -> ParallelChecks.clusters(object)
                    .flatMap(cluster -> cluster.at("workerGroupSpecs").items().stream())
                    .forEach(group -> group(group, look));
            case "serving.knative.dev" -> knative(spec.at("template", "metadata", "annotations"), look);
            case "policy" -> budget(object, look);
            default -> {
                // Others have no bounds.
            }
        }
        if (object.is("", "LimitRange")) {
            spec.at("limits").items().forEach(limit -> range(limit, look));
            kinds(spec.at("limits"), look);
        }
    }

    /** KubeRay leaves out what is wanted of a group above its most. */
    private static void group(ManifestValue group, CheckContext look) {
        replicas(group.at(FEWEST), group.at(MOST), look);
        var wanted = group.at("replicas");
        var most = group.at(MOST);
        if (compared(wanted, most).filter(apart -> apart > 0).isPresent()) {
            look.offer("scaling-bounds", wanted,
                    "%s replicas are wanted, and it has at most %s".formatted(wanted.text(), most.text()),
                    ManifestEditor.ways(
                            ManifestEditor.fix("Want " + most.text(), ManifestEditor.replace(wanted, most.text())),
                            ManifestEditor.fix("Set the most to " + wanted.text(),
                                    ManifestEditor.replace(most, wanted.text()))));
        }
    }

    /** None at most means as many as there is room for. */
    private static void knative(ManifestValue annotations, CheckContext look) {
        var most = annotations.at(KNATIVE + "max-scale");
        if (!most.text().equals("0")) {
            replicas(annotations.at(KNATIVE + "min-scale"), most, look);
        }
    }

    private static void replicas(ManifestValue fewest, ManifestValue most, CheckContext look) {
        if (fewest.text().matches("\\d{1,9}") && most.text().matches("\\d{1,9}")
                && Integer.parseInt(fewest.text()) > Integer.parseInt(most.text())) {
            look.offer("scaling-bounds", fewest,
                    "It cannot have at least %s and at most %s replicas".formatted(fewest.text(), most.text()),
                    ManifestEditor.ways(
                            ManifestEditor.fix("Set the most to " + fewest.text(),
                                    ManifestEditor.replace(most, fewest.text())),
                            ManifestEditor.fix("Set the fewest to " + most.text(),
                                    ManifestEditor.replace(fewest, most.text())),
                            ManifestEditor.fix("Exchange them", ManifestEditor.replace(fewest, most.text()),
                                    ManifestEditor.replace(most, fewest.text()))));
        }
    }

    private static void budget(KubeObject budget, CheckContext look) {
        var left = budget.at("spec", "minAvailable");
        var gone = budget.at("spec", "maxUnavailable");
        if (budget.kind().equals("PodDisruptionBudget") && left.present() && gone.present()) {
            look.offer("budget-says-both", gone,
                    "A budget says minAvailable or maxUnavailable; one with both is refused",
                    ManifestEditor.ways(
                            ManifestEditor.fix("Keep minAvailable: " + left.text(), ManifestEditor.remove(gone)),
                            ManifestEditor.fix("Keep maxUnavailable: " + gone.text(), ManifestEditor.remove(left))));
        }
    }

    private static void range(ManifestValue limit, CheckContext look) {
        Set<String> names = new LinkedHashSet<>();
        RISING.forEach(part -> limit.at(part).entries().forEach(entry -> names.add(entry.name())));
        for (var name : names) {
            if (!rises(limit, name, look)) {
                equal(limit, name, look);
            }
        }
    }

    /** Notes the first two that contradict one another. */
    private static boolean rises(ManifestValue limit, String name, CheckContext look) {
        for (var low : RISING) {
            for (var high : RISING.subList(RISING.indexOf(low) + 1, RISING.size())) {
                var below = limit.at(low, name);
                var above = limit.at(high, name);
                if (compared(below, above).filter(apart -> apart > 0).isPresent()) {
                    contradict(below, above, "%s of %s is %s, above its %s of %s, which the server refuses"
                            .formatted(low, name, below.text(), high, above.text()), look);
                    return true;
                }
            }
        }
        return false;
    }

    /** Devices cannot be overcommitted, not even by default. */
    private static void equal(ManifestValue limit, String name, CheckContext look) {
        var request = limit.at("defaultRequest", name);
        var most = limit.at(DEFAULT, name);
        if (ContainerRequest.extended(name) && compared(request, most).filter(apart -> apart != 0).isPresent()) {
            contradict(request, most, "By default %s of %s is requested and %s allowed: both have to be the same"
                    .formatted(request.text(), name, most.text()), look);
        }
    }

    private static void contradict(ManifestValue below, ManifestValue above, String reason, CheckContext look) {
        look.offer("limit-range-contradicts", below, reason,
                ManifestEditor.ways(
                        ManifestEditor.fix("Write %s for both".formatted(above.text()),
                                ManifestEditor.replace(below, above.text())),
                        ManifestEditor.fix("Write %s for both".formatted(below.text()),
                                ManifestEditor.replace(above, below.text()))));
    }

    private static Optional<Integer> compared(ManifestValue one, ManifestValue other) {
        Optional<BigDecimal> first = Quantity.exact(one.text());
        return first.flatMap(amount -> Quantity.exact(other.text()).map(amount::compareTo));
    }

    private static void kinds(ManifestValue limits, CheckContext look) {
        var seen = new LinkedHashSet<String>();
        Stream<ManifestValue> types = limits.items().stream().map(limit -> limit.at("type"));
        types.filter(type -> type.present() && !seen.add(type.text())).forEach(type -> FieldChecks.refused(type,
                "There is an item for %s already, and the server takes one".formatted(type.text()), look));
    }
}
