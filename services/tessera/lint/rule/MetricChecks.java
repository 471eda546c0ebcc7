package tessera.lint.rule;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;

/** Names of metrics in rules and dashboards. */
final class MetricChecks implements LintCheck {

    /** There is such a field; who lists it for the exporter has it. */
    private static final String OPTIONAL = "DCGM_FI_DEV_FB_TOTAL";
    private static final Pattern LISTED = Pattern.compile("(?m)^\\s*" + OPTIONAL + "\\s*,");
    private static final Pattern NAME = Pattern.compile("\\bDCGM_[A-Z0-9_]+\\b");
    /** What a board draws, be it over a time, summed as it is told. */
    private static final Pattern SUMMED = Pattern.compile("\\bsum\\s*+(?:by\\s*+\\((?<before>[^()]*+)\\)\\s*+)?"
            + "\\(\\s*+(?<board>(?:(?:rate|irate|increase|delta|idelta|avg_over_time|max_over_time)\\s*+\\(\\s*+)?"
            + "DCGM_FI_DEV_(?:POWER_USAGE|TOTAL_ENERGY_CONSUMPTION)\\s*+(?:\\{(?:[^{}\"]++|\"[^\"]*+\")*+})?+\\s*+(?:\\[[^\\[\\]]*+]\\s*+\\))?+)\\s*+"
            + "\\)(?:\\s*+by\\s*+\\((?<after>[^()]*+)\\))?");
    /** Nobody knows which part of it is whose. */
    private static final Pattern OF_HOLDERS = Pattern.compile("pod|namespace|container");

    @Override
    public void manifest(CheckContext look) {
        look.manifest().strays().forEach(stray -> search(stray, 0, look));
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        search(object.root(), 0, look);
    }

    private static void search(ManifestValue value, int depth, CheckContext look) {
        if (depth > 40) {
            return;
        }
        value.entries().forEach(entry -> search(entry.value(), depth + 1, look));
        value.items().forEach(item -> search(item, depth + 1, look));
        if (!undivided(look)) {
            summed(value, look);
        }
        NAME.matcher(value.text()).results().map(result -> result.group()).distinct()
                .filter(name -> !name.equals(OPTIONAL) || !listed(look))
                .forEach(name -> look.facts().mistake("metrics", name).ifPresent(mistake -> look.note("metric-unknown",
                        value, name + ": " + mistake.reason(), mistake.meant(name)
                                .flatMap(right -> ManifestEditor.fix("Write " + right,
                                        ManifestEditor.replace(value, name, right))))));
    }

    private static void summed(ManifestValue value, CheckContext look) {
        SUMMED.matcher(value.text()).results().forEach(sum -> {
            var by = Objects.requireNonNullElse(Optional.ofNullable(sum.group("before")).orElse(sum.group("after")),
                    "");
            if (!by.contains("GPU_I_")) {
                var board = sum.group("board");
                var once = "max by (UUID%s) (%s)".formatted(by.isBlank() ? "" : ", " + by.strip(), board);
                look.note("board-counted-twice", value,
                        "With MIG each instance tells what its board draws: a sum counts the board once for each",
                        OF_HOLDERS.matcher(by).find() ? Optional.empty()
                                : ManifestEditor.fix("Take " + once, ManifestEditor.replace(value, sum.group(),
                                        sum.group().replace(board, once))));
            }
        });
    }

    /** Whether it is known that no board is told of more than once, as none has instances. */
    private static boolean undivided(CheckContext look) {
        return look.cluster().filter(ManifestEnvironment::seesNodes).filter(around -> around.snapshot().nodes().stream()
                .map(NodeInfo::facts).noneMatch(MetricChecks::divided)).isPresent();
    }

    private static boolean divided(NodeFacts node) {
        var told = node.label(MigLabels.CONFIG);
        return node.label("nvidia.com/gpu.product").contains("-MIG-") || !node.label(MigLabels.GKE_LAYOUT).isEmpty()
                || (!told.isEmpty() && !told.equals("all-disabled"))
                || node.capacity().names().stream().anyMatch(name -> name.startsWith("nvidia.com/mig-"));
    }

    private static boolean listed(CheckContext look) {
        return look.objects("", "ConfigMap").flatMap(map -> map.at("data").entries().stream())
                .anyMatch(entry -> LISTED.matcher(entry.value().text()).find());
    }
}
