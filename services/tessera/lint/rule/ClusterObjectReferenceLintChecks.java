package tessera.lint.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ManifestExternalReferences;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestObjectReference;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Checks that a cluster has the objects to which a manifest refers. */
final class ClusterObjectReferenceLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterObjectReferenceLintChecks.class);
    private static final String ABSENT = "cluster-reference-absent";
    /** A namespace has few of them, and each may be meant, whatever it is called. */
    private static final String LOCAL_QUEUE = "LocalQueue";
    private static final int LISTED = 3;

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var cluster = context.cluster().orElse(null);
        if (cluster != null) {
            var named = ManifestExternalReferences.referencesOf(object, context.manifest());
            for (var entry : named.entrySet()) {
                var reference = entry.getKey();
                var value = entry.getValue();
                var known = Optional
                        .ofNullable(reference.namespaced() ? null : cluster.classes().get(reference.kind()));
                if (isLacking(reference, known, cluster)) {
                    reportAbsent(reference, value,
                            known.orElseGet(() -> cluster.absentReferences().getOrDefault(reference, Set.of())),
                            context);
                }
            }
            reportUnknown(named, cluster, context);
        }
    }

    /** Reports references that could not be looked up, once for an object and a reason, at the first of them. */
    private static void reportUnknown(Map<ManifestObjectReference, ManifestValue> named, ManifestTargetCluster cluster,
            LintCheckContext context) {
        var reasons = new LinkedHashMap<String, List<ManifestObjectReference>>();
        for (var reference : named.keySet()) {
            Optional.ofNullable(cluster.unknownReferences().get(reference))
                    .ifPresent(reason -> addReference(reason, reasons, reference));
        }
        reasons.forEach((reason, left) -> {
            var first = left.getFirst();
            context.addDoubt(ABSENT, Objects.requireNonNull(named.get(first)), LintSeverity.HINT,
                    new LintClusterReason.UncheckedReference(first.kind(), first.name(), left.size() - 1, reason),
                    List.of());
        });
    }

    private static void addReference(String reason, Map<String, List<ManifestObjectReference>> reasons,
            ManifestObjectReference reference) {
        reasons.computeIfAbsent(reason, _ -> new ArrayList<>()).add(reference);
    }

    private static boolean isLacking(ManifestObjectReference reference, Optional<Set<String>> known,
            ManifestTargetCluster cluster) {
        // Where there is no such namespace, that is what is told.
        boolean placed = reference.namespace().isEmpty() || !cluster.lacksNamespace(reference.namespace());
        return (placed && cluster.absentReferences().containsKey(reference))
                || known.filter(names -> !names.contains(reference.name())).isPresent();
    }

    private static Stream<String> candidateNames(ManifestObjectReference reference, Set<String> known) {
        return reference.kind().equals(LOCAL_QUEUE) ? known.stream().sorted().limit(LISTED)
                : SpellingSuggestionFinder.nearestName(reference.name(), known).stream();
    }

    private static void reportAbsent(ManifestObjectReference reference, ManifestValue value, Set<String> known,
            LintCheckContext context) {
        var fixes = candidateNames(reference, known)
                .flatMap(name -> ManifestSourceEditor
                        .fixOf(MESSAGES.text("fix.write", name), ManifestSourceEditor.replace(value, name)).stream())
                .toList();
        context.addChoice(reference.kind().equals("ServiceAccount") ? "cluster-class-absent" : ABSENT, value,
                new LintClusterReason.MissingReference(reference.kind(), reference.name(), reference.namespace()),
                fixes.isEmpty() ? removeReference(reference, value) : fixes);
    }

    private static List<LintFix> removeReference(ManifestObjectReference reference, ManifestValue value) {
        return switch (reference.kind()) {
            case "ServiceAccount", "StorageClass" -> ManifestSourceEditor.availableFixes(
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(value)));
            default -> List.of();
        };
    }
}
