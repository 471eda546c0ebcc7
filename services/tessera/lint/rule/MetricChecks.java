package tessera.lint.rule;

import java.util.regex.Pattern;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;

/** Names of metrics in rules and dashboards. */
final class MetricChecks implements Check {

    /** There is such a field; who lists it for the exporter has it. */
    private static final String OPTIONAL = "DCGM_FI_DEV_FB_TOTAL";
    private static final Pattern LISTED = Pattern.compile("(?m)^\\s*" + OPTIONAL + "\\s*,");
    private static final Pattern NAME = Pattern.compile("\\bDCGM_[A-Z0-9_]+\\b");

    @Override
    public void manifest(Look look) {
        look.manifest().strays().forEach(stray -> search(stray, 0, look));
    }

    @Override
    public void object(KubeObject object, Look look) {
        search(object.root(), 0, look);
    }

    private static void search(Value value, int depth, Look look) {
        if (depth > 40) {
            return;
        }
        value.entries().forEach(entry -> search(entry.value(), depth + 1, look));
        value.items().forEach(item -> search(item, depth + 1, look));
        NAME.matcher(value.text()).results().map(result -> result.group()).distinct()
                .filter(name -> !name.equals(OPTIONAL) || !listed(look))
                .forEach(name -> look.facts().mistake("metrics", name).ifPresent(mistake -> look.note("metric-unknown",
                        value, name + ": " + mistake.reason(), mistake.meant(name)
                                .flatMap(right -> Edits.fix("Write " + right, Edits.replace(value, name, right))))));
    }

    private static boolean listed(Look look) {
        return look.objects("", "ConfigMap").flatMap(map -> map.at("data").entries().stream())
                .anyMatch(entry -> LISTED.matcher(entry.value().text()).find());
    }
}
