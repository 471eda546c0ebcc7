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
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.LineIndexedText;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.lint.source.YamlDocuments;
import tessera.text.MessageCatalog;

/** Fixes for the shape of objects: versions, names, and missing, duplicate or misplaced keys. */
public final class ObjectStructureLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ObjectStructureLintFixes.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int LONGEST = 253;
    private static final int LONGEST_LABEL = 63;
    private static final int MOST = 4;
    /** How many lines are looked at that begin with tabs. */
    private static final int TABBED = 200;
    private static final Set<String> OF_RESOURCES = Set.of("limits", "requests");
    private static final Map<String, String> SPELT = Map.of("nodeSelectors", "nodeSelector", "toleration",
            "tolerations", "container", "containers", "volume", "volumes");

    private ObjectStructureLintFixes() {}

    /** Returns a fix with spaces in place of tabs, on the lines that are no YAML by them; tabs of texts stay, which mean themselves. */
    public static Optional<LintFix> replaceTabs(LineIndexedText source) {
        var edits = new ArrayList<TextEdit>();
        for (int line = 0; line <= TABBED; line++) {
            var mended = LintFix.apply(source.text(), List.of(new LintFix("", edits))).text();
            var problem = YamlDocuments.read(mended).syntaxProblem();
            if (problem.isEmpty()) {
                return ManifestSourceEditor.fixOf(MESSAGES.text("fix.tabs"), edits);
            }
            var tabs = tabEdits(source, problem.get().position().line());
            if (tabs.isEmpty() || edits.containsAll(tabs)) {
                return Optional.empty();
            }
            edits.addAll(tabs);
        }
        return Optional.empty();
    }

    private static List<TextEdit> tabEdits(LineIndexedText source, int line) {
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
    public static List<LintFix> completeKind(ManifestValue misplaced, Map<String, String> kinds) {
        var kind = misplaced.at("kind").text();
        var version = misplaced.at("apiVersion").text();
        var fixes = new ArrayList<LintFix>();
        if (version.isEmpty()) {
            Optional.ofNullable(kinds.get(kind)).flatMap(known -> insertFirst(misplaced, "apiVersion", known))
                    .ifPresent(fixes::add);
        } else {
            kinds.entrySet().stream().filter(entry -> entry.getValue().equals(version)).map(Map.Entry::getKey).sorted()
                    .limit(MOST).forEach(known -> insertFirst(misplaced, "kind", known).ifPresent(fixes::add));
        }
        return fixes;
    }

    private static Optional<LintFix> insertFirst(ManifestValue misplaced, String key, String value) {
        var text = MESSAGES.text("fix.write.entry", key, value);
        if (misplaced.at(key).isWritten()) {
            return ManifestSourceEditor.fixOf(text,
                    YamlBlockEditor.mergeTree(misplaced, JSON.objectNode().put(key, value)));
        }
        return ManifestSourceEditor.fixOf(text, YamlBlockEditor.prependEntry(misplaced, key, value));
    }

    /** Returns a fix that adds a name after the kind. */
    public static Optional<LintFix> addName(ManifestKubernetesObject object) {
        var tree = JSON.objectNode();
        var name = object.kind().toLowerCase(Locale.ROOT);
        tree.putObject("metadata").put("name", name);
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename", name),
                YamlBlockEditor.mergeTree(object.root(), tree));
    }

    /** Returns a fix to the nearest valid name of an object. */
    public static Optional<LintFix> toValidName(ManifestValue name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-").replaceAll("\\.+", ".")
                .replaceAll("(?<!-)-*+\\.-*+", ".").replaceAll("^[-.]+", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST)).replaceAll("(?<![-.])[-.]++$", "");
        if (cut.isEmpty()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename", cut), ManifestSourceEditor.replace(name, cut));
    }

    /** Returns a fix to the nearest name without dots. */
    public static Optional<LintFix> toDnsLabel(ManifestValue name) {
        var right = name.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
        var cut = right.substring(0, Math.min(right.length(), LONGEST_LABEL)).replaceAll("-$", "");
        if (cut.isEmpty()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename", cut), ManifestSourceEditor.replace(name, cut));
    }

    /** Returns fixes that keep one of several entries of a key. */
    public static List<LintFix> keepOneEntry(ManifestValue map, ManifestValue key) {
        var entries = map.entries().stream().filter(entry -> entry.name().equals(key.text())).toList();
        var again = entries.stream().filter(entry -> entry.key().position().equals(key.position())).findFirst();
        var fixes = new ArrayList<LintFix>();
        again.ifPresent(later -> {
            ManifestSourceEditor
                    .fixOf(MESSAGES.text("fix.keep.last"), ManifestSourceEditor.remove(entries.getFirst().value()))
                    .ifPresent(fixes::add);
            ManifestSourceEditor.fixOf(MESSAGES.text("fix.keep.first"), ManifestSourceEditor.remove(later.value()))
                    .ifPresent(fixes::add);
        });
        return fixes;
    }

    /** Returns a fix that moves a container's field to its right place. */
    public static Optional<LintFix> moveField(ManifestValue.MappingEntry entry, PodTemplateContainer container,
            ManifestPodTemplate template) {
        if (OF_RESOURCES.contains(entry.name())) {
            var resources = container.value().at("resources");
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.move.resources"),
                    YamlBlockEditor.moveEntry(entry.value(), resources, container.value(), "resources"));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.move.pod"),
                YamlBlockEditor.moveEntry(entry.value(), template.spec()));
    }

    /** Returns fixes that move a pod's field to its right place, or correct its name. */
    public static List<LintFix> moveField(ManifestValue.MappingEntry entry, ManifestPodTemplate template) {
        var right = SPELT.get(entry.name());
        if (right != null) {
            if (template.spec().at(right).isWritten()) {
                return List.of();
            }
            return ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                    ManifestSourceEditor.replace(entry.key(), right)));
        }
        var fixes = new ArrayList<LintFix>();
        if (template.containers().stream().allMatch(container -> container.value().at(entry.name()).isWritten())) {
            return ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                    ManifestSourceEditor.remove(entry.value())));
        }
        for (var container : template.containers()) {
            ManifestSourceEditor.fixOf(MESSAGES.text("fix.move.container", container.name()),
                    YamlBlockEditor.moveEntry(entry.value(), container.value())).ifPresent(fixes::add);
        }
        return fixes;
    }

    /** Returns a fix that moves a pod's field to the workload. */
    public static Optional<LintFix> moveToWorkload(ManifestValue.MappingEntry entry, ManifestPodTemplate template) {
        boolean usual = template.path().equals(List.of("spec", "template", "spec"));
        if (usual) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.move.workload"),
                    YamlBlockEditor.moveEntry(entry.value(), template.object().at("spec")));
        }
        return Optional.empty();
    }

    /** Returns a fix to the MPIJob of the separate MPI operator. */
    public static Optional<LintFix> toMpiOperator(ManifestKubernetesObject job) {
        var version = ManifestSourceEditor.replace(job.at("apiVersion"), "kubeflow.org/v2beta1");
        var policy = job.at("spec", "cleanPodPolicy");
        var tree = JSON.objectNode();
        tree.putObject("runPolicy").put("cleanPodPolicy", policy.text());
        if (policy.isPresent()) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.mpi"), version,
                    ManifestSourceEditor.remove(policy), YamlBlockEditor.mergeTree(job.at("spec"), tree));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.mpi"), version);
    }

    /** Returns a fix that removes an object, if others are left. */
    public static Optional<LintFix> removeObject(ManifestKubernetesObject object,
            KubernetesManifest kubernetesManifest) {
        if (kubernetesManifest.objects().size() > 1) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.object"),
                    YamlBlockEditor.removeDocument(object.root()));
        }
        return Optional.empty();
    }
}
