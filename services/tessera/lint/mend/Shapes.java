package tessera.lint.mend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Documents;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.SourceText;
import tessera.lint.source.Value;
import tessera.lint.subject.Container;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.PodTemplate;

/** Edits of the shape of objects: versions, names, keys that are missing, twice or misplaced. */
public final class Shapes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int LONGEST = 253;
    private static final int LONGEST_LABEL = 63;
    private static final int MOST = 4;
    /** How many lines are looked at that begin with tabs. */
    private static final int TABBED = 200;
    private static final Set<String> OF_RESOURCES = Set.of("limits", "requests");
    private static final Map<String, String> SPELT = Map.of("nodeSelectors", "nodeSelector", "toleration",
            "tolerations", "container", "containers", "volume", "volumes");

    private Shapes() {}

    /** Blanks in place of tabs, on the lines that are no YAML by them; tabs of texts stay, which mean themselves. */
    public static Optional<Fix> untabbed(SourceText source) {
        var edits = new ArrayList<Edit>();
        for (int line = 0; line <= TABBED; line++) {
            var mended = Fix.apply(source.text(), List.of(new Fix("", edits))).text();
            var trouble = Documents.read(mended).trouble();
            if (trouble.isEmpty()) {
                return Edits.fix("Write blanks in place of tabs", edits);
            }
            var tabs = tabs(source, trouble.get().position().line());
            if (tabs.isEmpty() || edits.containsAll(tabs)) {
                return Optional.empty();
            }
            edits.addAll(tabs);
        }
        return Optional.empty();
    }

    private static List<Edit> tabs(SourceText source, int line) {
        var tabs = new ArrayList<Edit>();
        var text = source.text();
        for (int at = source.line(line); at < text.length() && " \t".indexOf(text.charAt(at)) >= 0; at++) {
            if (text.charAt(at) == '\t') {
                tabs.add(new Edit(at, at + 1, "  "));
            }
        }
        return tabs;
    }

    /** A version for a kind, or a kind of a version. */
    public static List<Fix> whole(Value stray, Map<String, String> kinds) {
        var kind = stray.at("kind").text();
        var version = stray.at("apiVersion").text();
        var ways = new ArrayList<Fix>();
        if (version.isEmpty()) {
            Optional.ofNullable(kinds.get(kind)).flatMap(known -> first(stray, "apiVersion", known))
                    .ifPresent(ways::add);
        } else {
            kinds.entrySet().stream().filter(entry -> entry.getValue().equals(version)).map(Map.Entry::getKey)
                    .sorted().limit(MOST).forEach(known -> first(stray, "kind", known).ifPresent(ways::add));
        }
        return ways;
    }

    private static Optional<Fix> first(Value stray, String key, String value) {
        var words = "Write %s: %s".formatted(key, value);
        return stray.at(key).written() ? Edits.fix(words, Grafts.merge(stray, JSON.objectNode().put(key, value)))
                : Edits.fix(words, Grafts.begin(stray, key, value));
    }

    /** A name after the kind. */
    public static Optional<Fix> called(KubeObject object) {
        var tree = JSON.objectNode();
        var name = object.kind().toLowerCase(Locale.ROOT);
        tree.putObject("metadata").put("name", name);
        return Edits.fix("Call it " + name, Grafts.merge(object.root(), tree));
    }

    /** The nearest name that an object can have. */
    public static Optional<Fix> named(Value name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-").replaceAll("\\.+", ".")
                .replaceAll("(?<!-)-*+\\.-*+", ".").replaceAll("^[-.]+", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST)).replaceAll("(?<![-.])[-.]++$", "");
        return cut.isEmpty() ? Optional.empty() : Edits.fix("Call it " + cut, Edits.replace(name, cut));
    }

    /** The nearest name that has no dots. */
    public static Optional<Fix> labelled(Value name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST_LABEL)).replaceAll("-$", "");
        return cut.isEmpty() ? Optional.empty() : Edits.fix("Call it " + cut, Edits.replace(name, cut));
    }

    /** One of several entries of a key. */
    public static List<Fix> once(Value map, Value key) {
        var entries = map.entries().stream().filter(entry -> entry.name().equals(key.text())).toList();
        var again = entries.stream().filter(entry -> entry.key().position().equals(key.position())).findFirst();
        var ways = new ArrayList<Fix>();
        again.ifPresent(later -> {
            Edits.fix("Keep the last", Edits.remove(entries.getFirst().value())).ifPresent(ways::add);
            Edits.fix("Keep the first", Edits.remove(later.value())).ifPresent(ways::add);
        });
        return ways;
    }

    /** A field of a container that belongs elsewhere. */
    public static Optional<Fix> moved(Value.Entry entry, Container container, PodTemplate template) {
        if (OF_RESOURCES.contains(entry.name())) {
            var resources = container.value().at("resources");
            return Edits.fix("Move it under resources", Grafts.move(entry.value(), resources, container.value(),
                    "resources"));
        }
        return Edits.fix("Move it beside containers", Grafts.move(entry.value(), template.spec()));
    }

    /** A field of a pod that belongs elsewhere, or is spelt otherwise. */
    public static List<Fix> moved(Value.Entry entry, PodTemplate template) {
        var right = SPELT.get(entry.name());
        if (right != null) {
            return template.spec().at(right).written() ? List.of()
                    : Edits.ways(Edits.fix("Write " + right, Edits.replace(entry.key(), right)));
        }
        var ways = new ArrayList<Fix>();
        if (template.containers().stream().allMatch(container -> container.value().at(entry.name()).written())) {
            return Edits.ways(Edits.fix("Take it away", Edits.remove(entry.value())));
        }
        for (var container : template.containers()) {
            Edits.fix("Move it into “%s”".formatted(container.name()), Grafts.move(entry.value(), container.value()))
                    .ifPresent(ways::add);
        }
        return ways;
    }

    /** A field of a pod that belongs to the workload. */
    public static Optional<Fix> raised(Value.Entry entry, PodTemplate template) {
        boolean usual = template.path().equals(List.of("spec", "template", "spec"));
        return usual
                ? Edits.fix("Move it above the template", Grafts.move(entry.value(), template.object().at("spec")))
                : Optional.empty();
    }

    /** The MPIJob of the operator of its own. */
    public static Optional<Fix> operated(KubeObject job) {
        var version = Edits.replace(job.at("apiVersion"), "kubeflow.org/v2beta1");
        var policy = job.at("spec", "cleanPodPolicy");
        var tree = JSON.objectNode();
        tree.putObject("runPolicy").put("cleanPodPolicy", policy.text());
        return policy.present() ? Edits.fix("Write kubeflow.org/v2beta1", version, Edits.remove(policy),
                Grafts.merge(job.at("spec"), tree)) : Edits.fix("Write kubeflow.org/v2beta1", version);
    }

    /** An object gone, where others are left. */
    public static Optional<Fix> dropped(KubeObject object, Manifest manifest) {
        return manifest.objects().size() > 1 ? Edits.fix("Take the object away", Grafts.drop(object.root()))
                : Optional.empty();
    }
}
