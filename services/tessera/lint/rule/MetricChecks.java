package tessera.lint.rule;

import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;

/** Names of metrics in rules and dashboards. */
final class MetricChecks implements Check {

    private static final Set<String> KINDS = Set.of("PrometheusRule", "ConfigMap", "ScaledObject", "GrafanaDashboard");
    private static final Pattern NAME = Pattern.compile("\\bDCGM_[A-Z0-9_]+\\b");

    @Override
    public void object(KubeObject object, Look look) {
        if (KINDS.contains(object.kind())) {
            search(object.root(), 0, look);
        }
    }

    private static void search(Value value, int depth, Look look) {
        if (depth > 40) {
            return;
        }
        value.entries().forEach(entry -> search(entry.value(), depth + 1, look));
        value.items().forEach(item -> search(item, depth + 1, look));
        NAME.matcher(value.text()).results().map(result -> result.group()).distinct()
                .forEach(name -> look.facts().mistake("metrics", name).ifPresent(mistake -> look.note("metric-unknown",
                        value, name + ": " + mistake.reason(), mistake.meant(name)
                                .flatMap(right -> Edits.fix("Writes " + right, Edits.replace(value, name, right))))));
    }
}
