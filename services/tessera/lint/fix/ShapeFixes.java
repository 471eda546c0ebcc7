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

/** Fixes for the shape of objects: versions, names, and missing, duplicate or misplaced keys. */
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

    /** Returns a fix with spaces in place of tabs, on the lines that are no YAML by them; tabs of texts stay, which mean themselves. */
    public static Optional<LintFix> replaceTabs(SourceText source) {
        var edits = new ArrayList<TextEdit>();
        for (int line = 0; line <= TABBED; line++) {
            var mended = LintFix.apply(source.text(), List.of(new LintFix("", edits))).text();
            var problem = YamlDocuments.read(mended).trouble();
            if (problem.isEmpty()) {
                return ManifestEditor.fixOf("Write blanks in place of tabs", edits);
            }
            var tabs = tabEdits(source, problem.get().position().line());
            if (tabs.isEmpty() || edits.containsAll(tabs)) {
                return Optional.empty();
            }
            edits.addAll(tabs);
        }
        return Optional.empty();
    }

    private static List<TextEdit> tabEdits(SourceText source, int line) {
        var tabs = new ArrayList<TextEdit>();
        var text = source.text();
        for (int at = source.lineOffset(line); at < text.length() && " \t".indexOf(text.charAt(at)) >= 0; at++) {
            if (text.charAt(at) == '\t') {
                tabs.add(new TextEdit(at, at + 1, "  "));
            }
        }
        return tabs;
    }

    /** Returns fixes that add a version for a kind, or a kind of a version. */
    public static List<LintFix> completeKind(ManifestValue stray, Map<String, String> kinds) {
        var kind = stray.at("kind").text();
        var version = stray.at("apiVersion").text();
        var fixes = new ArrayList<LintFix>();
        if (version.isEmpty()) {
            Optional.ofNullable(kinds.get(kind)).flatMap(known -> insertFirst(stray, "apiVersion", known))
                    .ifPresent(fixes::add);
        } else {
            kinds.entrySet().stream().filter(entry -> entry.getValue().equals(version)).map(Map.Entry::getKey)
                    .sorted().limit(MOST).forEach(known -> insertFirst(stray, "kind", known).ifPresent(fixes::add));
        }
        return fixes;
    }

    private static Optional<LintFix> insertFirst(ManifestValue stray, String key, String value) {
        var text = "Write %s: %s".formatted(key, value);
        return stray.at(key).isWritten()
                ? ManifestEditor.fixOf(text, YamlInsertions.mergeTree(stray, JSON.objectNode().put(key, value)))
                : ManifestEditor.fixOf(text, YamlInsertions.prependEntry(stray, key, value));
    }

    /** Returns a fix that adds a name after the kind. */
    public static Optional<LintFix> addName(KubeObject object) {
        var tree = JSON.objectNode();
        var name = object.kind().toLowerCase(Locale.ROOT);
        tree.putObject("metadata").put("name", name);
        return ManifestEditor.fixOf("Call it " + name, YamlInsertions.mergeTree(object.root(), tree));
    }

    /** Returns a fix to the nearest valid name of an object. */
    public static Optional<LintFix> toValidName(ManifestValue name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-").replaceAll("\\.+", ".")
                .replaceAll("(?<!-)-*+\\.-*+", ".").replaceAll("^[-.]+", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST)).replaceAll("(?<![-.])[-.]++$", "");
        return cut.isEmpty() ? Optional.empty()
                : ManifestEditor.fixOf("Call it " + cut, ManifestEditor.replace(name, cut));
    }

    /** Returns a fix to the nearest name without dots. */
    public static Optional<LintFix> toDnsLabel(ManifestValue name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST_LABEL)).replaceAll("-$", "");
        return cut.isEmpty() ? Optional.empty()
                : ManifestEditor.fixOf("Call it " + cut, ManifestEditor.replace(name, cut));
    }

    /** Returns fixes that keep one of several entries of a key. */
    public static List<LintFix> keepOneEntry(ManifestValue map, ManifestValue key) {
        var entries = map.entries().stream().filter(entry -> entry.name().equals(key.text())).toList();
        var again = entries.stream().filter(entry -> entry.key().position().equals(key.position())).findFirst();
        var fixes = new ArrayList<LintFix>();
        again.ifPresent(later -> {
            ManifestEditor.fixOf("Keep the last", ManifestEditor.remove(entries.getFirst().value()))
                    .ifPresent(fixes::add);
            ManifestEditor.fixOf("Keep the first", ManifestEditor.remove(later.value())).ifPresent(fixes::add);
        });
        return fixes;
    }

    /** Returns a fix that moves a container's field to its right place. */
    public static Optional<LintFix> moveField(ManifestValue.MappingEntry entry, TemplateContainer container,
            PodTemplate template) {
        if (OF_RESOURCES.contains(entry.name())) {
            var resources = container.value().at("resources");
            return ManifestEditor.fixOf("Move it under resources",
                    YamlInsertions.moveEntry(entry.value(), resources, container.value(),
                            "resources"));
        }
        return ManifestEditor.fixOf("Move it beside containers",
                YamlInsertions.moveEntry(entry.value(), template.spec()));
    }

    /** Returns fixes that move a pod's field to its right place, or correct its name. */
    public static List<LintFix> moveField(ManifestValue.MappingEntry entry, PodTemplate template) {
        var right = SPELT.get(entry.name());
        if (right != null) {
            return template.spec().at(right).isWritten() ? List.of()
                    : ManifestEditor
                            .availableFixes(
                                    ManifestEditor.fixOf("Write " + right, ManifestEditor.replace(entry.key(), right)));
        }
        var fixes = new ArrayList<LintFix>();
        if (template.containers().stream().allMatch(container -> container.value().at(entry.name()).isWritten())) {
            return ManifestEditor
                    .availableFixes(ManifestEditor.fixOf("Take it away", ManifestEditor.remove(entry.value())));
        }
        for (var container : template.containers()) {
            ManifestEditor
                    .fixOf("Move it into “%s”".formatted(container.name()),
                            YamlInsertions.moveEntry(entry.value(), container.value()))
                    .ifPresent(fixes::add);
        }
        return fixes;
    }

    /** Returns a fix that moves a pod's field to the workload. */
    public static Optional<LintFix> moveToWorkload(ManifestValue.MappingEntry entry, PodTemplate template) {
        boolean usual = template.path().equals(List.of("spec", "template", "spec"));
        return usual
                ? ManifestEditor.fixOf("Move it above the template",
                        YamlInsertions.moveEntry(entry.value(), template.object().at("spec")))
                : Optional.empty();
    }

    /** Returns a fix to the MPIJob of the separate MPI operator. */
    public static Optional<LintFix> toMpiOperator(KubeObject job) {
        var version = ManifestEditor.replace(job.at("apiVersion"), "kubeflow.org/v2beta1");
        var policy = job.at("spec", "cleanPodPolicy");
        var tree = JSON.objectNode();
        tree.putObject("runPolicy").put("cleanPodPolicy", policy.text());
        return policy.isPresent()
                ? ManifestEditor.fixOf("Write kubeflow.org/v2beta1", version, ManifestEditor.remove(policy),
                        YamlInsertions.mergeTree(job.at("spec"), tree))
                : ManifestEditor.fixOf("Write kubeflow.org/v2beta1", version);
    }

    /** Returns a fix that removes an object, if others are left. */
    public static Optional<LintFix> removeObject(KubeObject object, Manifest manifest) {
        return manifest.objects().size() > 1
                ? ManifestEditor.fixOf("Take the object away", YamlInsertions.removeDocument(object.root()))
                : Optional.empty();
    }
}
