package tessera.lint.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.ObjectReference;
import tessera.lint.manifest.ObjectReferences;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestions;

/** Whether a cluster has the objects that those of a manifest go by. */
final class ReferenceChecks implements LintCheck {

    private static final String ABSENT = "cluster-reference-absent";
    /** A namespace has few of them, and each may be meant, whatever it is called. */
    private static final String LOCAL_QUEUE = "LocalQueue";
    private static final int LISTED = 3;

    @Override
    public void object(KubeObject object, CheckContext look) {
        look.cluster().ifPresent(cluster -> {
            var named = ObjectReferences.of(object, look.manifest());
            named.forEach((reference, place) -> {
                var known = Optional
                        .ofNullable(reference.namespaced() ? null : cluster.classes().get(reference.kind()));
                if (lacks(reference, known, cluster)) {
                    absent(reference, place,
                            known.orElseGet(() -> cluster.absent().getOrDefault(reference, Set.of())), look);
                }
            });
            unknown(named, cluster, look);
        });
    }

    /** Told once for an object and a reason, at the first of them. */
    private static void unknown(Map<ObjectReference, ManifestValue> named, ManifestEnvironment cluster,
            CheckContext look) {
        var reasons = new LinkedHashMap<String, List<ObjectReference>>();
        named.keySet().forEach(reference -> Optional.ofNullable(cluster.unknown().get(reference))
                .ifPresent(why -> reasons.computeIfAbsent(why, _ -> new ArrayList<>()).add(reference)));
        reasons.forEach((why, left) -> {
            var first = left.getFirst();
            look.doubt(ABSENT, Objects.requireNonNull(named.get(first)), LintSeverity.HINT,
                    "Whether there is a %s “%s”%s is not known: %s".formatted(first.kind(), first.name(),
                            left.size() > 1 ? ", and %d more that are named,".formatted(left.size() - 1) : "", why),
                    List.of());
        });
    }

    private static boolean lacks(ObjectReference reference, Optional<Set<String>> known, ManifestEnvironment cluster) {
        // Where there is no such namespace, that is what is told.
        boolean placed = reference.namespace().isEmpty() || !cluster.lacks(reference.namespace());
        return (placed && cluster.absent().containsKey(reference))
                || known.filter(names -> !names.contains(reference.name())).isPresent();
    }

    private static void absent(ObjectReference reference, ManifestValue place, Set<String> known, CheckContext look) {
        var names = reference.kind().equals(LOCAL_QUEUE) ? known.stream().sorted().limit(LISTED)
                : SpellingSuggestions.nearest(reference.name(), known).stream();
        var ways = names
                .flatMap(name -> ManifestEditor.fix("Write " + name, ManifestEditor.replace(place, name)).stream())
                .toList();
        look.offer(reference.kind().equals("ServiceAccount") ? "cluster-class-absent" : ABSENT,
                place, "There is no %s “%s”%s%s".formatted(reference.kind(), reference.name(),
                        reference.namespace().isEmpty() ? "" : " in " + reference.namespace(),
                        consequence(reference.kind())),
                ways.isEmpty() ? taken(reference, place) : ways);
    }

    private static List<LintFix> taken(ObjectReference reference, ManifestValue place) {
        return switch (reference.kind()) {
            case "ServiceAccount", "StorageClass" ->
                ManifestEditor.ways(ManifestEditor.fix("Take it away", ManifestEditor.remove(place)));
            default -> List.of();
        };
    }

    private static String consequence(String kind) {
        return switch (kind) {
            case "ServiceAccount" -> ", and the server refuses the pods";
            case "StorageClass" -> ": nobody makes a volume for the claim, and its pods wait";
            case "PersistentVolumeClaim", "ResourceClaim", "ResourceClaimTemplate", "DeviceClass" ->
                ": the pods wait for it";
            case "Deployment", "StatefulSet", "ReplicaSet" -> ": nothing is scaled";
            case LOCAL_QUEUE -> ": nobody lets the work in";
            default -> ": the pods get their nodes and devices, and wait there without starting";
        };
    }
}
