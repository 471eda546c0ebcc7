package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.Manifest;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.SourceText;
import tessera.lint.source.YamlDocuments;
import tessera.lint.source.YamlInsertions;

/** Edits of the shape of objects: versions, names, keys that are missing, twice or misplaced. */
public final class ShapeFixes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int LONGEST = 253;
    private static final int LONGEST_LABEL = 63;
    private static final int MOST = 4;
    /** How many lines are looked at that begin with tabs. */
    private static final int TABBED = 200;
    private static final Set<String> OF_RESOURCES = Set.of("limits", "requests");
    private static final Map<String, String> SPELT = Map.of("nodeSelectors", "nodeSelector", "toleration",
            "tolerations", "container", "containers", "volume", "volumes");

    private ShapeFixes() {}

    /** Blanks in place of tabs, on the lines that are no YAML by them; tabs of texts stay, which mean themselves. */
    public static Optional<LintFix> untabbed(SourceText source) {
        var edits = new ArrayList<TextEdit>();
        for (int line = 0; line <= TABBED; line++) {
            var mended = LintFix.apply(source.text(), List.of(new LintFix("", edits))).text();
            var trouble = YamlDocuments.read(mended).trouble();
            if (trouble.isEmpty()) {
                return ManifestEditor.fix("Write blanks in place of tabs", edits);
            }
            var tabs = tabs(source, trouble.get().position().line());
            if (tabs.isEmpty() || edits.containsAll(tabs)) {
                return Optional.empty();
            }
            edits.addAll(tabs);
        }
        return Optional.empty();
    }

    private static List<TextEdit> tabs(SourceText source, int line) {
        var tabs = new ArrayList<TextEdit>();
        var text = source.text();
        for (int at = source.line(line); at < text.length() && " \t".indexOf(text.charAt(at)) >= 0; at++) {
            if (text.charAt(at) == '\t') {
                tabs.add(new TextEdit(at, at + 1, "  "));
            }
        }
        return tabs;
    }

    /** A version for a kind, or a kind of a version. */
    public static List<LintFix> whole(ManifestValue stray, Map<String, String> kinds) {
        var kind = stray.at("kind").text();
        var version = stray.at("apiVersion").text();
        var ways = new ArrayList<LintFix>();
        if (version.isEmpty()) {
            Optional.ofNullable(kinds.get(kind)).flatMap(known -> first(stray, "apiVersion", known))
                    .ifPresent(ways::add);
        } else {
            kinds.entrySet().stream().filter(entry -> entry.getValue().equals(version)).map(Map.Entry::getKey)
                    .sorted().limit(MOST).forEach(known -> first(stray, "kind", known).ifPresent(ways::add));
        }
        return ways;
    }

    private static Optional<LintFix> first(ManifestValue stray, String key, String value) {
        var words = "Write %s: %s".formatted(key, value);
        return stray.at(key).written()
                ? ManifestEditor.fix(words, YamlInsertions.merge(stray, JSON.objectNode().put(key, value)))
                : ManifestEditor.fix(words, YamlInsertions.begin(stray, key, value));
    }

    /** A name after the kind. */
    public static Optional<LintFix> called(KubeObject object) {
        var tree = JSON.objectNode();
        var name = object.kind().toLowerCase(Locale.ROOT);
        tree.putObject("metadata").put("name", name);
        return ManifestEditor.fix("Call it " + name, YamlInsertions.merge(object.root(), tree));
    }

    /** The nearest name that an object can have. */
    public static Optional<LintFix> named(ManifestValue name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-").replaceAll("\\.+", ".")
                .replaceAll("(?<!-)-*+\\.-*+", ".").replaceAll("^[-.]+", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST)).replaceAll("(?<![-.])[-.]++$", "");
        return cut.isEmpty() ? Optional.empty()
                : ManifestEditor.fix("Call it " + cut, ManifestEditor.replace(name, cut));
    }

    /** The nearest name that has no dots. */
    public static Optional<LintFix> labelled(ManifestValue name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST_LABEL)).replaceAll("-$", "");
        return cut.isEmpty() ? Optional.empty()
                : ManifestEditor.fix("Call it " + cut, ManifestEditor.replace(name, cut));
    }

    /** One of several entries of a key. */
    public static List<LintFix> once(ManifestValue map, ManifestValue key) {
        var entries = map.entries().stream().filter(entry -> entry.name().equals(key.text())).toList();
        var again = entries.stream().filter(entry -> entry.key().position().equals(key.position())).findFirst();
        var ways = new ArrayList<LintFix>();
        again.ifPresent(later -> {
            ManifestEditor.fix("Keep the last", ManifestEditor.remove(entries.getFirst().value())).ifPresent(ways::add);
            ManifestEditor.fix("Keep the first", ManifestEditor.remove(later.value())).ifPresent(ways::add);
        });
        return ways;
    }

    /** A field of a container that belongs elsewhere. */
    public static Optional<LintFix> moved(ManifestValue.MappingEntry entry, TemplateContainer container,
            PodTemplate template) {
        if (OF_RESOURCES.contains(entry.name())) {
            var resources = container.value().at("resources");
            return ManifestEditor.fix("Move it under resources",
                    YamlInsertions.move(entry.value(), resources, container.value(),
                            "resources"));
        }
        return ManifestEditor.fix("Move it beside containers", YamlInsertions.move(entry.value(), template.spec()));
    }

    /** A field of a pod that belongs elsewhere, or is spelt otherwise. */
    public static List<LintFix> moved(ManifestValue.MappingEntry entry, PodTemplate template) {
        var right = SPELT.get(entry.name());
        if (right != null) {
            return template.spec().at(right).written() ? List.of()
                    : ManifestEditor
                            .ways(ManifestEditor.fix("Write " + right, ManifestEditor.replace(entry.key(), right)));
        }
        var ways = new ArrayList<LintFix>();
        if (template.containers().stream().allMatch(container -> container.value().at(entry.name()).written())) {
            return ManifestEditor.ways(ManifestEditor.fix("Take it away", ManifestEditor.remove(entry.value())));
        }
        for (var container : template.containers()) {
            ManifestEditor
                    .fix("Move it into “%s”".formatted(container.name()),
                            YamlInsertions.move(entry.value(), container.value()))
                    .ifPresent(ways::add);
        }
        return ways;
    }

    /** A field of a pod that belongs to the workload. */
    public static Optional<LintFix> raised(ManifestValue.MappingEntry entry, PodTemplate template) {
        boolean usual = template.path().equals(List.of("spec", "template", "spec"));
        return usual
                ? ManifestEditor.fix("Move it above the template",
                        YamlInsertions.move(entry.value(), template.object().at("spec")))
                : Optional.empty();
    }

    /** The MPIJob of the operator of its own. */
    public static Optional<LintFix> operated(KubeObject job) {
        var version = ManifestEditor.replace(job.at("apiVersion"), "kubeflow.org/v2beta1");
        var policy = job.at("spec", "cleanPodPolicy");
        var tree = JSON.objectNode();
        tree.putObject("runPolicy").put("cleanPodPolicy", policy.text());
        return policy.present()
                ? ManifestEditor.fix("Write kubeflow.org/v2beta1", version, ManifestEditor.remove(policy),
                        YamlInsertions.merge(job.at("spec"), tree))
                : ManifestEditor.fix("Write kubeflow.org/v2beta1", version);
    }

    /** An object gone, where others are left. */
    public static Optional<LintFix> dropped(KubeObject object, Manifest manifest) {
        return manifest.objects().size() > 1
                ? ManifestEditor.fix("Take the object away", YamlInsertions.drop(object.root()))
                : Optional.empty();
    }
}
